from tests.knowledge.form import Prose

ID = "c810c3df991112e6"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "What you pass has to travel to the engine's process, and objects like this one may not: sending any Python object would mean to run what it contains. Simple values, lists, tensors and the like may."
    ),
    trigger="An object of a type that the message format does not know, and `VLLM_ALLOW_INSECURE_SERIALIZATION` is off.",
    situations="A function given to `LLM.apply_model` or `collective_rpc`; an object of your own in `extra_args` or in the options of a request; a result of a worker method that is no plain value.",
    solutions=(
        "`collective_rpc`: pass the name of a method instead of a function, and put the method into a class that you give as `worker_extension_cls`.",
        "In `extra_args` and other options: only numbers, texts, lists and dicts; turn your object into those.",
        "All code is yours and the engine is reached by nobody else: `VLLM_ALLOW_INSECURE_SERIALIZATION=1` before vLLM is imported.",
        "Only for debugging with `LLM`: `VLLM_ENABLE_V1_MULTIPROCESSING=0`, then on one GPU nothing travels.",
    ),
    prevention=("Never set the variable on a server whose sockets others can reach.",),
    tags=("vllm", "serialization", "collective-rpc", "security"),
    strategy="configuration",
    site="vllm/v1/serial_utils.py MsgpackEncoder.enc_hook",
    message="Object of type {type(obj)} is not serializableSet VLLM_ALLOW_INSECURE_SERIALIZATION=1 to allow fallback to pickle-based serialization.",
)
FIX = """# before
llm.collective_rpc(lambda worker: worker.rank)
# after: my_workers.py has class Extension with def my_rank(self): return self.rank
llm = LLM("Qwen/Qwen3-0.6B", worker_extension_cls="my_workers.Extension")
llm.collective_rpc("my_rank")"""
