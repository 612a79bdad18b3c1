from tests.knowledge.form import Prose

ID = "9a3293d13d3fc432"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The checkpoint says in its config how it was quantized, and you named another method. vLLM cannot read weights of one method with the code of another; with a quantized checkpoint the option is not needed at all."
    ),
    trigger="`quantization` is given, the model's config has a `quantization_config` with another method, and no method of vLLM takes over from one to the other.",
    situations="`--quantization awq` on a checkpoint made by llm-compressor; `--quantization fp8_per_tensor` for a checkpoint that is 4 bits already; a repository whose name says GPTQ and whose files were replaced.",
    solutions=(
        "Leave out `--quantization`: the method is read from the checkpoint.",
        "The message names the method of the checkpoint; if a script must give one, give that.",
        "You want another method than this checkpoint has: take a checkpoint made with it, or the unquantized one and let vLLM quantize it while loading.",
    ),
    prevention=("Give `--quantization` only to quantize a 16-bit checkpoint while it is loaded.",),
    tags=("vllm", "quantization", "model-loading"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig._verify_quantization",
    message="Quantization method specified in the model config ({quant_method}) does not match the quantization method specified in the `quantization` argument ({self.quantization}).",
)
FIX = """# before
vllm serve RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w4a16 --quantization awq
# after
vllm serve RedHatAI/Meta-Llama-3.1-8B-Instruct-quantized.w4a16"""
