from tests.knowledge.form import Prose

ID = "19d7ae2f8a3a389d"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The Cutlass kernels for experts in FP8 work on all experts of a layer. With expert parallelism each GPU has only a part of them.",
    trigger="`--moe-runner-backend cutlass` with FP8 or MXFP8 weights, and `--ep-size` above 1.",
    situations="A launch line for speed with both options; an all-to-all backend that sets `--ep-size` by itself.",
    solutions=(
        "Leave `--moe-runner-backend` out: one that works with expert parallelism is chosen.",
        "Name one that does: `deep_gemm` or `triton`.",
        "Cutlass is faster for you: leave `--ep-size` at 1.",
    ),
    prevention=("Set the runner for experts only after measuring.",),
    tags=("sglang", "moe", "expert-parallel", "fp8", "launch-arguments"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/moe_hook.py handle_moe_kernel_config",
    message="FP8/MXFP8 Cutlass MoE is only supported",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-30B-A3B-Instruct-2507-FP8 --quantization fp8 --tp-size 4 --ep-size 4 --moe-runner-backend cutlass
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-30B-A3B-Instruct-2507-FP8 --quantization fp8 --tp-size 4 --ep-size 4
"""
