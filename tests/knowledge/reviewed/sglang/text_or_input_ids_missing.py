from tests.knowledge.form import Prose

ID = "1fdeba7474725c60"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="A request to `/generate` needs a prompt in one form: text, token ids or embeddings. This one has none, or has all three.",
    trigger="`text`, `input_ids` and `input_embeds` are all missing, or all set.",
    situations="A body in the form of the OpenAI API sent to `/generate`, where `prompt` and `messages` are not read; a variable that is None.",
    solutions=(
        "Call the prompt `text` in the body for `/generate`.",
        "You have `messages` or `prompt`: send them to `/v1/chat/completions` or `/v1/completions`.",
        "The field is there: print the body; its value may be null.",
    ),
    prevention=(
        "Use a client of the OpenAI API for the `/v1` endpoints, and keep `/generate` for raw requests.",
    ),
    tags=("sglang", "requests", "generate-endpoint", "prompt"),
    strategy="validation",
    background="missing-argument",
    site="srt/managers/io_struct.py GenerateReqInput._validate_inputs",
    message="Either text, input_ids or input_embeds",
)
FIX = """\
# before
requests.post("http://localhost:30000/generate", json={"prompt": "Hello"})
# after
requests.post("http://localhost:30000/generate", json={"text": "Hello"})
"""
