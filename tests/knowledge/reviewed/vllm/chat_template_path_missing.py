from tests.knowledge.form import Prose

ID = "f147708df9811d27"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "What was given as chat template looks like the name of a file, and there is no such file, neither where vLLM runs nor among the templates that it brings."
    ),
    trigger="The template has neither a brace nor a line break, is no existing path, and no built-in template has this name.",
    situations="A relative path from another folder; a path of the host while the server is in a container; a name of an example that exists only in the source tree of vLLM (`examples/tool_chat_template_…`).",
    solutions=(
        "Give the full path, and in a container mount the file: `-v ./template.jinja:/template.jinja`, `--chat-template /template.jinja`.",
        "The template is one of vLLM's examples: load that file for your release, and give its path.",
        "The model has a template of its own, as nearly all chat models do: leave the option out.",
    ),
    tags=("vllm", "chat-template", "startup", "docker"),
    strategy="configuration",
    site="vllm/renderers/chat_utils/chat_template.py validate_chat_template; vllm/renderers/chat_utils.py validate_chat_template",
    message="appears path-like, but doesn't exist",
)
FIX = """# before
vllm serve ./my-model --chat-template examples/tool_chat_template_hermes.jinja
# after
vllm serve ./my-model --chat-template /srv/templates/tool_chat_template_hermes.jinja"""
VALIDATION = """from pathlib import Path

if not Path("/srv/templates/tool_chat_template_hermes.jinja").is_file():
    raise SystemExit("the chat template is not there")"""
