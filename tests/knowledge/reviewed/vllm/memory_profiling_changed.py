from tests.knowledge.form import Prose

ID = "0503ff670dbbe85f"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "To learn how much memory is left for the KV cache, vLLM loads the model, runs it once and looks at what is free before and after. "
        "Afterwards more was free than at the start: some other process let go of memory meanwhile, and the sums would be wrong."
    ),
    trigger="Free memory of the GPU after the profiling run is larger than it was when the worker started.",
    situations=(
        "Several vLLM servers started at the same moment on one card; an old server that was still shutting down; a training job "
        "or test beside it that ended in those seconds."
    ),
    solutions=(
        "Start it again once the other process is gone or has settled; `nvidia-smi` should show the same free memory for some seconds.",
        "You start several engines on one card: one after the other, the next when the one before answers at `/health`.",
        "You restart in a script: wait for the end of the old process before the new one starts, not only for its signal.",
        "The card is shared by design: give the server a card of its own with `CUDA_VISIBLE_DEVICES`.",
    ),
    tags=("vllm", "gpu-memory", "profiling", "startup"),
    strategy="configuration",
    site="vllm/v1/worker/gpu_worker.py Worker.determine_available_memory",
)
FIX = """# before
vllm serve Qwen/Qwen3-0.6B --port 8001 --gpu-memory-utilization 0.4 &
vllm serve Qwen/Qwen3-1.7B --port 8002 --gpu-memory-utilization 0.4 &
# after
vllm serve Qwen/Qwen3-0.6B --port 8001 --gpu-memory-utilization 0.4 &
until curl -sf localhost:8001/health; do sleep 2; done
vllm serve Qwen/Qwen3-1.7B --port 8002 --gpu-memory-utilization 0.4 &"""
