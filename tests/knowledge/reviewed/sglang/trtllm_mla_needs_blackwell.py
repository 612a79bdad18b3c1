from tests.knowledge.form import Prose

ID = "71c38fd55b5e31d4"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The kernels behind `trtllm_mla` exist for Blackwell GPUs only, and this machine has another one.",
    trigger="`--attention-backend` or `--decode-attention-backend` is `trtllm_mla` on a GPU that is no Blackwell.",
    situations="A launch line for B200 on H100 or H200.",
    solutions=(
        "Leave the attention backend out: the server chooses one for the GPU.",
        "On Hopper: `--attention-backend fa3`, or `flashmla` for decoding.",
        "The GPU is a Blackwell: the driver or PyTorch does not recognise it; compare `torch.cuda.get_device_capability()` with 10 or 12.",
    ),
    prevention=("Keep launch scripts by kind of GPU.",),
    tags=("sglang", "attention-backend", "mla", "trtllm", "gpu"),
    strategy="configuration",
    background="unsupported-platform",
    site="srt/arg_groups/overrides.py _mla_kv_cache_dtype_checks",
    message="TRTLLM MLA backend is only supported",
)
FIX = """\
# before: on H200
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 8 --attention-backend trtllm_mla
# after
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 8 --attention-backend fa3
"""
