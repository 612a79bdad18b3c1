from tests.knowledge.form import Prose

ID = "3528a3ba1731dfc4"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The weights and the scratch memory of one full batch already use up all that vLLM may take of the GPU. "
        "Nothing is left for the KV cache, in which running requests are kept, so it cannot serve a single one."
    ),
    trigger="What `gpu_memory_utilization` grants, less weights and the peak measured with a full batch, is zero or less.",
    situations=(
        "A model whose weights in 16 bits are about as large as the card; a low `gpu_memory_utilization` on a shared card; a vision "
        "model whose profiling with the largest image or video takes gigabytes; on CPU, little RAM."
    ),
    solutions=(
        "The log's size of the loaded weights is near the size of the card: take a quantized checkpoint, or spread it over more cards with `--tensor-parallel-size 2`.",
        "You lowered `--gpu-memory-utilization` yourself: raise it as far as the card is really free.",
        "The weights are small and it is the measured peak that takes it: lower `--max-num-batched-tokens` and `--max-num-seqs`.",
        'The model takes images or video: limit them, `--limit-mm-per-prompt \'{"image": 1, "video": 0}\'`, or `--language-model-only` if you send only text.',
        "Speed does not matter: hold a part of the weights in RAM with `--cpu-offload-gb 8`.",
    ),
    prevention=("Count before you start: two bytes a parameter in bfloat16, and some gigabytes on top.",),
    tags=("vllm", "kv-cache", "gpu-memory", "startup"),
    strategy="configuration",
    site="vllm/v1/core/kv_cache_planning.py _check_enough_kv_cache_memory; vllm/v1/core/kv_cache_utils.py _check_enough_kv_cache_memory",
    message="No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine (this flag also controls CPU memory reservation on the CPU backend, despite its name). See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.",
)
FIX = """# before
vllm serve Qwen/Qwen3-32B
# after: half of the weights on each of two cards
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 2"""
