from tests.knowledge.form import Prose

ID = "bb6f321679387b0d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The sizes of tensor and pipeline parallelism ask for more GPUs than this machine shows to the process. Without more words vLLM assumes "
        "that all of them are in this one machine."
    ),
    trigger="Tensor times pipeline parallel size exceeds the number of visible CUDA devices, and neither a distributed backend nor several nodes were asked for.",
    situations="`CUDA_VISIBLE_DEVICES` or a container that shows only some of the cards; a command for eight GPUs on a smaller machine; a run over several machines without Ray.",
    solutions=(
        "Only one machine: choose sizes whose product is at most the number of GPUs in the message.",
        "`nvidia-smi` shows more GPUs than the message: `CUDA_VISIBLE_DEVICES` hides some, or the container was started without `--gpus all`.",
        "Several machines with a Ray cluster: add `--distributed-executor-backend ray`.",
        "Several machines without Ray: start it on each with `--nnodes 2 --node-rank 0` (1 on the second) and `--master-addr` of the first.",
    ),
    tags=("vllm", "tensor-parallel", "multi-gpu", "multi-node", "cuda-visible-devices"),
    strategy="configuration",
    site="vllm/config/parallel.py ParallelConfig.__post_init__",
    message="World size ({self.world_size}) is larger than the number of available GPUs ({gpu_count}) in this node. If this is intentional and you are using:\n- ray, set '--distributed-executor-backend ray'.\n- multiprocessing, set '--nnodes' appropriately.",
)
FIX = """# before: CUDA_VISIBLE_DEVICES=0,1 is set
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4
# after
CUDA_VISIBLE_DEVICES=0,1,2,3 vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4"""
VALIDATION = """import torch

tensor_parallel_size, pipeline_parallel_size = 4, 1
if tensor_parallel_size * pipeline_parallel_size > torch.cuda.device_count():
    raise SystemExit(f"only {torch.cuda.device_count()} GPUs are visible")"""
