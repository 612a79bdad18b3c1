from tests.knowledge.form import Prose

ID = "f1ab25fb37d57f83"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The prefill server stores its KV cache in another data type than the decode server. The bytes are copied as they are, so both have to be the same.",
    trigger="The data type that the prefill server tells at the bootstrap differs from that of the decode server.",
    situations="`--kv-cache-dtype` on one side only; `auto` on both, with other GPUs or backends that choose differently.",
    solutions=(
        "Start both with the same `--kv-cache-dtype`.",
        "It is not set: name it on both sides, since `auto` may mean different things on different GPUs.",
    ),
    prevention=("Generate both launch lines from one list of common options.",),
    tags=("sglang", "disaggregation", "kv-cache", "dtype"),
    strategy="configuration",
    background="incompatible-model-configuration",
    site="srt/disaggregation/common/conn.py CommonKVManager.try_ensure_parallel_info",
    message="KV cache dtype mismatch",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode --kv-cache-dtype fp8_e4m3 --port 30001
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --kv-cache-dtype fp8_e4m3
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode --kv-cache-dtype fp8_e4m3 --port 30001
"""
