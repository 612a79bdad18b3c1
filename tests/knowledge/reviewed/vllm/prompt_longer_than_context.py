from tests.knowledge.form import Prose

ID = "def26465b8a1c814"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The prompt alone has more tokens than this server handles, without a word of the answer. All counts: system prompt, history, tools and what the chat template adds."
    ),
    trigger="The prompt has more tokens than `max_model_len`, after any truncation that the request asked for.",
    situations="A chat that keeps its whole history; `LLM.generate` over documents of any length; retrieved documents pasted in; many tool definitions; `--max-model-len` set low to save memory.",
    solutions=(
        "A chat that grew: drop or sum up the oldest turns before sending; count with the server's `/tokenize`.",
        'Losing the excess is fine: send `truncate_prompt_tokens: -1` (in Python `tokenization_kwargs={"truncate_prompt_tokens": -1}`) to cut the prompt to what fits, with room for one token of answer; `truncation_side` says at which end.',
        "Retrieved documents or tools fill it: send fewer of them, the likeliest first.",
        "The server was started with less than the model can, and there is memory: raise `--max-model-len`.",
    ),
    tags=("vllm", "context-length", "max-tokens", "request"),
    strategy="validation",
    site="vllm/renderers/params.py TokenizeParams._token_len_check",
    message="This model's maximum context length is {self.max_total_tokens} tokens. However, your prompt contains {qualifier}{token_count} input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt.",
)
FIX = """# before
client.chat.completions.create(model=model, messages=history)
# after
client.chat.completions.create(model=model, messages=[history[0], *history[-10:]])"""
