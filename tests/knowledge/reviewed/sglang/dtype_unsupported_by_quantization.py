from tests.knowledge.form import Prose

ID = "e2ace96fa8ad47d3"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The quantized layers take activations of certain types only, and the model would run with another one. The message lists those that go.",
    trigger="The data type of the model, from `--dtype` or its configuration, is not one that the method supports.",
    situations="An AWQ checkpoint whose configuration says bfloat16; `--dtype` left in the launch line from another model.",
    solutions=(
        "Set `--dtype` to one of the list, for most of these methods `half`.",
        "`--dtype` stands in the launch line: leave it out, so that the checkpoint decides.",
        "float16 overflows for this model: choose a checkpoint in another format, such as GPTQ or FP8, that runs with bfloat16.",
    ),
    prevention=("Leave `--dtype` out unless the model needs it.",),
    tags=("sglang", "quantization", "dtype", "model-loading"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/model_loader/loader.py _get_quantization_config",
    message="is not supported for quantization",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct-AWQ --quantization awq --dtype bfloat16
# after
python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct-AWQ --quantization awq --dtype half
"""
