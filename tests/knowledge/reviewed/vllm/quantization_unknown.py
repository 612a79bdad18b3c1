from tests.knowledge.form import Prose

ID = "26b1cedf48c3b8fa"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The method of quantization, from your option or from the checkpoint's config, is none that this vLLM knows. The message lists those that it does."
    ),
    trigger="The method is not among the names that vLLM and its plugins registered.",
    situations="`bitsandbytes` or `gguf`, which older releases had and these two do not have built in; a checkpoint in a format newer than this vLLM; a slip in the name; a plugin that is not installed.",
    solutions=(
        "You wanted to load a 16-bit model in fewer bits with `bitsandbytes`: use a method that vLLM applies while loading, such as `--quantization fp8_per_tensor`.",
        "The checkpoint itself is in that format (GGUF, bitsandbytes): take the same model as AWQ, GPTQ, FP8 or compressed-tensors, or install a plugin that brings the method, if there is one.",
        "The method is new and the model card asks for a newer vLLM: upgrade.",
        "Only the name is wrong: take one of those in the message.",
    ),
    tags=("vllm", "quantization", "bitsandbytes", "gguf", "model-loading"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig._verify_quantization",
    message="Unknown quantization method: {self.quantization}. Must be one of {supported_quantization}.",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --quantization bitsandbytes
# after
vllm serve Qwen/Qwen3-8B --quantization fp8_per_tensor"""
