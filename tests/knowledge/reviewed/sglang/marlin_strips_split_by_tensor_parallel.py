from tests.knowledge.form import Prose

ID = "4fbd283f35577a3e"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The Marlin kernels, which are used for AWQ checkpoints on GPUs from Ampere on, work on strips of 128 weights along the input. With this `--tp-size` the part of a GPU ends within such a strip.",
    trigger="The input size of a layer divided by `--tp-size` is no multiple of the number in the message, and an AWQ checkpoint runs with the Marlin kernels.",
    situations="AWQ checkpoints on 8 GPUs, for a model whose layers are no multiple of 1024 wide, as with 13824.",
    solutions=(
        "Use a smaller `--tp-size`: halve it until the input size fits.",
        "More GPUs are needed for memory: share by layers with `--pp-size`.",
        "Choose a checkpoint in another format, such as FP8. The hint at `--quantization gptq` in the message is of no use for AWQ.",
    ),
    prevention=("Check that `intermediate_size` can be divided by 128 times `--tp-size`.",),
    tags=("sglang", "quantization", "awq", "tensor-parallel", "marlin"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/layers/quantization/marlin_utils.py verify_marlin_supports_shape",
    message="by min_thread_k",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen2.5-14B-Instruct-AWQ --tp-size 8
# after
python -m sglang.launch_server --model-path Qwen/Qwen2.5-14B-Instruct-AWQ --tp-size 4
"""
VALIDATION = """\
assert intermediate_size % (tp_size * 128) == 0
"""
