from tests.knowledge.form import Prose

ID = "4589ac2e72769a63"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "One picture, video or clip of the largest size that the model takes becomes more tokens than a step may have, and you forbade to split it over "
        "several steps. Such an input could never be scheduled."
    ),
    trigger="`disable_chunked_mm_input` is set and the largest item of the model has more tokens than `max_num_batched_tokens`.",
    situations="`--disable-chunked-mm-input` taken over from another model; a vision model with high resolution or long video and the default number of batched tokens.",
    solutions=(
        "Leave out `--disable-chunked-mm-input` if nothing demands it: large inputs are then spread over steps.",
        "It must stay: raise `--max-num-batched-tokens` to at least the number of tokens in the message.",
        "You never send such large inputs: make the largest smaller with `--mm-processor-kwargs` (such as `max_pixels`, where the model's processor has it), or forbid a kind, `--limit-mm-per-prompt '{\"video\": 0}'`.",
    ),
    tags=("vllm", "multimodal", "max-num-batched-tokens", "chunked-prefill"),
    strategy="configuration",
    site="vllm/v1/core/encoder_cache_manager.py compute_mm_encoder_budget",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --disable-chunked-mm-input --max-num-batched-tokens 4096
# after
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --max-num-batched-tokens 4096"""
