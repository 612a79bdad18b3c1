from tests.knowledge.form import Prose

ID = "22a461502769b91f"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Adapters are kept in RAM and copied to the GPU when a request needs them. You allowed fewer in RAM than on the GPU at once, which cannot work."
    ),
    trigger="`max_cpu_loras` is given and smaller than `max_loras`.",
    situations="`--max-loras` raised later on, `--max-cpu-loras` left as it was; the two taken for each other.",
    solutions=(
        "Leave out `--max-cpu-loras`: it is then the same as `--max-loras`.",
        "You have many adapters of which few run at a time: `--max-cpu-loras` is how many stay in RAM, so make it the larger one, `--max-loras 4 --max-cpu-loras 32`.",
        "The GPU is short of memory: lower `--max-loras`, the number in one batch.",
    ),
    tags=("vllm", "lora", "max-loras", "adapters"),
    strategy="configuration",
    site="vllm/config/lora.py LoRAConfig._validate_lora_config",
    message="max_cpu_loras ({self.max_cpu_loras}) must be >= max_loras ({self.max_loras}).",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --enable-lora --max-loras 8 --max-cpu-loras 4
# after
vllm serve Qwen/Qwen3-8B --enable-lora --max-loras 8 --max-cpu-loras 32"""
