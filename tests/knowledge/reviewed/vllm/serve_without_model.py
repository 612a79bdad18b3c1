from tests.knowledge.form import Prose

ID = "5a8f67edb170dfb5"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "`vllm serve` takes the model as its first word. Here an option comes first, and the model was given nowhere that it is looked for; without this check the name for clients would be taken for it."
    ),
    trigger="The word after `serve` begins with a dash, `--served-model-name` is among the options, and there is neither `--model` nor `--config`.",
    situations="Arguments of a container in a wrong order; `--served-model-name` taken for the option of the model.",
    solutions=(
        "Put the model first: `vllm serve Qwen/Qwen3-8B --served-model-name qwen3`.",
        "In a list of arguments (Docker, Kubernetes) see that the model is the first item after `serve`.",
        "The model stands in a YAML file: pass that with `--config`.",
    ),
    tags=("vllm", "cli", "served-model-name", "startup"),
    strategy="configuration",
    site="vllm/utils/argparse_utils.py FlexibleArgumentParser.parse_args",
)
FIX = """# before
vllm serve --served-model-name qwen3 --port 8000
# after
vllm serve Qwen/Qwen3-8B --served-model-name qwen3 --port 8000"""
