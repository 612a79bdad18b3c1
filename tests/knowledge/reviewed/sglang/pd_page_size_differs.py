from tests.knowledge.form import Prose

ID = "73f7dbeca8b5aa81"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The prefill server sends its KV cache page by page, and the decode server has pages of another size. Neither could find the tokens in the pages of the other.",
    trigger="The page size that the prefill server tells at the bootstrap differs from that of the decode server.",
    situations="`--page-size` on one side only; different attention backends on the two sides, of which one sets its own page size.",
    solutions=(
        "Start both with the same `--page-size`, such as 64.",
        "It is not set: compare the attention backends in the two start-up logs, and use the same, or set the page size of the stricter one on both.",
    ),
    prevention=("Generate both launch lines from one list of common options.",),
    tags=("sglang", "disaggregation", "page-size", "kv-cache"),
    strategy="configuration",
    background="incompatible-model-configuration",
    site="srt/disaggregation/common/conn.py CommonKVManager.try_ensure_parallel_info",
    message="Page size mismatch",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --page-size 64
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode --page-size 1 --port 30001
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --page-size 64
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode --page-size 64 --port 30001
"""
