from tests.knowledge.form import Prose

ID = "c64791f5769ccce7"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The request wants hidden states, which the server has to keep from each step. It does so only when it was told at the start.",
    trigger="`return_hidden_states` is set in a request, and the server was started without a mode for it.",
    situations="Training or analysis code on top of `/generate`, run against a server that was made for serving.",
    solutions=(
        "You need the states of all tokens: start with `--return-hidden-states-mode full` (or `--enable-return-hidden-states`).",
        'The last one is enough: start with `--return-hidden-states-mode last`, and send `"return_hidden_states": "last"`.',
        "You do not need them: leave `return_hidden_states` out of the request.",
    ),
    prevention=("Keep a launch script of its own for servers that feed training code.",),
    tags=("sglang", "hidden-states", "requests", "launch-arguments"),
    strategy="configuration",
    background="invalid-state",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_one_request",
    message="not configured to return hidden states",
)
FIX = """\
# before
llm = sglang.Engine(model_path="Qwen/Qwen3-0.6B")
llm.generate("Hello", return_hidden_states=True)
# after
llm = sglang.Engine(model_path="Qwen/Qwen3-0.6B", enable_return_hidden_states=True)
llm.generate("Hello", return_hidden_states=True)
"""
