from tests.knowledge.form import Prose

ID = "a1955daa0e426640"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "`LLM` runs one copy of the model from one process. Data parallelism wants a process for each copy, and within a single one the copies would wait for each other for ever, so vLLM refuses."
    ),
    trigger="`LLM(data_parallel_size=…)` above 1, without the backend `external_launcher`, and not on TPU.",
    situations="The option of `vllm serve` moved to offline use; a batch job meant to use all GPUs of a machine; evaluation tools that pass on all model arguments.",
    solutions=(
        "You want to go through many prompts on several GPUs: start one Python process per GPU, each with its own `CUDA_VISIBLE_DEVICES` and its own part of the prompts.",
        "The model needs several GPUs: that is `tensor_parallel_size`, which `LLM` does support.",
        "You would rather not split the work yourself: `vllm serve MODEL --data-parallel-size 4`, and send the prompts there.",
        'The program is started with `torchrun`: pass `distributed_executor_backend="external_launcher"`.',
    ),
    tags=("vllm", "data-parallel", "offline-inference", "multi-gpu"),
    strategy="configuration",
    site="vllm/entrypoints/llm.py LLM.__init__",
    message="LLM(data_parallel_size={_dp_size}) is not supported for single-process usage and may hang. Please use the explicit multi-process data-parallel example at 'examples/features/data_parallel/data_parallel_offline.py'.",
)
FIX = """# before
llm = LLM("Qwen/Qwen3-8B", data_parallel_size=4)
# after: four processes, CUDA_VISIBLE_DEVICES=0 to 3, RANK=0 to 3
llm = LLM("Qwen/Qwen3-8B")
outputs = llm.generate(prompts[int(os.environ["RANK"])::4])"""
