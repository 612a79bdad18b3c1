from tests.knowledge.form import Prose

ID = "9acc2129d0fb76bd"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM looked for a configuration under the name you gave and found none: the folder or repository does not exist, holds no `config.json` (or `params.json` of Mistral), or could not be reached. The error before this one in the traceback says which."
    ),
    trigger="With `config_format` on `auto`, looking for `config.json` and `params.json` failed or found neither.",
    situations="A typing error in the name; a relative path from another folder, or one that was not mounted into the container; a gated or private repository without a token; no network; a folder with weights only, an adapter, or a checkpoint of a trainer with its files one level deeper.",
    solutions=(
        "You meant a folder: `ls PATH/config.json` where vLLM runs, inside the container. Mount it, `-v /models:/models`, and give that path.",
        "The cause says 401, 403 or `gated`: accept the terms on the model's page, and pass a token, `HF_TOKEN=hf_…`.",
        "The cause says 404 or `Repository Not Found`: compare the name, with its owner, with the page of the model; a private one needs a token as well.",
        "The cause is a connection error or `offline`: load the model on a machine with network first (`hf download org/name --local-dir /models/name`), and serve the folder.",
        "The folder holds an adapter or only weights: give the base model, or copy its `config.json` and tokenizer beside the weights.",
    ),
    tags=("vllm", "model-path", "hugging-face", "config-json", "docker"),
    strategy="configuration",
    site="vllm/transformers_utils/config.py get_config",
    message="Invalid repository ID or local directory specified: '{model}'.\nPlease verify the following requirements:\n1. Provide a valid Hugging Face repository ID.\n2. Specify a local directory that contains a recognized configuration file.\n   - For Hugging Face models: ensure the presence of a 'config.json'.\n   - For Mistral models: ensure the presence of a 'params.json'.\n",
)
FIX = """# before
docker run --gpus all vllm/vllm-openai --model /models/qwen3-8b
# after
docker run --gpus all -v /models:/models vllm/vllm-openai --model /models/qwen3-8b"""
VALIDATION = """from pathlib import Path

folder = Path("/models/qwen3-8b")
if not (folder / "config.json").is_file() and not (folder / "params.json").is_file():
    raise SystemExit(f"{folder} holds no config.json")"""
