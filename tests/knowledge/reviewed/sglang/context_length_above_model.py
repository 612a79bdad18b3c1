from tests.knowledge.form import Prose

ID = "5760109bd0183672"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="`--context-length` asks for more tokens than the configuration of the model allows for. Positions that the model was not trained for give poor text or a CUDA error, so the server wants you to say that you mean it.",
    trigger='`--context-length` is above the length that follows from the config of the model, and `SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN` is not set. For a draft model the message begins with "Target model\'s": it inherits the length of the target.',
    situations="The model card promises a long context that needs YaRN, which is not in config.json; a draft model for speculative decoding with a shorter context than its target.",
    solutions=(
        "You do not need more: leave `--context-length` out, or set it to the derived length in the message.",
        "The model card gives a `rope_scaling` for long texts: put it in with `--json-model-override-args`, together with the new `max_position_embeddings` and with `rope_theta` of config.json, as it may replace all rope parameters; where `rope_scaling` names `original_max_position_embeddings`, its factor alone does not raise the derived length.",
        "It speaks of the target model: the draft model has a shorter context; set `--context-length` to the shorter one, or use a draft that was made for this target.",
        "You know that the model can do it: set `SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1`.",
    ),
    prevention=("Take the value from config.json of the model, not from its card alone.",),
    tags=("sglang", "context-length", "rope-scaling", "launch-arguments", "speculative-decoding"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/configs/model_config.py ModelConfig._derive_context_length",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --context-length 131072
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --context-length 131072 --json-model-override-args '{"max_position_embeddings": 131072, "rope_scaling": {"rope_type": "yarn", "rope_theta": 1000000, "factor": 4.0, "original_max_position_embeddings": 32768}}'
"""
