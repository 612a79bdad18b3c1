from tests.knowledge.form import Prose

ID = "b738ede455430e70"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "In a chat request `logprobs` is a switch and `top_logprobs` the number of candidates. The number was sent and the switch is off."
    ),
    trigger="`top_logprobs` is above 0 or -1, and `logprobs` is missing or false.",
    situations="Code moved from the completions API, where `logprobs` is the number; a client that leaves out false and null fields.",
    solutions=(
        "Send both: `logprobs: true, top_logprobs: 5`.",
        "You need no probabilities: leave out `top_logprobs`.",
        "You use `/v1/completions`: there is only `logprobs`, the number.",
    ),
    tags=("vllm", "logprobs", "chat-completions", "request"),
    strategy="validation",
    site="vllm/entrypoints/openai/chat_completion/protocol.py ChatCompletionRequest.check_logprobs",
    message="when using `top_logprobs`, `logprobs` must be set to true.",
)
FIX = """# before
client.chat.completions.create(model=model, messages=messages, top_logprobs=5)
# after
client.chat.completions.create(model=model, messages=messages, logprobs=True, top_logprobs=5)"""
