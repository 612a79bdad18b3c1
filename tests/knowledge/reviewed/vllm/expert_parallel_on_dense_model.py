from tests.knowledge.form import Prose

ID = "ebc359eb173182c4"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Expert parallelism shares out the experts of a mixture of experts over the GPUs. This model has none, so there is nothing to share out."
    ),
    trigger="`--enable-expert-parallel` with a model whose config names no experts.",
    situations="A launch script for DeepSeek or Qwen3-30B-A3B used for a dense model of the same family; a config whose field for the experts has an unusual name.",
    solutions=(
        "Leave out `--enable-expert-parallel`; `--tensor-parallel-size` alone spreads a dense model.",
        "You meant the other one of the family (Qwen3-30B-A3B, not Qwen3-32B): correct the name of the model.",
        "The model does have experts and is new or converted: upgrade vLLM, or compare the fields in `config.json` with the original (`num_experts`, `n_routed_experts`).",
    ),
    tags=("vllm", "expert-parallel", "mixture-of-experts", "multi-gpu"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig._verify_with_expert_parallelism",
)
FIX = """# before
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4 --enable-expert-parallel
# after
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 4"""
