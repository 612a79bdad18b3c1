from tests.knowledge.form import Prose

ID = "7090c83d45f32c04"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="An adapter of the launch line changes modules that `--lora-target-modules` leaves out. The message names the missing ones and the whole list that would do.",
    trigger="The target modules of an adapter in `--lora-paths` are no subset of `--lora-target-modules`.",
    situations="A list that was written for another adapter; an adapter trained on all linear layers.",
    solutions=(
        "Use the list that the message ends with, or `--lora-target-modules all`.",
        "All adapters are in `--lora-paths`: leave `--lora-target-modules` out, then the modules are read from them.",
    ),
    prevention=("Use `all` unless memory is short.",),
    tags=("sglang", "lora", "adapters", "launch-arguments"),
    strategy="configuration",
    background="incompatible-model-configuration",
    site="srt/lora/lora_manager.py LoRAManager.init_lora_shapes",
    message="that are not included in the specified",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths a=/models/a --lora-target-modules q_proj v_proj
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-lora --lora-paths a=/models/a --lora-target-modules all
"""
