from tests.knowledge.form import Prose

ID = "8cf96f906c099311"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="No free page was left in the KV cache for the next tokens of the running requests. The scheduler should have put some of them back into the queue before that, so its estimate was wrong; the process ends.",
    trigger="The allocator of the KV cache has no page left in a decode step, also after cached prefixes were evicted.",
    situations="Many long requests at once; speculative decoding, which takes several tokens of a request in each step; a KV cache that is small because the model fills the card.",
    solutions=(
        "Run fewer requests at once: lower `--max-running-requests`.",
        "Let the scheduler plan more carefully: raise `--schedule-conservativeness` above its default of 1.0.",
        "The start-up log shows GPU memory left over: raise `--mem-fraction-static`, or store the cache in less with `--kv-cache-dtype fp8_e4m3`.",
        "It happens with speculative decoding only: lower `--speculative-num-draft-tokens`, or start without it once.",
        "It happens with few short requests: take a newer release; if it stays, report it with the launch command and the numbers of the message.",
    ),
    prevention=(
        'Watch "token usage" in the decode lines of the log; close to 1.0 requests are being put back.',
    ),
    tags=("sglang", "memory", "kv-cache", "scheduler", "max-running-requests"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/mem_cache/allocation.py alloc_paged_token_slots_decode 2",
    message="Decode out of memory",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --max-running-requests 512
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --max-running-requests 128 --schedule-conservativeness 1.3
"""
