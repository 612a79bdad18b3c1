from tests.knowledge.form import Prose

ID = "7f51ae5ff99b392c"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="When the weights were loaded, nothing was left for the KV cache of the share of GPU memory that `--mem-fraction-static` allows. That share holds weights and KV cache together; what is outside of it is kept for activations and CUDA graphs.",
    trigger="The number of KV-cache tokens that fit beside the weights comes out as zero or less.",
    situations="A model that almost fills the card; a fraction lowered against out-of-memory errors while serving; a draft model loaded beside the target; another process on the same GPU.",
    solutions=(
        'The log line "Load weight end" says that the weights take most of the card: raise `--mem-fraction-static` in small steps, up to about 0.95.',
        "The weights alone do not fit at any fraction: spread them with `--tp-size 2`, load a quantized checkpoint, or keep a part in RAM with `--cpu-offload-gb`.",
        "`nvidia-smi` shows another process on the GPU: end it, or choose another card with `CUDA_VISIBLE_DEVICES`.",
        "You had lowered the fraction against out-of-memory errors while serving: put it back, and make room with a smaller `--chunked-prefill-size` or `--cuda-graph-max-bs-decode` instead.",
        "Speculative decoding is on: the draft model needs its part too; start without `--speculative-algorithm` once to see whether that is it.",
    ),
    prevention=(
        "Leave `--mem-fraction-static` out first: the server then chooses it for the card and the other options.",
    ),
    tags=("sglang", "memory", "kv-cache", "mem-fraction-static", "startup"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/model_executor/pool_configurator.py MemoryPoolConfig.__post_init__",
    message="Current value",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --mem-fraction-static 0.6
# after: on one card of 80 GB the weights alone take more than 60 GB
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --mem-fraction-static 0.9
"""
