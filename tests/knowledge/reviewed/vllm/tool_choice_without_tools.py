from tests.knowledge.form import Prose

ID = "7f9b848b637bd32a"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request says how tools are to be chosen and brings no tools. vLLM does not guess; it refuses the request."
    ),
    trigger="`tool_choice` is set to something other than `none`, and `tools` is missing or null.",
    situations='A client library that always sends `tool_choice: "auto"`; a wrapper that dropped the tools; an agent whose list of tools became empty and was left out.',
    solutions=(
        "Send `tool_choice` only together with `tools`; leave out both where there are none.",
        "A library sends it: set its tool choice to `none`, which is always allowed.",
        "You do send tools: look at the request itself; old clients send `functions`, which is not the same.",
    ),
    tags=("vllm", "tool-calling", "tool-choice", "request"),
    strategy="validation",
    site="vllm/entrypoints/openai/chat_completion/protocol.py ChatCompletionRequest.check_tool_usage",
    message="When using `tool_choice`, `tools` must be set.",
)
FIX = """# before
client.chat.completions.create(model=model, messages=messages, tool_choice="auto")
# after
options = {"tools": tools, "tool_choice": "auto"} if tools else {}
client.chat.completions.create(model=model, messages=messages, **options)"""
