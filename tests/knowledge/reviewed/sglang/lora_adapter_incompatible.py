from tests.knowledge.form import Prose

ID = "ee7d940c947575a8"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The memory for adapters was laid out at the start for a largest rank and certain modules. This adapter has a higher rank, or changes other modules.",
    trigger="An adapter that is loaded later has a rank above `--max-lora-rank`, or a target module that is not in `--lora-target-modules`.",
    situations="Adapters of several trainings with different ranks; the first adapter, from which the limits were read, was the smallest; an adapter for embeddings or the output layer.",
    solutions=(
        "Compare `r` in adapter_config.json with `--max-lora-rank`: if it is larger, start again with that rank.",
        "Compare `target_modules` with `--lora-target-modules`: add what is missing, or use `all`.",
        "Neither option was given: the limits came from the adapters in `--lora-paths`; give both options, for the largest adapter.",
        "The server must not be stopped: merge the adapter into the model, or train it again with a smaller rank.",
    ),
    prevention=("Start with the largest rank that you will ever load.",),
    tags=("sglang", "lora", "adapters", "max-lora-rank"),
    strategy="configuration",
    background="incompatible-model-configuration",
    site="srt/lora/lora_manager.py LoRAManager.validate_new_adapter",
    message="is incompatible with the current",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths small=/models/r16
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths small=/models/r16 --max-lora-rank 64 --lora-target-modules all
"""
