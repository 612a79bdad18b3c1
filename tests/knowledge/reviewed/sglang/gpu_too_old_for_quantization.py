from tests.knowledge.form import Prose

ID = "178752948156b6ba"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The kernels of this quantization need a newer GPU. Both numbers are compute capabilities: 75 is Turing (T4), 80 Ampere (A100), 89 Ada (L40, RTX 4090), 90 Hopper (H100).",
    trigger="The compute capability of the GPU is below the least that the method needs.",
    situations="A checkpoint in FP8 or NVFP4 on an older card; a machine in the cloud with other GPUs than before.",
    solutions=(
        "Take a checkpoint in a format for your GPU: GPTQ or AWQ with 4 bits from Ampere on, and often Turing.",
        "No such checkpoint: load the unquantized model, spread over more GPUs with `--tp-size`.",
        "The checkpoint has to be this one: use a GPU of at least the capability of the message.",
    ),
    prevention=("Look the capability up first: `nvidia-smi --query-gpu=name,compute_cap --format=csv`.",),
    tags=("sglang", "quantization", "gpu", "compute-capability", "model-loading"),
    strategy="configuration",
    background="unsupported-platform",
    site="srt/model_loader/loader.py _get_quantization_config",
    message="is not supported for the current GPU",
)
FIX = """\
# before: on a T4 or A100
python -m sglang.launch_server --model-path nvidia/Llama-3.1-8B-Instruct-FP8
# after
python -m sglang.launch_server --model-path hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4
"""
