from tests.knowledge.form import Prose

ID = "ec6aab5d75429134"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The name of the attention backend is none that this release has. Names are exact, in capitals, and the message lists them all."
    ),
    trigger="A backend is looked up by a name that is not a member of the list.",
    situations="`XFORMERS` or a name with `_VLLM_V1` from older guides; `flash_attention` instead of `FLASH_ATTN`; a backend of a newer release.",
    solutions=(
        "Leave it out; vLLM chooses the best for the GPU and the model.",
        "You need a certain one: take its name from the list, most often `FLASH_ATTN`, `FLASHINFER` or `TRITON_ATTN`.",
        "An old guide used the variable `VLLM_ATTENTION_BACKEND`: it is not read any more; the option is `--attention-backend`.",
    ),
    tags=("vllm", "attention-backend", "configuration", "migration"),
    strategy="configuration",
    site="vllm/v1/attention/backends/registry.py _AttentionBackendEnumMeta.__getitem__",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --attention-backend XFORMERS
# after
vllm serve Qwen/Qwen3-8B"""
