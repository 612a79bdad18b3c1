from tests.knowledge.form import Prose

ID = "b59fd4f6b5a4828e"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM had an implementation of this architecture once and dropped it, most often since nobody kept it working. The message names the last release that had it."
    ),
    trigger="The architecture of the config is on vLLM's list of those that were removed.",
    situations="An upgrade of vLLM under an older model (the first Qwen and Qwen-VL, InternLM, Phi-3-small and others); an image `latest` that moved on.",
    solutions=(
        "The maker has a successor: use it; the first Qwen has Qwen2.5 and Qwen3, for instance, and they run without code of their own.",
        "It must be this model: install the release that the message names in an environment of its own, `pip install vllm==…`, and pin it.",
        "Only short offline jobs: run it with Transformers.",
    ),
    prevention=(
        "Pin the release of vLLM per model that you serve, and read the release notes before moving.",
    ),
    tags=("vllm", "model-architecture", "upgrade", "model-support"),
    strategy="configuration",
    site="vllm/model_executor/models/registry.py _ModelRegistry._raise_for_unsupported",
    message="Model architecture {arch} was supported in vLLM until v{previous_version}, and is not supported anymore. Please use an older version of vLLM if you want to use this model architecture.",
)
FIX = """# before
vllm serve Qwen/Qwen-7B-Chat --trust-remote-code
# after
vllm serve Qwen/Qwen2.5-7B-Instruct"""
