from tests.knowledge.form import Prose

ID = "783adee0ab4f7dbf"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The kernels for this kind of quantization need a newer generation of GPU than the one here. The two numbers are compute capabilities without the dot: 75 is Turing, 80 and 86 Ampere, 89 Ada, 90 Hopper."
    ),
    trigger="The compute capability of the GPU is below the least that the quantization method asks for.",
    situations="A T4 (75) with MXFP4, as gpt-oss has it, or MXFP8, which want 80; a V100 (70) with AWQ or FP8, which want 75; a checkpoint chosen for a newer machine.",
    solutions=(
        "Take another checkpoint of the model: AWQ and FP8 go down to 75, GPTQ to 60, and an unquantized one in float16 needs none of these kernels.",
        "A newer card is in the machine too: choose it with `CUDA_VISIBLE_DEVICES`; the check looks at the first visible one.",
        "You asked for it yourself with `--quantization`: leave the option out, and use a smaller model if it does not fit.",
    ),
    tags=("vllm", "quantization", "compute-capability", "gpu"),
    strategy="configuration",
    site="vllm/config/vllm.py VllmConfig._get_quantization_config",
    message="The quantization method {model_config.quantization} is not supported for the current GPU. Minimum capability: {quant_config.get_min_capability()}. Current capability: {capability}.",
)
FIX = """# before: on a T4
vllm serve openai/gpt-oss-20b
# after
vllm serve Qwen/Qwen2.5-7B-Instruct-AWQ --dtype half"""
VALIDATION = """import torch

major, minor = torch.cuda.get_device_capability()
if 10 * major + minor < 80:
    raise SystemExit("MXFP4 needs a GPU of compute capability 8.0 or newer")"""
