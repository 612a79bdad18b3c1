from tests.knowledge.form import Prose

ID = "b25e343d8ecfc98e"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="`--max-loaded-loras` counts the adapters kept in RAM, `--max-loras-per-batch` those on the GPU. What is on the GPU is in RAM too, so the first cannot be the smaller one.",
    trigger="`--max-loaded-loras` is below `--max-loras-per-batch`, which is 8 unless it was set.",
    situations="`--max-loaded-loras` lowered to save RAM, without the other; two adapters, and a limit of two.",
    solutions=(
        "Lower `--max-loras-per-batch` as well, to at most `--max-loaded-loras`.",
        "Raise `--max-loaded-loras`, or leave it out for no limit.",
    ),
    prevention=("Set the two limits together.",),
    tags=("sglang", "lora", "launch-arguments", "memory"),
    strategy="configuration",
    background="out-of-range",
    site="srt/arg_groups/lora_hook.py check_lora_server_args",
    message="max_loaded_loras should be greater than or equal",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths a=/models/a b=/models/b --max-loaded-loras 2
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths a=/models/a b=/models/b --max-loaded-loras 2 --max-loras-per-batch 2
"""
VALIDATION = """\
assert max_loaded_loras is None or max_loaded_loras >= max_loras_per_batch
"""
