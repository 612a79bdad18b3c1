from tests.knowledge.form import Prose

ID = "0946840ffda1fc87"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The form of an answer can be bound in one way at a time: by a JSON schema, a regular expression, a list of choices, a grammar and so on. Here two or more were given."
    ),
    trigger="More than one of `json`, `regex`, `choice`, `grammar`, `json_object` and `structural_tag` is set. In a request, two of `json`, `regex` and `choice` within `structured_outputs` are refused before that, with other words.",
    situations="`response_format` with a schema together with a `regex` or `choice` of `structured_outputs` in `extra_body`; in Python, a helper that fills all fields, with empty values; a default of the application plus one of the request.",
    solutions=(
        "Keep the one that you mean; a JSON schema can hold patterns and `enum` itself.",
        "You send both `response_format` and `structured_outputs`: drop one of them.",
        'A helper fills the others with `{}`, `""` or `[]`: use `None`; an empty value counts as set.',
    ),
    tags=("vllm", "structured-outputs", "json-schema", "sampling-params"),
    strategy="validation",
    site="vllm/sampling_params.py StructuredOutputsParams.__post_init__",
    message="You can only use one kind of structured outputs constraint but multiple are specified: {self.__dict__}",
)
FIX = """# before
StructuredOutputsParams(json=schema, regex=r"\\d{4}-\\d{2}-\\d{2}")
# after
schema["properties"]["date"]["pattern"] = r"^\\d{4}-\\d{2}-\\d{2}$"
StructuredOutputsParams(json=schema)"""
