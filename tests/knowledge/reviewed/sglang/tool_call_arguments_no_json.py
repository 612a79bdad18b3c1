from tests.knowledge.form import Prose

ID = "f14fe59effc22b66"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The history of the chat holds a call of a tool by the assistant, and its `arguments` are no JSON. The chat template needs them as an object to write the call into the prompt.",
    trigger="`function.arguments` of a tool call in an assistant message cannot be parsed.",
    situations="An answer cut off by `max_tokens`, whose call is sent back as it is; a streamed call of which a part was lost; a Python dictionary turned into text with `str()`.",
    solutions=(
        'Check `finish_reason` of the answer: with "length" the call is incomplete. Ask again with more `max_tokens`, and do not put it into the history.',
        "You build the history: write arguments with `json.dumps(arguments)`.",
        "Streaming: join all parts of a call by its index before you store it.",
    ),
    prevention=(
        "Parse the arguments of every call before running the tool, and keep only calls that can be parsed.",
    ),
    tags=("sglang", "tool-calling", "chat-history", "openai-api", "json"),
    strategy="validation",
    background="parse-failure",
    site="srt/entrypoints/openai/serving_chat.py parse_tool_call_arguments",
    message="must be valid JSON",
)
FIX = """\
# before
call["function"]["arguments"] = str({"city": "Oslo"})
# after
call["function"]["arguments"] = json.dumps({"city": "Oslo"})
"""
VALIDATION = """\
import json

assert isinstance(json.loads(call["function"]["arguments"]), dict)
"""
