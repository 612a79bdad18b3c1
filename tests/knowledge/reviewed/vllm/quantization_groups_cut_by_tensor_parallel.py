from tests.knowledge.form import Prose

ID = "7f3b1acbbce2d5eb"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The weights are quantized in groups, often of 128 values with a scale of their own, and each GPU must get whole groups. With this number of GPUs a layer's part is no multiple of the group size."
    ),
    trigger="The input size of a layer on one GPU is not divisible by the group size of the checkpoint, which is mostly one of compressed-tensors.",
    situations="A checkpoint of llm-compressor (compressed-tensors) in 4 bits on 4 or 8 GPUs; inner sizes that are no multiple of 128 times the number of GPUs, such as 11008 on four or 13824 on eight.",
    solutions=(
        "Halve `--tensor-parallel-size`; the two numbers in the message show whether the doubled part is a multiple of the group size.",
        "You need the memory of all GPUs: split the layers instead, `--pipeline-parallel-size 2` with half the tensor parallel size.",
        "There is a checkpoint with a smaller group size, or an FP8 one: its parts fit more often.",
    ),
    prevention=(
        "Divide `intermediate_size` of `config.json` by the number of GPUs and by `group_size` before choosing them.",
    ),
    tags=("vllm", "quantization", "tensor-parallel", "group-size", "compressed-tensors"),
    strategy="configuration",
    site="vllm/distributed/utils.py verify_group_size_divides_partition",
)
FIX = """# before
vllm serve org/llama-2-7b-w4a16 --tensor-parallel-size 4
# after
vllm serve org/llama-2-7b-w4a16 --tensor-parallel-size 2 --pipeline-parallel-size 2"""
VALIDATION = """intermediate_size, group_size, tensor_parallel_size = 11008, 128, 2
if intermediate_size // tensor_parallel_size % group_size:
    raise ValueError("this tensor parallel size cuts through the groups of the quantization")"""
