from tests.knowledge.form import Prose

ID = "96298715e47a8344"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM promises that one request of the longest length, `max_model_len`, fits into the KV cache. With the memory that "
        "is left after the weights it does not. The message says how much one such request needs, how much there is and, where it can, which length would fit."
    ),
    trigger="The KV cache of one request with `max_model_len` tokens is larger than the memory left for the cache.",
    situations=(
        "A model that allows 128k tokens or more, started without `--max-model-len`, on one card of 24 GB; the same command after moving to a smaller card."
    ),
    solutions=(
        "You need no such long prompts, the usual case: set `--max-model-len` to what you need, at most to the length that the message estimates.",
        "You want as much as fits: `--max-model-len auto` chooses the longest length for which there is memory.",
        "You need the length: halve what a token takes with `--kv-cache-dtype fp8` (the GPU and the attention backend must support it).",
        "The card is not used in full: raise `--gpu-memory-utilization`, for instance from 0.8 to 0.92, if nothing else runs on it.",
        "Otherwise more memory: `--tensor-parallel-size 2`, or a quantized checkpoint, leaves more room beside the weights.",
    ),
    prevention=(
        "Always give `--max-model-len`; the default is what the model could do, not what your card can hold.",
    ),
    tags=("vllm", "kv-cache", "max-model-len", "gpu-memory", "startup"),
    strategy="configuration",
    site="vllm/v1/core/kv_cache_planning.py _check_enough_kv_cache_memory; vllm/v1/core/kv_cache_utils.py _check_enough_kv_cache_memory",
    message="To serve at least one request with the model's max seq len ({max_model_len}), ({format_gib(needed_memory)} GiB KV cache is needed, which is larger than the available KV cache memory ({format_gib(available_memory)} GiB). {estimated_msg}Try increasing `gpu_memory_utilization` (which also controls CPU memory on the CPU backend) or decreasing `max_model_len` when initializing the engine. See https://docs.vllm.ai/en/latest/configuration/conserving_memory/ for more details.",
)
FIX = """# before
vllm serve meta-llama/Llama-3.1-8B-Instruct
# after
vllm serve meta-llama/Llama-3.1-8B-Instruct --max-model-len 16384"""
