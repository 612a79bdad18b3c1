from tests.knowledge.form import Prose

ID = "fcd84da88538860d"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="With deterministic inference a request gives the same answer whatever runs beside it, which only some attention backends can do. The one that was named cannot.",
    trigger="`--enable-deterministic-inference` together with an `--attention-backend` outside of the list in the message.",
    situations="Reinforcement learning or tests, with a backend left over from a launch line for speed.",
    solutions=(
        "Leave `--attention-backend` out: one that fits the GPU is chosen.",
        "Choose `fa3` on Hopper, `flashinfer` or `triton` elsewhere.",
        "The backend matters more: leave `--enable-deterministic-inference` out; temperature 0 alone does not make answers equal in other batches.",
    ),
    prevention=("Use a launch script of its own for deterministic runs.",),
    tags=("sglang", "deterministic-inference", "attention-backend", "launch-arguments"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/overrides.py _deterministic_attention_backend",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-deterministic-inference --attention-backend trtllm_mha
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-deterministic-inference
"""
