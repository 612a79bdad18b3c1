from tests.knowledge.form import Prose

ID = "f852c4e2130d7e0f"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Before loading the weights each rank of tensor parallelism compares its free memory with the least of all ranks. One GPU has more than a tenth less than this one, so the KV cache, which is as large as the fullest GPU allows, would be cut for all.",
    trigger="`--tp-size` is above 1, and the least free memory of any rank is below 0.9 of that of this rank.",
    situations="A process of an earlier run still holds memory; a desktop, a notebook or another server shares one of the cards; GPUs of different sizes in one group.",
    solutions=(
        "Look at `nvidia-smi` on every node: end the processes that hold memory on one of the GPUs, also those left of a server that crashed.",
        "Others need that GPU: choose free ones with `CUDA_VISIBLE_DEVICES`, or count from another one with `--base-gpu-id`.",
        "The GPUs are of different sizes: use only those of one size in a group.",
        "You accept a smaller KV cache: `SGLANG_ENABLE_TP_MEMORY_INBALANCE_CHECK=0` makes a warning of it.",
    ),
    prevention=("Wait for the processes of the old server to end before starting the new one.",),
    tags=("sglang", "memory", "tensor-parallel", "multi-gpu", "startup"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/distributed/bootstrap.py _check_tp_memory_balance",
)
FIX = """\
# before: GPU 0 is used by a notebook
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp-size 2
# after
CUDA_VISIBLE_DEVICES=2,3 python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp-size 2
"""
