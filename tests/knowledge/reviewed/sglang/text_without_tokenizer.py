from tests.knowledge.form import Prose

ID = "140928990ab4150d"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The server was started without a tokenizer, so it takes and returns token ids only. This request has text.",
    trigger="`skip_tokenizer_init` is set, and the request has `text` rather than `input_ids` or `input_embeds`.",
    situations="An engine for training, where ids are at hand, that is also asked by hand; the OpenAI endpoints of such a server, which always work with text.",
    solutions=(
        "Tokenize yourself: send `input_ids`, and decode `output_ids` of the answer.",
        "Text is wanted: start without `--skip-tokenizer-init`.",
    ),
    prevention=("Let one function of the client build requests, so that ids and text do not mix.",),
    tags=("sglang", "tokenizer", "requests", "engine"),
    strategy="validation",
    background="invalid-state",
    site="srt/managers/tokenizer_manager.py TokenizerManager._tokenize_one_request",
    message="skip_tokenizer_init=True cannot",
)
FIX = """\
# before
llm = sglang.Engine(model_path="Qwen/Qwen3-8B", skip_tokenizer_init=True)
llm.generate("Hello")
# after
llm = sglang.Engine(model_path="Qwen/Qwen3-8B", skip_tokenizer_init=True)
llm.generate(input_ids=tokenizer.encode("Hello"))
"""
