from tests.knowledge.form import Prose

ID = "79024f682bd4cbae"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Configuration and tokenizer were found, but no file with weights of the kind asked for. Either there are none in that folder or repository, or they have another format."
    ),
    trigger="None of the patterns of the load format (`*.safetensors`, `*.bin`, `*.pt`) matches a file of the model.",
    situations="A download that was broken off after the small files; a folder with GGUF or other files only; `--load-format safetensors` with a model that has `.bin` files; weights in a subfolder. (Pointers of Git LFS do have the right names: they fail later, while being read.)",
    solutions=(
        "`ls` of the folder shows configuration and tokenizer only: load it again, `hf download org/name --local-dir …`.",
        "There are `.bin` files and you gave `--load-format safetensors`: leave the option out.",
        "There are only `.gguf` files: take the repository with the original weights.",
        "The weights lie in a subfolder: give that folder, with `config.json` and tokenizer copied into it.",
    ),
    tags=("vllm", "model-loading", "safetensors", "weights"),
    strategy="configuration",
    site="vllm/model_executor/model_loader/default_loader.py DefaultModelLoader._prepare_weights",
    message="Cannot find any model weights with",
)
FIX = """# before: the folder holds config.json and tokenizer only
vllm serve ./Qwen3-8B
# after
hf download Qwen/Qwen3-8B --local-dir ./Qwen3-8B
vllm serve ./Qwen3-8B"""
VALIDATION = """from pathlib import Path

if not any(Path("./Qwen3-8B").glob("*.safetensors")):
    raise SystemExit("the folder holds no weights")"""
