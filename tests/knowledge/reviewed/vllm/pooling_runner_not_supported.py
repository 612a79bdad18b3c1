from tests.knowledge.form import Prose

ID = "c5c315fcfe927c46"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "You asked for embeddings or classes from a model that was made to write text, and switched off, or chose wrongly, the conversion that would make it give them."
    ),
    trigger="The runner is `pooling`, the model has no pooling of its own, and `convert` is neither `embed` nor `classify`.",
    situations="`--runner pooling --convert none`; a model of a kind that vLLM cannot tell by its name.",
    solutions=(
        "You want vectors: `--convert embed`.",
        "You want classes or a reranker and the checkpoint has such a head: `--convert classify`.",
        "You want text: leave out `--runner`.",
        "The vectors should be good: take a model that was trained for embeddings; a converted chat model mostly gives poor ones.",
    ),
    tags=("vllm", "pooling", "embeddings", "runner"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig.__post_init__",
    message="This model does not support `--runner pooling`. You can pass `--convert {convert_option} to adapt it into a pooling model.",
)
FIX = """# before
vllm serve Qwen/Qwen3-0.6B --runner pooling --convert none
# after
vllm serve Qwen/Qwen3-0.6B --runner pooling --convert embed"""
