from tests.knowledge.form import Prose

ID = "18a0494258a6c1c4"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "With adapters and speculative decoding together, a step must have room for every running request with its token and all proposed ones. The batch is smaller than that."
    ),
    trigger="LoRA and speculative decoding are on and `max_num_batched_tokens` is below `max_num_seqs` times one more than `num_speculative_tokens`.",
    situations="Defaults of 256 to 1024 sequences with 5 or more proposed tokens; `--max-num-batched-tokens` lowered to save memory.",
    solutions=(
        "Lower `--max-num-seqs` to what really runs at once; it is mostly far too high.",
        "Propose fewer tokens: 2 or 3 give most of the gain.",
        "Raise `--max-num-batched-tokens` to the product, if there is memory.",
    ),
    tags=("vllm", "speculative-decoding", "lora", "max-num-batched-tokens"),
    strategy="configuration",
    site="vllm/engine/arg_utils.py EngineArgs.create_engine_config",
    message="Consider increasing max_num_batched_tokens or decreasing num_speculative_tokens",
)
FIX = """# before: 1024 x (5 + 1) is more than 2048
vllm serve Qwen/Qwen3-8B --enable-lora --max-num-seqs 1024 --max-num-batched-tokens 2048 --speculative-config '{"method": "ngram", "num_speculative_tokens": 5}'
# after
vllm serve Qwen/Qwen3-8B --enable-lora --max-num-seqs 256 --max-num-batched-tokens 2048 --speculative-config '{"method": "ngram", "num_speculative_tokens": 5}'"""
VALIDATION = """max_num_batched_tokens, max_num_seqs, num_speculative_tokens = 2048, 256, 5
if max_num_batched_tokens < max_num_seqs * (num_speculative_tokens + 1):
    raise ValueError("the batch has no room for all proposed tokens")"""
