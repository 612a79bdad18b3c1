from tests.knowledge.form import Prose

ID = "6b3a71934a615c3f"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "`fp8` now means a checkpoint whose weights are stored in FP8. This one's are not, and turning 16-bit weights into FP8 while they are loaded has names of its own."
    ),
    trigger="The quantization method is `fp8` and the checkpoint is not marked as serialized in FP8.",
    situations="`--quantization fp8` with an ordinary model, as guides for older releases have it.",
    solutions=(
        "`--quantization fp8_per_tensor`, which does what `fp8` did for such checkpoints.",
        "You want less loss for a little more memory: `--quantization fp8_per_block` scales each block of the weights by itself.",
        "Load a checkpoint that is FP8 already, without the option; it also loads faster and needs less memory while loading.",
    ),
    tags=("vllm", "fp8", "quantization", "migration"),
    strategy="configuration",
    site="vllm/model_executor/layers/quantization/fp8.py Fp8Config.__init__",
    message="The `fp8` quantization method no longer supports online quantization. Please use `--quantization fp8_per_tensor` instead. See https://docs.vllm.ai/en/stable/features/quantization/online/",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --quantization fp8
# after
vllm serve Qwen/Qwen3-8B --quantization fp8_per_tensor"""
