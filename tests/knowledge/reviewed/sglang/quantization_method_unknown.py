from tests.knowledge.form import Prose

ID = "e638eea31998786e"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The method of quantization is not one that this release can load. The message lists those it can; the name comes from the configuration of the checkpoint, as an unknown one of `--quantization` is refused before.",
    trigger="The method is not in the list of supported ones.",
    situations="A checkpoint in a newer format than the release knows; a checkpoint made by a tool for another engine.",
    solutions=(
        "Look at `quantization_config` in config.json of the checkpoint: if the method is new, take a newer release of sglang.",
        "There are other checkpoints of the model: choose one in a format of the list, such as fp8, awq or gptq.",
        "None fits: load the unquantized model with `--quantization fp8`, which quantizes on loading.",
    ),
    prevention=("Check `quant_method` in config.json before downloading a checkpoint.",),
    tags=("sglang", "quantization", "model-loading", "checkpoints"),
    strategy="configuration",
    background="unknown-name",
    site="srt/configs/model_config.py ModelConfig._verify_quantization",
    message="Unknown quantization method",
)
FIX = """\
# before
python -m sglang.launch_server --model-path org/model-HQQ
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --quantization fp8
"""
