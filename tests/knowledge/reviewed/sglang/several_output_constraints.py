from tests.knowledge.form import Prose

ID = "c5761fd73d0e215d"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The form of an answer is enforced by one grammar, and the request has more than one: a JSON schema, a regular expression, an EBNF grammar or a structural tag.",
    trigger="Two or more of `json_schema`, `regex`, `ebnf` and `structural_tag` are set.",
    situations="Defaults of a client merged with those of a request; a schema for the answer and a regular expression for a part of it.",
    solutions=(
        "Keep one of them, and leave the others out or set them to null.",
        "A regular expression for one field: write it as `pattern` into the JSON schema.",
        "A form for each step: send a request for each.",
    ),
    prevention=("Let one function of the client set the constraint of a request.",),
    tags=("sglang", "structured-output", "json-schema", "regex", "sampling-params"),
    strategy="validation",
    background="unsupported-feature-combination",
    site="srt/sampling/sampling_params.py SamplingParams.verify",
    message="Only one of json_schema, regex, ebnf, or structural_tag",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"json_schema": schema, "regex": r"\\d{4}"})
# after
llm.generate("Hello", sampling_params={"json_schema": schema})
"""
