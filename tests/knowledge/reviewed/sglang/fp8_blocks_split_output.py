from tests.knowledge.form import Prose

ID = "ccdbf26d2a60bbe3"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The checkpoint has one scale for each block of weights, most often 128 by 128. Tensor parallelism cuts this layer into parts that end within a block, for which there is no scale.",
    trigger="The rows of a part of the layer, that is its size divided by `--tp-size`, are no multiple of the block.",
    situations="A large `--tp-size` for a model with narrow layers, as with DeepSeek or Qwen checkpoints in FP8 on 16 or 32 GPUs; a small MoE model on 8.",
    solutions=(
        "Use a smaller `--tp-size`; more GPUs can hold other layers with `--pp-size`.",
        "The traceback leads to a dense MLP of a MoE model: `--moe-dense-tp-size 1` keeps those layers whole on each GPU.",
        "Take a checkpoint without block quantization, such as BF16 or one with a scale for each channel.",
    ),
    prevention=(
        "Divide `intermediate_size` of config.json by the size you plan: the result must be a multiple of `weight_block_size`.",
    ),
    tags=("sglang", "quantization", "fp8", "tensor-parallel", "model-loading"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/layers/quantization/fp8.py Fp8LinearMethod.validate_block_quant_shapes",
    message="output_partition_size",
)
FIX = """\
# before, on each node with its rank and the address of the first
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-R1 --tp-size 32 --nnodes 4
# after, likewise
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-R1 --tp-size 16 --pp-size 2 --nnodes 4
"""
VALIDATION = """\
assert intermediate_size % (tp_size * 128) == 0
"""
