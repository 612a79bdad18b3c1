from tests.knowledge.form import Prose

ID = "570e878baf0c64fb"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Tensor parallelism gives each GPU the same number of attention heads. The model's heads cannot be shared out evenly over that many GPUs."
    ),
    trigger="The model's number of attention heads is no multiple of `tensor_parallel_size`.",
    situations="Three, five or six GPUs in one machine, all used; eight GPUs with a small model of 14 or 28 heads; a draft model beside a large one.",
    solutions=(
        "Choose a size that divides the number of heads in the message, usually 1, 2, 4 or 8: `--tensor-parallel-size 4` on a machine with six GPUs.",
        "You want to use all GPUs: split the layers instead, `--pipeline-parallel-size 3`, or both, tensor 2 times pipeline 3.",
        "The model fits on fewer GPUs: run copies, each on its own part, with `--data-parallel-size`, or several servers behind a load balancer.",
    ),
    prevention=(
        "Look up `num_attention_heads` in the model's `config.json` before you choose the number of GPUs.",
    ),
    tags=("vllm", "tensor-parallel", "attention-heads", "multi-gpu"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig.verify_with_parallel_config",
    message="Total number of attention heads ({total_num_attention_heads}) must be divisible by tensor parallel size ({tensor_parallel_size}).",
)
FIX = """# before: 40 heads
vllm serve Qwen/Qwen3-14B --tensor-parallel-size 3
# after
vllm serve Qwen/Qwen3-14B --pipeline-parallel-size 3"""
VALIDATION = """from transformers import AutoConfig

config = AutoConfig.from_pretrained("Qwen/Qwen3-14B")
if config.num_attention_heads % 4:
    raise ValueError("choose a tensor parallel size that divides the number of attention heads")"""
