from tests.knowledge.form import Prose

ID = "4ad6e70963388f7b"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="A scheduler process reported that it could not get ready, and the main process gives up. What went wrong was printed before by that process.",
    trigger='The first message of a scheduler over its pipe has a status other than "ready".',
    situations="Starting the engine in a program of your own, where the lines of the child processes go to another place than those of your program.",
    solutions=(
        'Look for the first traceback with "TP0" or another rank in the lines above, and look that one up.',
        "The lines of the children are missing: run the same options with `python -m sglang.launch_server`, where everything goes to the terminal.",
        "In a notebook or under a process manager: look into its own log, where the output of child processes ends up.",
    ),
    prevention=("Keep the log level at `info` until the server has started once with its options.",),
    tags=("sglang", "startup", "processes", "engine", "logs"),
    strategy="try-catch",
    background="invalid-state",
    site="srt/entrypoints/engine.py _wait_for_scheduler_ready",
    message="Initialization failed. Please see the error messages above.",
)
FIX = """\
# before
llm = sglang.Engine(model_path="Qwen/Qwen3-8B", log_level="error")
# after
llm = sglang.Engine(model_path="Qwen/Qwen3-8B", log_level="info")
"""
