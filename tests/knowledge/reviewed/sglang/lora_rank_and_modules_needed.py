from tests.knowledge.form import Prose

ID = "75dba25fa32190a2"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The memory for LoRA adapters is set aside at the start. Without an adapter to look at, the server has to be told how large they will be and which layers they change.",
    trigger="`--enable-lora` without `--lora-paths`, and `--max-lora-rank` or `--lora-target-modules` is missing.",
    situations="Adapters are to be loaded later with `/load_lora_adapter`; the list of adapters in a start script came out empty.",
    solutions=(
        "Adapters come later: give both, `--max-lora-rank` with the largest rank and `--lora-target-modules all` or the modules of the adapters.",
        "They are known now: name them with `--lora-paths NAME=PATH`; rank and modules are then read from them.",
        "No adapters are wanted: leave `--enable-lora` out.",
    ),
    prevention=("Read `r` and `target_modules` from adapter_config.json of the largest adapter.",),
    tags=("sglang", "lora", "launch-arguments", "adapters"),
    strategy="configuration",
    background="missing-argument",
    site="srt/arg_groups/lora_hook.py check_lora_server_args",
    message="When no initial --lora-paths is provided",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --max-lora-rank 64 --lora-target-modules all
"""
