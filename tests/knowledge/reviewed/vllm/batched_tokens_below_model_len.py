from tests.knowledge.form import Prose

ID = "1ae5305d9955d3db"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "With chunked prefill off, a prompt must go through the model in one step, so a step must have room for the longest prompt. "
        "`max_num_batched_tokens` is smaller than `max_model_len`, and long prompts could never run."
    ),
    trigger="Chunked prefill is switched off and `max_num_batched_tokens` is less than `max_model_len`.",
    situations="`--no-enable-chunked-prefill` for a benchmark; a small `--max-num-batched-tokens` to save memory; a model or pooling task for which chunked prefill is off by itself.",
    solutions=(
        "Leave chunked prefill on: drop `--no-enable-chunked-prefill`. Then long prompts run in pieces, and the two need not fit.",
        "You need it off: lower `--max-model-len` to what your prompts really have.",
        "You need both the length and no chunks: raise `--max-num-batched-tokens` to at least `--max-model-len`; the start then measures a higher peak of memory.",
    ),
    tags=("vllm", "chunked-prefill", "max-num-batched-tokens", "scheduler"),
    strategy="configuration",
    site="vllm/config/scheduler.py SchedulerConfig.verify_max_model_len",
    message="max_num_batched_tokens ({self.max_num_batched_tokens}) is smaller than max_model_len ({max_model_len}). This effectively limits the maximum sequence length to max_num_batched_tokens and makes vLLM reject longer sequences. Please increase max_num_batched_tokens or decrease max_model_len.",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --no-enable-chunked-prefill --max-num-batched-tokens 2048
# after
vllm serve Qwen/Qwen3-8B --max-num-batched-tokens 2048"""
