from tests.knowledge.form import Prose

ID = "382ce6d16243d8c5"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Each running request needs at least one token in every step, and a step may have fewer tokens than there may be requests. "
        "The two limits of the scheduler contradict each other."
    ),
    trigger="`max_num_batched_tokens` is smaller than `max_num_seqs`.",
    situations="Both given, the tokens small to save memory and the sequences large for throughput; a `--max-num-seqs` of many thousands alone. The default number of sequences is cut down to fit by itself.",
    solutions=(
        "You lowered the tokens to save memory: lower `--max-num-seqs` too, or leave it out, and vLLM cuts the default down to fit.",
        "You want many requests at once: raise `--max-num-batched-tokens` above `--max-num-seqs`; 2048 and more is usual.",
        "Neither was meant: leave both out, and vLLM chooses a pair that fits.",
    ),
    tags=("vllm", "max-num-batched-tokens", "max-num-seqs", "scheduler"),
    strategy="configuration",
    site="vllm/config/scheduler.py SchedulerConfig.verify_max_model_len",
    message="max_num_batched_tokens ({self.max_num_batched_tokens}) must be greater than or equal to max_num_seqs ({self.max_num_seqs}).",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --max-num-batched-tokens 128 --max-num-seqs 256
# after
vllm serve Qwen/Qwen3-8B --max-num-batched-tokens 2048 --max-num-seqs 256"""
VALIDATION = """max_num_batched_tokens, max_num_seqs = 2048, 256
if max_num_batched_tokens < max_num_seqs:
    raise ValueError("a step needs room for one token of each running request")"""
