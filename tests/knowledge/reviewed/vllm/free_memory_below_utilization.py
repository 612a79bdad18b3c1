from tests.knowledge.form import Prose

ID = "6b21345f5bfe77cb"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Before it loads anything, vLLM checks that the share of the GPU it was told to take is really free. It is not: "
        "something else already holds memory there. `gpu_memory_utilization` is a share of the whole card, not of what is left over."
    ),
    trigger="Free memory of the device at the start of a worker is below `gpu_memory_utilization` times its total memory (0.92 of it by default).",
    situations=(
        "An earlier vLLM process that was killed and whose workers live on; a notebook in which a first `LLM` is still alive; "
        "a second server on the same card; a desktop or another model on it."
    ),
    solutions=(
        "`nvidia-smi` shows a process that should be gone (often `VLLM::EngineCore` or `VLLM::Worker`): end it by its id, wait until the memory is free, start again.",
        "You run this in a notebook or create a second `LLM` in one program: restart the kernel, or let each engine live in a process of its own.",
        "Something else is meant to stay on that card: give vLLM what is left, `--gpu-memory-utilization 0.6`, a bit below free divided by total, both in the message.",
        "Another card is free: choose it with `CUDA_VISIBLE_DEVICES=1`.",
    ),
    prevention=(
        "Two servers on one card need shares that sum to less than 1, and the second should start when the first is ready.",
    ),
    tags=("vllm", "gpu-memory", "startup", "gpu-memory-utilization"),
    strategy="configuration",
    site="vllm/v1/worker/utils.py request_memory",
    message="Free memory on device {init_snapshot.device_} ({format_gib(init_snapshot.free_memory)}/{format_gib(init_snapshot.total_memory)} GiB) on startup is less than desired GPU memory utilization ({cache_config.gpu_memory_utilization}, {format_gib(requested_memory)} GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B
# after: the other process on the card keeps its memory
vllm serve Qwen/Qwen3-8B --gpu-memory-utilization 0.6"""
VALIDATION = """import torch

free, total = torch.cuda.mem_get_info()
if free < 0.92 * total:
    raise SystemExit(f"only {free / total:.2f} of the GPU is free: lower gpu_memory_utilization or free it")"""
