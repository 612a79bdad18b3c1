from tests.knowledge.form import Prose

ID = "ff2ae1e3155efe53"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "This model's values grow larger than float16 can hold, so that it would answer with nonsense. vLLM refuses the type for it: the model needs bfloat16 or float32."
    ),
    trigger="The dtype is float16 and the model is of a type on vLLM's list: Gemma 2, Gemma 3 or GLM-4.",
    situations="`--dtype half` on a T4 or V100, which cannot do bfloat16; a script with `half` for all models; a quantized checkpoint whose config says float16.",
    solutions=(
        "The GPU is of Ampere or newer: `--dtype bfloat16`, or leave the option out.",
        "The GPU is older: `--dtype float32`, with twice the memory and less speed; only sensible for the small models.",
        "Neither fits: choose a model that is sound in float16, for instance of the Qwen or Llama families.",
    ),
    tags=("vllm", "float16", "dtype", "gemma"),
    strategy="configuration",
    site="vllm/config/model.py _check_valid_dtype",
)
FIX = """# before
vllm serve google/gemma-3-1b-it --dtype half
# after
vllm serve google/gemma-3-1b-it --dtype bfloat16"""
