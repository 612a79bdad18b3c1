from tests.knowledge.form import Prose

ID = "c66bb5bf34cc5fd0"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The name given for the parser of tool calls is none that this release has. The message lists those that there are; they come and go with the releases."
    ),
    trigger="`--enable-auto-tool-choice` is set and the name of `--tool-call-parser` is not registered.",
    situations="A slip in the name; the name of the model instead of the parser; a model card for a newer vLLM; a parser of your own whose plugin was not passed.",
    solutions=(
        "Take the right one from the list in the message: `hermes`, `llama3_json`, `mistral` and so on, with underscores.",
        "The model card names one that is not listed: it is newer than your vLLM; upgrade.",
        "It is your own: add `--tool-parser-plugin ./my_parser.py`, and register the parser there under that name.",
    ),
    tags=("vllm", "tool-calling", "tool-call-parser", "startup"),
    strategy="configuration",
    site="vllm/entrypoints/common/cli_args.py validate_api_server_args; vllm/entrypoints/launchers/launcher.py validate_api_server_args",
    message="invalid tool call parser: {args.tool_call_parser} (chose from { {','.join(valid_tool_parses)} })",
)
FIX = """# before
vllm serve meta-llama/Llama-3.1-8B-Instruct --enable-auto-tool-choice --tool-call-parser llama3
# after
vllm serve meta-llama/Llama-3.1-8B-Instruct --enable-auto-tool-choice --tool-call-parser llama3_json"""
