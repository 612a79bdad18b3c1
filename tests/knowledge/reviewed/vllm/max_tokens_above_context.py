from tests.knowledge.form import Prose

ID = "c465495f86be994c"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request asks for a longer answer than the whole context of the server, prompt included. It could never be given."
    ),
    trigger="`max_tokens` or `max_completion_tokens` is larger than `max_model_len`.",
    situations="A fixed `max_tokens` of 32768 or 100000 in a client, against a server with a small `--max-model-len`; an agent or evaluation tool with defaults made for a hosted model.",
    solutions=(
        "Leave `max_tokens` out: the answer may then use all that is left after the prompt.",
        "You want a bound: set it to what answers really need, and below `max_model_len` less the prompt.",
        "It sits in a tool: look for its setting of the output tokens (`max_tokens`, `max_gen_toks`, `maxOutputTokens`).",
        "The answers must be that long: start the server with a larger `--max-model-len`, if the model can.",
    ),
    tags=("vllm", "max-tokens", "context-length", "request"),
    strategy="validation",
    site="vllm/renderers/params.py TokenizeParams.__post_init__",
    message="{self.max_output_tokens_param}={max_output_tokens} cannot be greater than {self.max_total_tokens_param}={max_total_tokens}. Please request fewer output tokens.",
)
FIX = """# before
client.chat.completions.create(model=model, messages=messages, max_tokens=100_000)
# after
client.chat.completions.create(model=model, messages=messages)"""
