from tests.knowledge.form import Prose

ID = "00a34a15685357f5"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="With a top-k above 1 the drafts form a tree, whose branches share pages of the KV cache. Only some attention backends can read such shared pages.",
    trigger="`--speculative-eagle-topk` and the page size are both above 1, and the attention backend is not flashinfer, fa3 or triton.",
    situations="A backend that sets its own page size, such as `flashmla` or `trtllm_mla`; settings for EAGLE copied from another model.",
    solutions=(
        "Use a chain: `--speculative-eagle-topk 1`, with `--speculative-num-draft-tokens` one above `--speculative-num-steps`.",
        "Use a tree with another backend: `--attention-backend fa3`, `flashinfer` or `triton`.",
        "The backend allows pages of one token: set `--page-size 1`.",
    ),
    prevention=("Begin with a chain; measure whether a tree is faster at your batch sizes.",),
    tags=("sglang", "speculative-decoding", "eagle", "page-size", "attention-backend"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/speculative_hook.py _handle_eagle_family",
    message="speculative_eagle_topk > 1 with page_size > 1",
)
FIX = """\
# before
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 8 --attention-backend flashmla --speculative-algorithm EAGLE\\
    --speculative-num-steps 3 --speculative-eagle-topk 4 --speculative-num-draft-tokens 16
# after
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 8 --attention-backend flashmla --speculative-algorithm EAGLE\\
    --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4
"""
