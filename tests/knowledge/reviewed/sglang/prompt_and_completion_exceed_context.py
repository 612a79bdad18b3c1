from tests.knowledge.form import Prose

ID = "d58e110372e12bd8"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The prompt fits, but together with the number of new tokens that the request asks for it is longer than the context of the model. The message has both numbers.",
    trigger="`max_new_tokens` (`max_tokens` or `max_completion_tokens` of the OpenAI API) and the tokens of the prompt are together above the context length, and `--allow-auto-truncate` is off.",
    situations="A client that always asks for the longest answer, such as a coding assistant with `max_tokens` of 32000; a chat that has grown; a model with a small context behind a client made for a larger one.",
    solutions=(
        "Ask for less: set `max_tokens` to the context length minus the tokens of the prompt.",
        "The client takes the limit from its own settings: enter the context length of this server there.",
        "Let the server lower the number of new tokens: launch with `--allow-auto-truncate`.",
        "Shorten the prompt where the answer needs the room.",
    ),
    prevention=("Compute `max_tokens` from the prompt rather than setting it to a fixed maximum.",),
    tags=("sglang", "context-length", "max-tokens", "requests", "openai-api"),
    strategy="validation",
    background="out-of-range",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_one_request",
    message="Requested token count exceeds",
)
FIX = """\
# before
client.chat.completions.create(model="default", messages=messages, max_tokens=32000)
# after
client.chat.completions.create(model="default", messages=messages, max_tokens=4096)
"""
