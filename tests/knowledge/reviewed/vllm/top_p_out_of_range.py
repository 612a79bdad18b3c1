from tests.knowledge.form import Prose

ID = "dc8e195b0e447298"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "`top_p` is the share of the probability that the next token is chosen from. It must be above 0 and at most 1; a share of 0 would leave no token to choose."
    ),
    trigger="`top_p` is 0 or less, or more than 1.",
    situations='`top_p=0` meant as "switched off" or as "deterministic"; a percentage; `top_p` and `top_k` taken for each other.',
    solutions=(
        "You want it off: leave it out, or set 1.",
        "You want the same answer every time: `temperature=0`; `top_p` then does not matter.",
        "You meant a number of tokens: that is `top_k`.",
    ),
    tags=("vllm", "top-p", "sampling-params", "request"),
    strategy="validation",
    site="vllm/sampling_params.py SamplingParams._verify_args",
    message="top_p must be in (0, 1], got {self.top_p}.",
)
FIX = """# before
SamplingParams(temperature=0.7, top_p=0)
# after
SamplingParams(temperature=0.7, top_p=1)"""
VALIDATION = """top_p = 0.9
if not 0 < top_p <= 1:
    raise ValueError("top_p must be above 0 and at most 1")"""
