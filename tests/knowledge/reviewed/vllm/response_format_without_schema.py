from tests.knowledge.form import Prose

ID = "eb0dce701d7bf9b9"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request wants an answer that follows a JSON schema and brings none. The schema has its place in a field of the same name as the type."
    ),
    trigger="`response_format.type` is `json_schema` and its field `json_schema` is missing or null.",
    situations="The schema one level too high, as `schema` directly in `response_format`; a client made for another provider; only valid JSON was wanted, without a schema.",
    solutions=(
        'Nest it: `{"type": "json_schema", "json_schema": {"name": "order", "schema": {…}}}`.',
        'Any JSON will do: `{"type": "json_object"}`.',
        "With the OpenAI client pass a Pydantic model to `client.chat.completions.parse(response_format=Order)`; it builds the field.",
    ),
    tags=("vllm", "structured-outputs", "response-format", "request"),
    strategy="validation",
    site="vllm/entrypoints/openai/chat_completion/protocol.py ChatCompletionRequest.validate_response_format",
    message="When response_format type is 'json_schema', the 'json_schema' field must be provided.",
)
FIX = """# before
response_format = {"type": "json_schema", "schema": schema}
# after
response_format = {"type": "json_schema", "json_schema": {"name": "order", "schema": schema}}"""
