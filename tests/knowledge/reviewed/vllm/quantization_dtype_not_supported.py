from tests.knowledge.form import Prose

ID = "e948871d5d4695ba"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "With quantized weights the values between the layers still have a 16-bit type, and this method can work with certain types only. The one in use is not among them."
    ),
    trigger="The model's dtype, yours or the one of its config, is not in the list of the quantization method.",
    situations="`--dtype half` with MXFP4 (gpt-oss), which wants bfloat16; `--dtype float32` with any of them; an old GPU without bfloat16, for which `half` was chosen.",
    solutions=(
        "You gave `--dtype`: leave it out, or give one of the supported ones in the message.",
        "You gave `half` since the GPU has no bfloat16: then this checkpoint cannot run there; take one quantized with GPTQ or AWQ, which also work in float16.",
        "The dtype comes from the checkpoint's config: override it, `--dtype bfloat16`.",
    ),
    tags=("vllm", "quantization", "dtype", "bfloat16"),
    strategy="configuration",
    site="vllm/config/vllm.py VllmConfig._get_quantization_config",
    message="{model_config.dtype} is not supported for quantization method {model_config.quantization}. Supported dtypes: {supported_dtypes}",
)
FIX = """# before
vllm serve openai/gpt-oss-20b --dtype half
# after
vllm serve openai/gpt-oss-20b"""
