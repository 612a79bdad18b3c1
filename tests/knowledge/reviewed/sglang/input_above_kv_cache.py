from tests.knowledge.form import Prose

ID = "0cf052d9384b45c2"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The prompt is shorter than the context of the model, but longer than what this server can hold. The allowed length follows from the smaller of context length and KV cache, and here the KV cache is the smaller.",
    trigger="The scheduler compares the tokens of the prompt with the least of context length and size of the KV cache, less a few tokens.",
    situations="A model with a long context on few GPUs: the start-up log shows a `max_total_num_tokens` below the context length; a prompt within a few tokens of the context length.",
    solutions=(
        "Compare `max_total_num_tokens` in the start-up log with the context length: if it is smaller, the cache decides, and more memory for it helps.",
        "Make the cache larger: raise `--mem-fraction-static`, use `--kv-cache-dtype fp8_e4m3`, or spread the weights with a larger `--tp-size`.",
        "Shorten the prompt below the number of the message.",
        "The end of long prompts may be cut off: launch with `--allow-auto-truncate`.",
    ),
    prevention=(
        "After a start read `max_total_num_tokens`: it is the longest prompt that this server takes.",
    ),
    tags=("sglang", "kv-cache", "context-length", "requests", "memory"),
    strategy="validation",
    background="out-of-range",
    site="srt/managers/tokenizer_manager.py TokenizerManager._handle_abort_finish_reason 1",
    message="Input length ({input_length} tokens) exceeds the maximum allowed length ({max_req_input_len} tokens). Use a shorter input or enable --allow-auto-truncate.",
    several=True,
)
FIX = """\
# before: max_total_num_tokens of the log is below the prompt
python -m sglang.launch_server --model-path Qwen/Qwen3-32B
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --tp-size 2 --kv-cache-dtype fp8_e4m3
"""
