from tests.knowledge.form import Prose

ID = "8be98195bfdf090d"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="A tool that must be called gives the answer the form of that call, and `response_format`, `regex` or `ebnf` gives it another. One answer cannot have both.",
    trigger='`tool_choice` is "required" or names a tool, and the request has another constraint on its form.',
    situations="An agent framework that always asks for JSON and forces a tool in some steps; defaults of a client.",
    solutions=(
        "The tool is wanted: leave `response_format` out of that request; the schema of the tool already gives its form.",
        'The form is wanted: set `tool_choice` to "auto" or "none".',
        "Both are wanted: first the call of the tool, then a second request with `response_format`.",
    ),
    prevention=("Set `response_format` only in steps without tools.",),
    tags=("sglang", "tool-calling", "structured-output", "openai-api"),
    strategy="validation",
    background="unsupported-feature-combination",
    site="srt/entrypoints/openai/protocol.py ChatCompletionRequest.to_sampling_params",
)
FIX = """\
# before
client.chat.completions.create(model=model, messages=messages, tools=tools,
    tool_choice="required", response_format={"type": "json_object"})
# after
client.chat.completions.create(model=model, messages=messages, tools=tools, tool_choice="required")
"""
