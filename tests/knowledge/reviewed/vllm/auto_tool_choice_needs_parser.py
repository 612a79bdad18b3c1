from tests.knowledge.form import Prose

ID = "61b5db41fec8afc5"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "You allowed the model to call tools by itself, but models write their calls in different ways, and vLLM was not told how to read this one's."
    ),
    trigger="`--enable-auto-tool-choice` without `--tool-call-parser`.",
    situations="A client answered that both flags are needed, and only one was added; a command copied from another model and shortened.",
    solutions=(
        "Add the parser for your model: `hermes` for Qwen 2.5 and Hermes, `llama3_json` for Llama 3.1 to 3.3, `mistral` for Mistral; the model card mostly names it, and the error for a wrong name lists all.",
        "You need no tools: leave out `--enable-auto-tool-choice`.",
    ),
    tags=("vllm", "tool-calling", "tool-call-parser", "startup"),
    strategy="configuration",
    site="vllm/entrypoints/common/cli_args.py validate_parsed_serve_args; vllm/entrypoints/launchers/cli_args.py validate_parsed_serve_args",
    message="Error: --enable-auto-tool-choice requires --tool-call-parser",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-7B-Instruct --enable-auto-tool-choice
# after
vllm serve Qwen/Qwen2.5-7B-Instruct --enable-auto-tool-choice --tool-call-parser hermes"""
