from tests.knowledge.form import Prose

ID = "3b59ea475e605b2c"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="FlashAttention 3 runs on GPUs from Ampere to Hopper. For models with MLA, such as DeepSeek, it needs Hopper.",
    trigger="The backend is `fa3`, and the compute capability of the GPU is not 8.x or 9.x, or is 8.x with an MLA model.",
    situations="`--attention-backend fa3` from a launch line for H100 on a B200, an RTX 50 card or a T4; DeepSeek on A100.",
    solutions=(
        "Leave `--attention-backend` out: the server chooses one for the GPU.",
        "Choose another: `flashinfer` or `triton`.",
        "A newer GPU and MLA: `trtllm_mla` on Blackwell.",
    ),
    prevention=("Set the attention backend only after measuring, and for one kind of GPU.",),
    tags=("sglang", "attention-backend", "flash-attention", "gpu"),
    strategy="configuration",
    background="unsupported-platform",
    site="srt/layers/attention/attention_registry.py create_flashattention_v3_backend",
    message="requires SM>=80",
)
FIX = """\
# before: on a B200
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --attention-backend fa3
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --attention-backend flashinfer
"""
