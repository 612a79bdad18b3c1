from tests.knowledge.form import Prose

ID = "e2033ac8ba1d6b6a"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="One of the processes that load the model has failed and told the main process to end. This line is never the cause: the error stands above it, in the lines of the rank that failed first.",
    trigger="A child sends SIGQUIT to the main process while the server starts.",
    situations="Any error while loading: memory, an unknown model, options that do not fit together, a kernel that does not compile.",
    solutions=(
        'Search upwards for the first "Scheduler hit an exception" or traceback: the last line of that one is what to look up.',
        "Several ranks failed: take the one with the earliest time; the others only lost their partner.",
        'There is no traceback at all: look for "Killed" with `dmesg -T | grep -i oom`; the process had no time to say something.',
        "The log is cut off: start it again with `2>&1 | tee server.log`.",
    ),
    prevention=("Keep the whole log of a start; report that, and not this line.",),
    tags=("sglang", "startup", "processes", "logs"),
    strategy="try-catch",
    background="invalid-state",
    site="srt/entrypoints/engine.py _set_envs_and_config.launch_phase_sigquit_handler",
    message="Received sigquit from a child process",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B 2>&1 | tee server.log
grep -n -m1 -A40 "hit an exception" server.log
"""
