from tests.knowledge.form import Prose

ID = "5b689563ac3893af"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="With priorities the queue is sorted by them first, and only two of the policies can be used behind that: `fcfs` and `lof`.",
    trigger="`--enable-priority-scheduling` together with another `--schedule-policy` than those two.",
    situations="`--schedule-policy lpm`, which favours common prefixes, from an older launch line.",
    solutions=(
        "Leave `--schedule-policy` out, or set it to `fcfs`.",
        "Common prefixes matter more than priorities: leave `--enable-priority-scheduling` out.",
        "Long outputs are to go first within a priority: `--schedule-policy lof`.",
    ),
    prevention=("Decide for one order of the queue, and test it under load.",),
    tags=("sglang", "scheduler", "priority", "launch-arguments"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/validation_hook.py check_server_args",
    message="To use priority scheduling",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-priority-scheduling --schedule-policy lpm
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-priority-scheduling --schedule-policy fcfs
"""
