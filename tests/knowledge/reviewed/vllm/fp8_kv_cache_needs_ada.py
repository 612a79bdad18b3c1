from tests.knowledge.form import Prose

ID = "3e49c70e3be5ed06"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A KV cache in FP8 was asked for, and the Triton implementation of attention, which is used here, can do that only on GPUs of Ada and Hopper or later (compute capability 8.9)."
    ),
    trigger="`kv_cache_dtype` begins with `fp8`, the backend is Triton's, and the capability of the NVIDIA GPU is below 8.9.",
    situations="`--attention-backend TRITON_ATTN` with `--kv-cache-dtype fp8` on an A100, A10, RTX 30 or T4; a model that only Triton's backend can run; a checkpoint whose config asks for an FP8 cache.",
    solutions=(
        "Leave out `--kv-cache-dtype`, or set what the message names.",
        "You did not set it: the checkpoint does; override it with `--kv-cache-dtype bfloat16` (`float16` before Ampere).",
        "You needed the room: lower `--max-model-len` or `--max-num-seqs` instead, or take a checkpoint with smaller weights.",
        "You chose Triton yourself: leave `--attention-backend` out, or take `FLASHINFER`, which also has FP8 for older GPUs.",
    ),
    tags=("vllm", "fp8", "kv-cache-dtype", "compute-capability", "triton"),
    strategy="configuration",
    site="vllm/v1/attention/backends/triton_attn.py TritonAttentionImpl.__init__",
    message="FP8 KV cache is not supported by the Triton attention backend on {dev} (compute capability {cap_str}); native FP8 (fp8e4nv) requires SM89+. Re-run with --kv-cache-dtype {suggested}.",
)
FIX = """# before: on an A100
vllm serve Qwen/Qwen3-8B --attention-backend TRITON_ATTN --kv-cache-dtype fp8
# after
vllm serve Qwen/Qwen3-8B --attention-backend TRITON_ATTN --kv-cache-dtype bfloat16"""
