from tests.knowledge.form import Prose

ID = "78ba2392da1d2b51"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Long prompts are processed in chunks, and the KV cache is kept in pages. A chunk that ends within a page cannot be cached, so the chunk has to be a multiple of the page.",
    trigger="`--chunked-prefill-size` is above 0 and no multiple of the page size, on a server that does prefill.",
    situations="A chunk such as 1000 or 3000; a page size that the attention backend sets by itself, such as 64.",
    solutions=(
        "Use a power of two for `--chunked-prefill-size`: 2048, 4096 or 8192.",
        "You set `--page-size`: choose one that divides the chunk.",
        "Chunks are not wanted: `--chunked-prefill-size -1` switches them off.",
    ),
    prevention=("Keep both numbers powers of two.",),
    tags=("sglang", "chunked-prefill", "page-size", "launch-arguments"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/arg_groups/validation_hook.py check_server_args",
    message="chunked_prefill_size must be divisible by page_size",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --chunked-prefill-size 3000 --page-size 64
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --chunked-prefill-size 4096 --page-size 64
"""
VALIDATION = """\
assert chunked_prefill_size <= 0 or chunked_prefill_size % page_size == 0
"""
