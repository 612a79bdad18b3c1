from tests.knowledge.form import Prose

ID = "7d46c33a7ac34e56"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The temperature divides the scores before a token is drawn, so it has to be a number from 0 upwards. 0 takes the most likely token each time.",
    trigger="`temperature` is negative, infinite or not a number.",
    situations='A value computed by a program that divides by zero; -1 as "default"; a setting read from a file.',
    solutions=(
        "Send 0 for the most likely token, or a value between 0.1 and 1.5.",
        '-1 stood for "default": leave `temperature` out, and the server uses its own.',
        "It is computed: check it with `math.isfinite()` before sending.",
    ),
    prevention=("Check sampling parameters where they enter your program.",),
    tags=("sglang", "sampling-params", "temperature", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="temperature must be",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"temperature": -1})
# after
llm.generate("Hello", sampling_params={"temperature": 0})
"""
VALIDATION = """\
import math

assert math.isfinite(temperature) and temperature >= 0
"""
