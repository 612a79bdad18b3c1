from tests.knowledge.form import Prose

ID = "3eada1e922153655"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The model is to run in bfloat16, and GPUs before Ampere (V100, T4, RTX 20, GTX) cannot compute in it. float16 is the type for them; most models give the same answers in it."
    ),
    trigger="The dtype is bfloat16 and the compute capability of the GPU is below 8.0.",
    situations="`--dtype bfloat16` from a command for newer cards, on Colab's or Kaggle's T4; a framework on top of vLLM that always passes bfloat16. With `auto`, vLLM falls back to float16 by itself.",
    solutions=(
        'Pass `--dtype half` (`dtype="half"` for `LLM`), or leave the option out.',
        "The model is then refused or answers with `!!!!` or nothing, as Gemma 2 and 3 may: those need bfloat16 or float32; use `--dtype float32` if it fits, or another model.",
        "A tool passes it for you: look for its own setting of the dtype (`dtype`, `bf16`).",
    ),
    tags=("vllm", "bfloat16", "dtype", "compute-capability"),
    strategy="configuration",
    site="vllm/platforms/cuda.py CudaPlatformBase.check_if_supports_dtype",
)
FIX = """# before: on a T4
vllm serve Qwen/Qwen2.5-1.5B-Instruct --dtype bfloat16
# after
vllm serve Qwen/Qwen2.5-1.5B-Instruct --dtype half"""
VALIDATION = """import torch

dtype = "bfloat16" if torch.cuda.is_bf16_supported(including_emulation=False) else "half"
print("use --dtype", dtype)"""
