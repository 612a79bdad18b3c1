from tests.knowledge.form import Prose

ID = "25d52b51d32aa745"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "None of the implementations of attention can do what this model and your options ask of this GPU. The message holds the combination, and for each backend why it was out."
    ),
    trigger="Without a choice of yours, every backend for this GPU named at least one reason against itself.",
    situations="A model with sparse attention (DeepSeek-V3.2) on an A100, for which there are no kernels; a quantized KV cache, sinks or an odd head size on a GPU without them; an unusual `--block-size`; a very new GPU with an older vLLM.",
    solutions=(
        "The reason that all of them share shows what to change. `kv_cache_dtype not supported`: leave out `--kv-cache-dtype`.",
        "`block_size not supported`: leave out `--block-size`.",
        "`dtype not supported`: use `--dtype half` or `bfloat16`.",
        "`compute capability not supported`, `sparse not supported` or the like everywhere: the model needs another generation of GPU; or a newer vLLM, if the GPU is new.",
        "An import error among the reasons: install that package, such as FlashInfer.",
    ),
    tags=("vllm", "attention-backend", "gpu", "kv-cache-dtype"),
    strategy="configuration",
    site="vllm/platforms/cuda.py CudaPlatformBase.get_attn_backend_cls",
    message="No valid attention backend found for {cls.device_name} with {config_str}. Reasons: {reasons_str}.",
)
FIX = """# before: sparse attention, on A100s; on each node with its rank and the address of the first
vllm serve deepseek-ai/DeepSeek-V3.2 --tensor-parallel-size 16 --nnodes 2
# after, likewise
vllm serve deepseek-ai/DeepSeek-V3.1 --tensor-parallel-size 16 --nnodes 2"""
