from tests.knowledge.form import Prose

ID = "cf6a015f1f31ec69"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The KV cache has no room for the tokens of the prompts that were taken up together, although the scheduler had counted on it. The numbers below the message say how much was free and how much could be evicted.",
    trigger="The allocator of the KV cache has not enough pages for a prefill batch, also after cached prefixes were evicted.",
    situations="Long prompts with a small KV cache; pages of many tokens, each of them used up in part; hybrid models with a second pool for sliding windows.",
    solutions=(
        "Take less at once: lower `--chunked-prefill-size` and `--max-prefill-tokens`.",
        "Run fewer requests beside it: lower `--max-running-requests`.",
        "GPU memory is left over: raise `--mem-fraction-static`.",
        "Few short requests are enough to get it: take a newer release; if it stays, report it with the launch command and the lines below the message.",
    ),
    prevention=("Test with the longest prompts that you expect, as many at once as you allow.",),
    tags=("sglang", "memory", "kv-cache", "prefill", "chunked-prefill"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/mem_cache/allocation.py alloc_paged_token_slots_extend 2",
    message="Prefill out of memory",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --chunked-prefill-size 16384
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --chunked-prefill-size 4096 --max-running-requests 64
"""
