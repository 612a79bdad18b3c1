from tests.knowledge.form import Prose

ID = "1ad298a3f21da3e2"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="HiCache sets its part in RAM aside at the start, and that is more than this rank may take. The free RAM, less a reserve, is divided among the ranks on the machine.",
    trigger="The size of the host pool is above the share of free RAM of a rank.",
    situations="`--hicache-ratio` of 2 and more with a large KV cache on 8 GPUs; `--hicache-size`, which is counted for each rank, given for the whole machine; other programs that fill the RAM.",
    solutions=(
        "Set the size by hand: `--hicache-size` in GB for each rank, so that all ranks together leave room in RAM.",
        "Lower `--hicache-ratio`; the pool is that many times the KV cache of the GPU.",
        "Something else fills the RAM: look at `free -g`; in a container raise its limit.",
        "RAM is short for good: add `--hicache-storage-backend file` as a further level, and keep the part in RAM small.",
    ),
    prevention=("Plan RAM as size times number of ranks, and leave the checkpoint its part while loading.",),
    tags=("sglang", "hicache", "memory", "host-memory"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/mem_cache/pool_host/base.py HostKVCache._allocate_host_buffer; srt/mem_cache/pool_host/base.py HostKVCache.__init__",
    message="Not enough host memory available",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp-size 8 --enable-hierarchical-cache --hicache-ratio 4
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp-size 8 --enable-hierarchical-cache --hicache-size 30
"""
