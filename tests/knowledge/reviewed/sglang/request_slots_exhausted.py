from tests.knowledge.form import Prose

ID = "d43e8465fd18750c"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Every request that runs has a row in a table of its own, and all rows were taken. The scheduler admitted more than it had rows for, which a smaller limit avoids.",
    trigger="The table of requests has no free row for a batch that was admitted.",
    situations="A model with Mamba or linear-attention layers, whose states are counted by request; disaggregation, where requests that are being transferred hold rows too.",
    solutions=(
        "Set `--max-running-requests` to a smaller number, as the message says; begin with half of the value that the start-up log shows.",
        "A hybrid model: its states need memory too; raise `--mamba-full-memory-ratio` or set `--max-mamba-cache-size`.",
        "It comes back with few requests: take a newer release, and report it with the launch command if it stays.",
    ),
    prevention=("Let clients queue in front of the server rather than inside of it.",),
    tags=("sglang", "memory", "scheduler", "max-running-requests", "mamba"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/mem_cache/allocation.py alloc_req_slots",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4 --max-running-requests 512
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4 --max-running-requests 128
"""
