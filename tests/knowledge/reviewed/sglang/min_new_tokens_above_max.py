from tests.knowledge.form import Prose

ID = "7d0f350d3f34b5b7"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The request wants at least more tokens than it allows at most, so no answer could satisfy it.",
    trigger="`min_new_tokens` is above `max_new_tokens`.",
    situations="`min_new_tokens` set without `max_new_tokens`, which is 128 for `/generate` unless the request says otherwise; one of the two changed, not the other.",
    solutions=(
        "Raise `max_new_tokens` to at least `min_new_tokens`; set both in the same place.",
        "The OpenAI API: its names are `min_tokens` and `max_tokens`.",
        "No minimum is needed: leave `min_new_tokens` out.",
    ),
    prevention=("Set the two limits together.",),
    tags=("sglang", "sampling-params", "max-tokens", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="min_new_tokens must be in [0, max_new_tokens({self.max_new_tokens})]",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"min_new_tokens": 200})
# after
llm.generate("Hello", sampling_params={"min_new_tokens": 200, "max_new_tokens": 512})
"""
VALIDATION = """\
assert min_new_tokens <= max_new_tokens
"""
