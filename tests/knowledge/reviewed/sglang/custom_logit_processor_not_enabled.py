from tests.knowledge.form import Prose

ID = "a2670cd06e650408"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The request brings a logit processor, which is code that the server would run. For that reason it is off until the server is started with an option for it.",
    trigger="`custom_logit_processor` is in a request, and `--enable-custom-logit-processor` was not given.",
    situations="A thinking budget or a list of forbidden tokens that a client sets by a processor; an example from the documentation against a server in production.",
    solutions=(
        "All clients are trusted: start with `--enable-custom-logit-processor`.",
        "You only forbid or favour tokens: use `logit_bias` of the sampling parameters, which needs no option.",
        "You only need a form of answer: use `json_schema` or `regex` instead.",
    ),
    prevention=("Do not open such a server to people you do not trust: they can run code in it.",),
    tags=("sglang", "logit-processor", "requests", "launch-arguments", "security"),
    strategy="configuration",
    background="invalid-state",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_one_request",
    message="enable custom logit processor",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-custom-logit-processor
"""
