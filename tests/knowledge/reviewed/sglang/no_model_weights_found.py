from tests.knowledge.form import Prose

ID = "8961508868ccda69"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The folder or repository was found, but has no files with weights of a kind that the load format looks for.",
    trigger="No file matches the patterns of `--load-format`; for `auto` those are safetensors, then bin and pt files.",
    situations="A download that was broken off after the small files; a folder with a GGUF file beside config.json; weights in a subfolder; `--load-format` left from another model. Pointers of Git LFS have the right names and fail later, while being read.",
    solutions=(
        "List the folder: without `*.safetensors`, `*.bin` or `*.pt` download it again, such as with `hf download REPO`.",
        "It has `*.gguf`: give the path of that file as `--model-path`.",
        "`--load-format` is set: leave it out.",
        "The weights lie in a subfolder: give that one, with config.json and tokenizer beside them.",
    ),
    prevention=("Look at the folder before a start: config.json and weights have to lie side by side.",),
    tags=("sglang", "model-loading", "weights", "safetensors", "lora"),
    strategy="configuration",
    background="file-not-found",
    site="srt/model_loader/loader.py DefaultModelLoader._prepare_weights",
    message="Cannot find any model weights",
)
FIX = """\
# before: the folder holds config.json and tokenizer only
python -m sglang.launch_server --model-path ./Qwen3-8B
# after
hf download Qwen/Qwen3-8B --local-dir ./Qwen3-8B
python -m sglang.launch_server --model-path ./Qwen3-8B
"""
