from tests.knowledge.form import Prose

ID = "148a86ae74b978b3"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The `model` of the request is none of the names under which this server offers its model and adapters. By default the name is exactly what was given to `vllm serve`, path included."
    ),
    trigger="The name in the request is neither a served model name nor a loaded adapter.",
    situations="A short name in the client, the full `org/name` or a path on the server; `--served-model-name` with another one; an adapter that was not loaded; a client that asks for `gpt-4o`; a port on which another server listens.",
    solutions=(
        "Ask the server for its names: `curl localhost:8000/v1/models`; put one of them into the client.",
        "You cannot change the client: start the server with `--served-model-name`, followed by all names that it should answer to.",
        "You meant an adapter: load it with `--enable-lora --lora-modules name=path`; the request then uses that name.",
        "One model per server and any name should do: set `VLLM_SKIP_MODEL_NAME_VALIDATION=1` for the server.",
    ),
    tags=("vllm", "served-model-name", "openai-api", "request", "lora"),
    strategy="configuration",
    site="vllm/entrypoints/serve/engine/serving.py",
    message="The model `{request.model}` does not exist.",
)
FIX = """# before: the client asks for "qwen3"
vllm serve Qwen/Qwen3-8B
# after
vllm serve Qwen/Qwen3-8B --served-model-name qwen3 Qwen/Qwen3-8B"""
