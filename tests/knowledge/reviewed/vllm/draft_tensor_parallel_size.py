from tests.knowledge.form import Prose

ID = "2194cf73a6502681"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The draft of speculative decoding runs either on one GPU or on all those of the large model. Another number was given for it."
    ),
    trigger="`draft_tensor_parallel_size` is neither 1 nor the target's `tensor_parallel_size`.",
    situations="Two GPUs for the draft of a model on eight; the size of the target changed and that of the draft left as it was.",
    solutions=(
        "Leave out `draft_tensor_parallel_size`: vLLM then sets the one that fits, mostly that of the target.",
        "The draft is tiny and its method allows it (not `draft_model`, which wants the target's size): set 1.",
    ),
    tags=("vllm", "speculative-decoding", "tensor-parallel", "draft-model"),
    strategy="configuration",
    site="vllm/config/speculative.py SpeculativeConfig._verify_and_get_draft_tp",
)
FIX = """# before
vllm serve meta-llama/Llama-3.3-70B-Instruct --tensor-parallel-size 4 --speculative-config '{"model": "org/eagle3-head", "method": "eagle3", "num_speculative_tokens": 3, "draft_tensor_parallel_size": 2}'
# after
vllm serve meta-llama/Llama-3.3-70B-Instruct --tensor-parallel-size 4 --speculative-config '{"model": "org/eagle3-head", "method": "eagle3", "num_speculative_tokens": 3}'"""
