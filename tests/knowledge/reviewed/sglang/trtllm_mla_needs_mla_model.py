from tests.knowledge.form import Prose

ID = "e4cab9f1084cac3a"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="`trtllm_mla` is made for the compressed attention of DeepSeek-like models. This model has the usual attention with heads.",
    trigger="The backend is `trtllm_mla` on a Blackwell GPU, and the model does not use MLA; on other GPUs the server stops before that.",
    situations="A launch line for DeepSeek or Kimi, used for Qwen, Llama or gpt-oss; a draft model of another kind than its target.",
    solutions=(
        "Leave `--attention-backend` out: the server chooses one for the model.",
        "You want the TensorRT-LLM kernels: `trtllm_mha` is the one for other models.",
    ),
    prevention=("Keep launch scripts by model family.",),
    tags=("sglang", "attention-backend", "mla", "trtllm"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/layers/attention/attention_registry.py create_trtllm_mla_backend",
    message="trtllm_mla backend can only be used",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --attention-backend trtllm_mla
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --attention-backend trtllm_mha
"""
