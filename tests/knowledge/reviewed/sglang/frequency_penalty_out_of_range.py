from tests.knowledge.form import Prose

ID = "76833cf89aad90c8"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The frequency penalty is subtracted from the score of a token for each time that it was generated. As in the OpenAI API it goes from -2 to 2.",
    trigger="`frequency_penalty` is below -2 or above 2.",
    situations="A repetition penalty of another library put into this field; a percentage.",
    solutions=(
        "Send a value between -2 and 2; 0 switches it off.",
        "A factor such as 1.1 was meant: that is `repetition_penalty`, which has a field of its own.",
    ),
    prevention=("Begin with 0.1 to 0.5; larger values soon spoil the text.",),
    tags=("sglang", "sampling-params", "penalties", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="frequency_penalty must be",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"frequency_penalty": 5})
# after
llm.generate("Hello", sampling_params={"frequency_penalty": 0.5})
"""
VALIDATION = """\
assert -2 <= frequency_penalty <= 2
"""
