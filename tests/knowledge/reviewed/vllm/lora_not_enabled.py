from tests.knowledge.form import Prose

ID = "d877582616ed18b0"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A request names an adapter, and the engine was started without support for adapters. That support changes the model's layers at the start and cannot be added later."
    ),
    trigger="`lora_request` is given and the engine has no LoRA configuration.",
    situations="`LLM(model)` without `enable_lora=True`, then `generate(…, lora_request=…)`; an engine shared by two parts of a program of which one knows of adapters.",
    solutions=(
        "Create the engine with `enable_lora=True`, and `max_lora_rank` if the adapter's rank is above 16; `--enable-lora` for `vllm serve`.",
        "You always use one and the same adapter: merge it into the model once, and leave out `lora_request`; that is faster too.",
    ),
    tags=("vllm", "lora", "lora-request", "offline-inference"),
    strategy="configuration",
    site="vllm/v1/engine/input_processor.py InputProcessor._validate_lora",
    message="Got lora_request {lora_request} but LoRA is not enabled!",
)
FIX = """# before
llm = LLM("Qwen/Qwen3-8B")
llm.generate(prompts, lora_request=LoRARequest("sql", 1, "./sql-adapter"))
# after
llm = LLM("Qwen/Qwen3-8B", enable_lora=True)
llm.generate(prompts, lora_request=LoRARequest("sql", 1, "./sql-adapter"))"""
