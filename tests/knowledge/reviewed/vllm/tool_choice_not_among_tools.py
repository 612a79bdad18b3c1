from tests.knowledge.form import Prose

ID = "ba77542c24fdc56d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request demands a certain tool by name, and none of the tools that it brings has this name."
    ),
    trigger="`tool_choice` names a function, and no entry of `tools` has it as `function.name`.",
    situations="A name in another case or with a prefix; tools filtered before sending; the name taken from the variable and not from the definition.",
    solutions=(
        "Make the names equal: `tool_choice.function.name` must be one of `tools[…].function.name`, letter by letter.",
        "The tool was filtered out: force it only if it is in the list; otherwise use `auto`.",
        'You want any tool to be called, whichever: `tool_choice: "required"`.',
    ),
    tags=("vllm", "tool-calling", "tool-choice", "request"),
    strategy="validation",
    site="vllm/entrypoints/openai/chat_completion/protocol.py ChatCompletionRequest.check_tool_usage",
    message="The tool specified in `tool_choice` does not match any of the specified `tools`",
)
FIX = """# before: the tool is called get_weather
tool_choice = {"type": "function", "function": {"name": "getWeather"}}
# after
tool_choice = {"type": "function", "function": {"name": tools[0]["function"]["name"]}}"""
