from tests.knowledge.form import Prose

ID = "ecff7aa7766333b7"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The TensorRT-LLM attention kernels for decoding exist for Hopper and Blackwell. This GPU is another one.",
    trigger="`--decode-attention-backend` is `trtllm_mha` on a GPU that is neither SM90, SM100 nor SM120. With `--attention-backend trtllm_mha` the same check of the prefill backend comes first, with a message of its own.",
    situations="A launch line for H100 or B200 on A100, L40S or RTX 4090.",
    solutions=(
        "Leave the attention backend out: the server chooses one for the GPU.",
        "Choose `flashinfer` or `triton`; on Ampere also `fa3`.",
    ),
    prevention=("Keep launch scripts by kind of GPU.",),
    tags=("sglang", "attention-backend", "trtllm", "gpu"),
    strategy="configuration",
    background="unsupported-platform",
    site="srt/arg_groups/attention_hook.py handle_attention_backend_compatibility",
    message="TRTLLM MHA backend for decode",
)
FIX = """\
# before: on an A100
python -m sglang.launch_server --model-path openai/gpt-oss-20b --decode-attention-backend trtllm_mha
# after
python -m sglang.launch_server --model-path openai/gpt-oss-20b --decode-attention-backend triton
"""
