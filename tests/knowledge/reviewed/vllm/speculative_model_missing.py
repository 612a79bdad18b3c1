from tests.knowledge.form import Prose

ID = "5a82c4f6dd0e9ebe"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Speculative decoding was switched on with a number of tokens, and nothing says who is to propose them: neither a model nor a method that does without one."
    ),
    trigger="`num_speculative_tokens` is given, `model` is not, and the method is none of those that need no model of their own.",
    situations='Only `num_speculative_tokens` in the config; `"method": "eagle3"` without the head; the old option for the draft model left out when moving to `--speculative-config`.',
    solutions=(
        'Name the draft or the head: `"model": "org/eagle3-head"` next to `"method": "eagle3"`.',
        'The model has prediction layers of its own (DeepSeek-V3, MiMo, GLM-4.5 and the like): `"method": "mtp"`.',
        'No second model at all: `"method": "ngram"`, which proposes what already stands in the prompt.',
    ),
    tags=("vllm", "speculative-decoding", "draft-model", "configuration"),
    strategy="configuration",
    site="vllm/config/speculative.py SpeculativeConfig.__post_init__",
    message="num_speculative_tokens was provided but without speculative model.",
)
FIX = """# before
vllm serve Qwen/Qwen3-32B --speculative-config '{"num_speculative_tokens": 3}'
# after
vllm serve Qwen/Qwen3-32B --speculative-config '{"method": "ngram", "num_speculative_tokens": 3}'"""
