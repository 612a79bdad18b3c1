from tests.knowledge.form import Prose

ID = "561b361a1b05087a"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The prompt alone has as many tokens as the model can hold, or more, so that nothing could be generated. The context length in the message is that of `--context-length`, or else of the configuration of the model.",
    trigger="The tokens of the prompt, with those the server keeps back, reach the context length, and `--allow-auto-truncate` is off.",
    situations="Whole documents or long histories as prompt; a chat that grows; a server that was started with a small `--context-length`; images, which count by their tokens.",
    solutions=(
        "Shorten the prompt: keep the last turns of a chat, or split the document. Count with the tokenizer of the model, not in characters.",
        "The server was started with a smaller `--context-length` than the model has: raise it or leave it out.",
        "The start of the text is enough: launch with `--allow-auto-truncate`; the end of the prompt is then cut off.",
        "The model itself ends there: use one with a longer context.",
    ),
    prevention=("Read `context_length` of the server once, and cut histories to it in the client.",),
    tags=("sglang", "context-length", "requests", "truncation"),
    strategy="validation",
    background="out-of-range",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_one_request",
    message="The input (",
)
FIX = """\
# before
ids = tokenizer.encode(document)
llm.generate(input_ids=ids)
# after
ids = tokenizer.encode(document)[: context_length - 1024]
llm.generate(input_ids=ids, sampling_params={"max_new_tokens": 512})
"""
VALIDATION = """\
assert len(tokenizer.encode(prompt)) + max_new_tokens <= context_length
"""
