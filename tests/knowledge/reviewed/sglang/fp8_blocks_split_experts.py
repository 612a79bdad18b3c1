from tests.knowledge.form import Prose

ID = "f90e347bbf59054e"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Each expert of this MoE model is cut into as many parts as `--tp-size`, and a part ends within a block of the FP8 checkpoint, for which there is no scale.",
    trigger="`moe_intermediate_size` divided by the tensor parallelism of the experts is no multiple of the block, most often 128.",
    situations="Qwen3 or MiniMax MoE checkpoints in FP8 on 8 GPUs, whose experts are 768 or 1536 wide.",
    solutions=(
        "Give each GPU whole experts: set `--ep-size` to the same number as `--tp-size`.",
        "Use a smaller `--tp-size`, such as 4 for experts that are 1536 wide.",
        "Take another checkpoint: BF16, AWQ or GPTQ.",
    ),
    prevention=("Divide `moe_intermediate_size` of config.json by `--tp-size` before choosing the machine.",),
    tags=("sglang", "quantization", "fp8", "moe", "expert-parallel", "tensor-parallel"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/layers/quantization/fp8.py Fp8MoEMethod.create_fp8_moe_weight_",
    message="output_size of gate's and up's",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-235B-A22B-Instruct-2507-FP8 --tp-size 8
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-235B-A22B-Instruct-2507-FP8 --tp-size 8 --ep-size 8
"""
VALIDATION = """\
assert moe_intermediate_size % (tp_size // ep_size * 128) == 0
"""
