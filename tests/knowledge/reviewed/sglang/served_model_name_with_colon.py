from tests.knowledge.form import Prose

ID = "42fc9691c4bd97c5"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="In requests `model:adapter` chooses a LoRA adapter, so the name of the model itself must not have a colon. Without `--served-model-name` it is the path of the model.",
    trigger="The served name has a colon and is no address of an object store that is read directly.",
    situations="Names in the style of Ollama, such as `qwen3:8b`; a Windows path; a path with a date and time in it.",
    solutions=(
        "Give another name: `--served-model-name qwen3-8b`.",
        "Clients insist on the name with the colon: translate it in the gateway in front of the server.",
        "The path has the colon: rename the folder, or give a name with `--served-model-name`.",
    ),
    prevention=("Use letters, digits, dots and dashes in names of models.",),
    tags=("sglang", "served-model-name", "lora", "launch-arguments"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/arg_groups/validation_hook.py check_server_args",
    message="served_model_name cannot contain a colon",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --served-model-name qwen3:8b
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --served-model-name qwen3-8b
"""
VALIDATION = """\
assert ":" not in served_model_name
"""
