from tests.knowledge.form import Prose

ID = "91d465bc9cd7663b"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "AWQ stores scales for groups of weights, often 128. Tensor parallelism cut a layer so that a GPU's part does not consist of whole groups, and such a part cannot be unpacked."
    ),
    trigger="The part of a layer's input on one GPU is no multiple of the group size of the checkpoint.",
    situations="A model whose inner size is no multiple of 128 times the number of GPUs, such as 11008 (Llama 2 7B) on four; a small model on many GPUs.",
    solutions=(
        "Halve `--tensor-parallel-size`: with 2 instead of 4 the parts are larger and mostly fit.",
        "You need the memory of all GPUs: split the layers instead, `--pipeline-parallel-size 2` together with the smaller tensor parallel size.",
        "There is a checkpoint with a smaller group size (64 or 32): its parts fit more often.",
        "There is an FP8 checkpoint and the GPU can run it: it has no such groups in its plain form.",
    ),
    prevention=(
        "The inner sizes in `config.json` (`hidden_size`, `intermediate_size`) divided by the number of GPUs should be multiples of the group size.",
    ),
    tags=("vllm", "awq", "tensor-parallel", "quantization"),
    strategy="configuration",
    site="vllm/model_executor/layers/quantization/auto_awq.py BaseAWQLinearMethod.create_weights",
    message="The input size is not aligned with the quantized weight shape. This can be caused by too large tensor parallel size.",
)
FIX = """# before
vllm serve org/llama-2-7b-awq --tensor-parallel-size 4
# after
vllm serve org/llama-2-7b-awq --tensor-parallel-size 2 --pipeline-parallel-size 2"""
VALIDATION = """intermediate_size, group_size, tensor_parallel_size = 11008, 128, 2
if intermediate_size // tensor_parallel_size % group_size:
    raise ValueError("this tensor parallel size cuts through the groups of the quantization")"""
