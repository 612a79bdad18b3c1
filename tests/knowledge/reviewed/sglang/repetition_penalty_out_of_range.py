from tests.knowledge.form import Prose

ID = "54ecda8e5774b545"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The repetition penalty is a factor on the scores of tokens that were already used: 1 leaves them alone, above 1 they become less likely. It has to be above 0 and at most 2.",
    trigger="`repetition_penalty` is 0, negative or above 2.",
    situations='0 for "off"; a value of `frequency_penalty`, which is off at 0, put into this field.',
    solutions=(
        "To switch it off send 1.0, or leave it out.",
        "A value around 0 was meant: that is `frequency_penalty` or `presence_penalty`.",
    ),
    prevention=(
        "Remember the neutral values: 1 for the factor, 0 for the two penalties that are subtracted.",
    ),
    tags=("sglang", "sampling-params", "penalties", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="repetition_penalty must be",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"repetition_penalty": 0})
# after
llm.generate("Hello", sampling_params={"repetition_penalty": 1.05})
"""
VALIDATION = """\
assert 0 < repetition_penalty <= 2
"""
