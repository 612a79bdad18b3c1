from tests.knowledge.form import Prose

ID = "e88a5186d2575743"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "You chose the implementation of attention, and it cannot run this model on this GPU. The list of reasons in the message says what it lacks."
    ),
    trigger="An attention backend is set and its check of head size, types, KV cache, block size, capability and so on found something.",
    situations="`--attention-backend FLASH_ATTN` on a GPU before Ampere; a backend for MLA with a model without it, or the other way round; `--kv-cache-dtype fp8` with a backend that has no FP8; a setting kept from another model.",
    solutions=(
        "Leave the choice to vLLM: drop `--attention-backend` and whatever sets it in your config.",
        "The reason is `kv_cache_dtype not supported`: drop `--kv-cache-dtype`, or take a backend that has it, such as `FLASHINFER`.",
        "The reason is `compute capability not supported`: this GPU is too old or too new for it; try `TRITON_ATTN`.",
        "The reason is `MLA not supported` or `non-MLA not supported`: choose a backend of the right kind; names with MLA are for DeepSeek's kind of attention.",
    ),
    tags=("vllm", "attention-backend", "gpu", "kv-cache-dtype"),
    strategy="configuration",
    site="vllm/platforms/cuda.py CudaPlatformBase.get_attn_backend_cls",
    message="Selected backend {selected_backend} is not valid for this configuration. Reason: {invalid_reasons}",
)
FIX = """# before: on a T4
vllm serve Qwen/Qwen2.5-1.5B-Instruct --dtype half --attention-backend FLASH_ATTN
# after
vllm serve Qwen/Qwen2.5-1.5B-Instruct --dtype half"""
