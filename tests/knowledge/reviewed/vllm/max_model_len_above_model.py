from tests.knowledge.form import Prose

ID = "7151eaa7bedee1a6"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "You asked for a longer context than the model's own `config.json` allows. The model was not trained for such positions: without a scaling "
        "of its position encoding, what it writes there is worthless, or the GPU reads past the end of a table."
    ),
    trigger=(
        "`max_model_len` is larger than the length derived from the config (often `max_position_embeddings`; kinds of rope scaling other than YaRN, LongRoPE and Llama 3 multiply it by their factor), "
        "and no `model_max_length` of the config allows it."
    ),
    situations=(
        "A command copied from another model; a base model of 4k or 8k; a fine-tune whose config lost the rope scaling of its base; a model card that promises a long context with YaRN, which must be switched on."
    ),
    solutions=(
        "You do not need more than the model can: lower `--max-model-len` to the number that the message derives, or leave it out.",
        "The model card describes a way to a longer context (YaRN): give its `rope_parameters`, `rope_theta` included, and the new `max_position_embeddings` with `--hf-overrides`; the factor of YaRN alone does not raise the derived length.",
        "The config is wrong and you know the model can: correct `max_position_embeddings` in `config.json` or with `--hf-overrides`.",
        "Only to try it: `VLLM_ALLOW_LONG_MAX_MODEL_LEN=1` turns the error into a warning. Answers may be NaN, or the process crash.",
    ),
    tags=("vllm", "max-model-len", "context-length", "rope-scaling"),
    strategy="configuration",
    site="vllm/config/model.py _get_and_verify_max_len",
    message="To allow overriding this maximum, set the env var VLLM_ALLOW_LONG_MAX_MODEL_LEN=1",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-7B-Instruct --max-model-len 131072
# after
vllm serve Qwen/Qwen2.5-7B-Instruct --max-model-len 32768"""
