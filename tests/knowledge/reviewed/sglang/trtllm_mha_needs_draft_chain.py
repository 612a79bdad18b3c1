from tests.knowledge.form import Prose

ID = "dabbf5b0847569ec"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The attention kernels of `trtllm_mha` can check a chain of drafted tokens, not a tree. A top-k above 1 makes a tree.",
    trigger="`--speculative-eagle-topk` is above 1, and one of the attention backends is `trtllm_mha`.",
    situations="The default backend of a Blackwell GPU together with settings for EAGLE3 from a guide for Hopper.",
    solutions=(
        "Use a chain: `--speculative-eagle-topk 1`, with `--speculative-num-draft-tokens` one above `--speculative-num-steps`.",
        "You did not name the backend: it was chosen for the GPU; name another one with `--attention-backend flashinfer`.",
    ),
    prevention=("Begin with a chain; measure whether a tree is faster at your batch sizes.",),
    tags=("sglang", "speculative-decoding", "eagle", "trtllm", "attention-backend"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/speculative_hook.py _handle_eagle_family",
    message="trtllm_mha backend only supports topk = 1",
)
FIX = """\
# before
python -m sglang.launch_server --model-path openai/gpt-oss-120b --speculative-algorithm EAGLE3 --speculative-draft-model-path lmsys/EAGLE3-gpt-oss-120b-bf16\\
    --speculative-num-steps 5 --speculative-eagle-topk 4 --speculative-num-draft-tokens 8
# after
python -m sglang.launch_server --model-path openai/gpt-oss-120b --speculative-algorithm EAGLE3 --speculative-draft-model-path lmsys/EAGLE3-gpt-oss-120b-bf16\\
    --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4
"""
