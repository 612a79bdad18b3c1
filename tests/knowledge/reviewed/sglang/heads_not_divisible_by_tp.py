from tests.knowledge.form import Prose

ID = "ce65da889ef23148"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Tensor parallelism divides heads, vocabulary and layer widths evenly among the GPUs. The first number of the message is such a size of the model, the second the number of GPUs it is divided among.",
    trigger="A size of the model cannot be divided by the size of the group; the traceback shows which layer asked.",
    situations="The vision part of a model, which has fewer heads than the text part, on many GPUs; an inner width that does not fit, with 3, 5, 6 or 7 GPUs. Heads of the text part are checked before by most models, with an `AssertionError` without any text.",
    solutions=(
        "The first number is that of heads or a width in config.json: choose a `--tp-size` that divides it, mostly 2, 4 or 8.",
        "All GPUs are to be used: share by layers with `--pp-size`, as `--tp-size 4 --pp-size 2`, or run several copies with `--dp-size`.",
        "The traceback leads to a vision encoder: a smaller `--tp-size`, or one copy for each GPU with `--mm-enable-dp-encoder`.",
    ),
    prevention=(
        "Check `num_attention_heads` and `num_key_value_heads` in config.json before choosing the number of GPUs.",
    ),
    tags=("sglang", "tensor-parallel", "attention-heads", "model-loading"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/distributed/utils.py ensure_divisibility",
)
FIX = """\
# before: the vision part has 16 heads; on each node with its rank and the address of the first
python -m sglang.launch_server --model-path Qwen/Qwen2.5-VL-72B-Instruct --tp-size 32 --nnodes 4
# after, likewise
python -m sglang.launch_server --model-path Qwen/Qwen2.5-VL-72B-Instruct --tp-size 16 --nnodes 2
"""
VALIDATION = """\
assert num_attention_heads % tp_size == 0
"""
