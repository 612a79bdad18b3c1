from tests.knowledge.form import Prose

ID = "2dd4e406bf01ced8"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The engine's processes are alive and were not ready in time, ten minutes by default. Loading, compiling and capturing CUDA graphs took longer, or something hangs."
    ),
    trigger="No engine reported that it is ready within `VLLM_ENGINE_READY_TIMEOUT_S` seconds, 600 unless set.",
    situations="Hundreds of gigabytes of weights on a network disk or downloaded during the start; the first start with compilation on a slow machine; several GPUs whose NCCL cannot talk to each other; several machines of which one was not started.",
    solutions=(
        "The log still makes progress (shards are loaded, graphs captured): give it time, `VLLM_ENGINE_READY_TIMEOUT_S=3600`.",
        "The log stands still at the download: load the model before, `hf download org/name`, onto a local disk.",
        "It stands still after the workers start, with several GPUs: NCCL hangs; run with `NCCL_DEBUG=INFO`, try `NCCL_P2P_DISABLE=1`, and `--shm-size`/`--ipc=host` in a container.",
        "It stands still at compilation: try `--enforce-eager` once to see whether that is it, and keep the cache folder (`VLLM_CACHE_ROOT`) between starts.",
        "Several machines: see whether all of them were started, with the same options and the right `--node-rank`.",
    ),
    tags=("vllm", "engine-core", "startup", "timeout", "nccl"),
    strategy="configuration",
    site="vllm/v1/engine/core_client.py MPClient.__init__",
    message="Timed out waiting for engine core processes",
)
FIX = """# before
vllm serve deepseek-ai/DeepSeek-V3 --tensor-parallel-size 8
# after
hf download deepseek-ai/DeepSeek-V3
VLLM_ENGINE_READY_TIMEOUT_S=3600 vllm serve deepseek-ai/DeepSeek-V3 --tensor-parallel-size 8"""
