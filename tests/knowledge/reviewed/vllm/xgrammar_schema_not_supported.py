from tests.knowledge.form import Prose

ID = "a36c51887a3a7d99"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The JSON schema uses something that the backend xgrammar cannot enforce, and this server was told to use xgrammar only. With the default, `auto`, another backend would have taken over."
    ),
    trigger="The backend is `xgrammar` and the schema has, for instance, `multipleOf`, `uniqueItems`, `contains`, an unusual `format`, or a `pattern` together with a length.",
    situations="Schemas generated from Pydantic models with constraints (`multiple_of`, sets, `conlist`); schemas of an OpenAPI document; a server started with `backend` set to xgrammar.",
    solutions=(
        'You own the server: leave the backend on `auto`, or choose `guidance` with `--structured-outputs-config \'{"backend": "guidance"}\'`.',
        "Take the constraint out of the schema that is sent, and check it when the answer is there; it mostly holds anyway if the prompt says so.",
        "`pattern` with `minLength`: write the length into the pattern, `^[A-Z]{3,8}$`.",
    ),
    tags=("vllm", "structured-outputs", "json-schema", "xgrammar"),
    strategy="configuration",
    site="vllm/v1/structured_output/backend_xgrammar.py validate_xgrammar_grammar",
    message="The provided JSON schema contains features not supported by xgrammar.",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --structured-outputs-config '{"backend": "xgrammar"}'
# after
vllm serve Qwen/Qwen3-8B --structured-outputs-config '{"backend": "auto"}'"""
