from tests.knowledge.form import Prose

ID = "1e5018ed55caa4b1"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="`top_k` is the number of the most likely tokens to draw from. At least one is needed; -1 means all of them.",
    trigger="`top_k` is 0, or negative other than -1.",
    situations='0 for "off", as other libraries and servers have it.',
    solutions=(
        "To switch it off send -1, or leave it out.",
        "You meant the most likely token only: send `top_k` 1 or `temperature` 0.",
    ),
    prevention=("Translate the settings of other libraries: their 0 is -1 here.",),
    tags=("sglang", "sampling-params", "top-k", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="top_k must be",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"top_k": 0})
# after
llm.generate("Hello", sampling_params={"top_k": -1})
"""
VALIDATION = """\
assert top_k == -1 or top_k >= 1
"""
