from tests.knowledge.form import Prose

ID = "1c79abde6030f002"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="`top_p` is a share of probability: only the most likely tokens that make it up are drawn from. 1 means all; 0 would leave none, and is refused.",
    trigger="`top_p` is 0, negative or above 1.",
    situations="0 to switch the filter off; a percentage such as 90; a field of a form left empty.",
    solutions=(
        "To switch it off send 1.0, or leave it out.",
        "You meant the most likely token only: send `temperature` 0 instead of `top_p` 0.",
        "A percentage: divide it by 100.",
    ),
    prevention=("Check sampling parameters where they enter your program.",),
    tags=("sglang", "sampling-params", "top-p", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="top_p must be",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"top_p": 0})
# after
llm.generate("Hello", sampling_params={"temperature": 0})
"""
VALIDATION = """\
assert 0 < top_p <= 1
"""
