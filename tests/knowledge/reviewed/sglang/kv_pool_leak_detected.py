from tests.knowledge.form import Prose

ID = "0e296e24a0ad5c95"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="With no request running, every token of the cache must be free or belong to a cached prefix, and some are neither. That is a fault in the bookkeeping of the server, not of your requests; it stops before the cache runs full.",
    trigger="The check of an idle server finds that free and cached tokens do not add up to the size of the pool.",
    situations="New combinations of features: speculative decoding with a hybrid model, disaggregation with aborted requests, HiCache.",
    solutions=(
        "Take a newer release: such faults are mended one by one.",
        "Leave the newest feature of your launch line out: first `--speculative-algorithm`, then `--enable-hierarchical-cache`, or add `--disable-overlap-schedule`.",
        "You have to keep it running: `SGLANG_ENABLE_STRICT_MEM_CHECK_DURING_IDLE=0` makes a warning of it; restart before the cache is used up.",
        "Report it with the launch command, the model and the numbers of the message.",
    ),
    prevention=("Try new combinations under load in a test environment, with idle times between.",),
    tags=("sglang", "memory", "kv-cache", "scheduler", "radix-cache"),
    strategy="try-catch",
    background="invalid-state",
    site="srt/managers/scheduler_components/invariant_checker.py SchedulerInvariantChecker._report_leak",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4 --speculative-algorithm NEXTN
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-Next-80B-A3B-Instruct --tp-size 4
"""
