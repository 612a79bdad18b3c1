from tests.knowledge.form import Prose

ID = "dcda440fe1286542"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="An AWQ checkpoint has one scale for each group of weights along the input, mostly of 128. With this `--tp-size` the part of a GPU ends within a group, and such a part cannot be unpacked.",
    trigger="The input size of a layer divided by `--tp-size` is no multiple of the group size of the checkpoint, and the plain AWQ kernels are used: on a GPU before Ampere, or with `--quantization awq`.",
    situations="A checkpoint with groups of 128 on 4 or 8 GPUs, for a model whose inner size is no multiple of 128 times their number, such as 11008 (Llama 2 7B) on 4.",
    solutions=(
        "Use a smaller `--tp-size`: halve it until the input size fits.",
        "More GPUs are needed for memory: share by layers with `--pp-size`.",
        "Choose a checkpoint with smaller groups (32 or 64), or another format.",
    ),
    prevention=("Check that `intermediate_size` can be divided by `--tp-size` times the group size.",),
    tags=("sglang", "awq", "quantization", "tensor-parallel"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/layers/quantization/awq/schemes/awq_linear.py AWQLinearScheme.create_weights",
    message="The input size is not aligned",
)
FIX = """\
# before
python -m sglang.launch_server --model-path org/llama-2-7b-awq --quantization awq --dtype half --tp-size 4
# after
python -m sglang.launch_server --model-path org/llama-2-7b-awq --quantization awq --dtype half --tp-size 2
"""
VALIDATION = """\
assert intermediate_size % (tp_size * group_size) == 0
"""
