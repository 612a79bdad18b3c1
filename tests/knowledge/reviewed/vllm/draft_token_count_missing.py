from tests.knowledge.form import Prose

ID = "39f30d40d716031f"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A draft model was named and not how many tokens it is to propose at a time. Models made for it may carry the number in their config; this one does not."
    ),
    trigger="A draft model is configured, `num_speculative_tokens` is missing, and the draft's config has no `n_predict`.",
    situations="A shortened `--speculative-config`; the name of the field misspelt in a Python dict; an EAGLE head or a plain small model as draft.",
    solutions=(
        'Add it: `"num_speculative_tokens": 3`. More helps only where the drafts are mostly accepted, as in code.',
        "On the command line `--spec-tokens 3` sets the same; not both.",
    ),
    tags=("vllm", "speculative-decoding", "draft-model", "configuration"),
    strategy="configuration",
    site="vllm/config/speculative.py SpeculativeConfig.__post_init__",
    message="A speculative model was provided, but `num_speculative_tokens` was not provided",
)
FIX = """# before
vllm serve Qwen/Qwen3-32B --speculative-config '{"model": "Qwen/Qwen3-0.6B"}'
# after
vllm serve Qwen/Qwen3-32B --speculative-config '{"model": "Qwen/Qwen3-0.6B", "num_speculative_tokens": 3}'"""
