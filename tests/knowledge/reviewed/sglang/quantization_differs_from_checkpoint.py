from tests.knowledge.form import Prose

ID = "e2a7a81ff49c03fd"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The checkpoint says in its configuration how it was quantized, and `--quantization` says otherwise. Weights that are already quantized cannot be loaded as another format.",
    trigger="`--quantization` names a method that is neither that of the checkpoint nor one that goes with it, and is not `quark_mxfp4`, which quantizes anew.",
    situations="A launch line made for another checkpoint of the same model; `--quantization fp8` added for an AWQ or GPTQ checkpoint to make it faster.",
    solutions=(
        "Leave `--quantization` out: the method is read from the checkpoint.",
        "You want the method of the option: take the unquantized checkpoint, which can be quantized on loading, or one in that format.",
    ),
    prevention=("Use `--quantization` only with unquantized checkpoints.",),
    tags=("sglang", "quantization", "model-loading", "launch-arguments"),
    strategy="configuration",
    background="incompatible-model-configuration",
    site="srt/configs/model_config.py ModelConfig._verify_quantization",
    message="does not match the quantization method",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct-AWQ --quantization fp8
# after
python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B-Instruct-AWQ
"""
