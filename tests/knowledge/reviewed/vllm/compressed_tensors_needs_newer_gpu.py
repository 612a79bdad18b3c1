from tests.knowledge.form import Prose

ID = "bafcc6773638546b"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The checkpoint was compressed with llm-compressor, and the scheme used for its layers has no kernel for a GPU of this generation. The numbers are compute capabilities without the dot."
    ),
    trigger="The capability of the GPU is below what the scheme of a layer asks for.",
    situations="W4A8 with FP8 activations (90) on an A100 or L40; MXFP4 (80) on a T4 (75); nearly any such checkpoint on a V100 (70), as most schemes want 75.",
    solutions=(
        "Take a checkpoint of the same model in a scheme for your GPU: `w4a16`, `w8a8` with integers and FP8 start at 75; below 89, FP8 is used for the weights only.",
        "There is none: GPTQ goes down to 60, and the unquantized model needs none of these kernels.",
        "A newer GPU is in the machine: choose it with `CUDA_VISIBLE_DEVICES`.",
    ),
    tags=("vllm", "compressed-tensors", "quantization", "compute-capability"),
    strategy="configuration",
    site="vllm/model_executor/layers/quantization/compressed_tensors/compressed_tensors.py CompressedTensorsConfig._check_scheme_supported",
    message="Quantization scheme is not supported for the current GPU. Min capability: {min_capability}. Current capability: {capability}.",
)
FIX = """# before: on an A100
vllm serve org/model-W4A8-FP8
# after
vllm serve org/model-quantized.w4a16"""
