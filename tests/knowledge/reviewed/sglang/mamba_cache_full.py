from tests.knowledge.form import Prose

ID = "52e27932d3e18ae2"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Models with Mamba or linear-attention layers keep a state for each request beside the KV cache, in a pool of its own. All states of that pool are in use.",
    trigger="A new request gets no state, because the pool of Mamba states has none left.",
    situations="Hybrid models such as Qwen3-Next, with many requests at once; prefix caching, which keeps states of finished requests as well.",
    solutions=(
        "Give the states a larger share: raise `--mamba-full-memory-ratio`.",
        "Set their number: `--max-mamba-cache-size` to a multiple of `--max-running-requests`.",
        "Run fewer requests at once: lower `--max-running-requests`.",
        "Prefixes are seldom shared: `--disable-radix-cache` leaves all states to running requests.",
    ),
    prevention=("Raise the load step by step after changing the memory options of a hybrid model.",),
    tags=("sglang", "memory", "mamba", "hybrid-models", "max-running-requests"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/mem_cache/memory_pool.py HybridReqToTokenPool.alloc",
    message="mid=",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4 --max-running-requests 64 --mamba-full-memory-ratio 1.2
"""
