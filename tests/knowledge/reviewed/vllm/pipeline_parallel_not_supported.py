from tests.knowledge.form import Prose

ID = "04535b46f7fa611c"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Pipeline parallelism puts the layers of a model on several GPUs one after the other, and the model's code must know how to hand over between them. This "
        "one does not."
    ),
    trigger="`pipeline_parallel_size` is above 1 and the class of the model in vLLM does not implement the interface for it.",
    situations="A rarer or new multimodal, encoder-decoder or embedding model on several machines; a launch script for large models used for another one.",
    solutions=(
        "The GPUs are in one machine: use `--tensor-parallel-size N` alone.",
        "They are in several machines with a fast network: tensor parallel over all of them, `--nnodes 2 --tensor-parallel-size 16`.",
        "The model fits on one machine: leave out `--pipeline-parallel-size`, and use the other machines for copies.",
        "The model exists in Transformers too: `--model-impl transformers` runs it through the general implementation, which can do it for many models; test the answers.",
    ),
    tags=("vllm", "pipeline-parallel", "model-support", "multi-gpu"),
    strategy="configuration",
    site="vllm/config/model.py ModelConfig.verify_with_parallel_config",
    message="Pipeline parallelism is not supported for this model. Supported models implement the `SupportsPP` interface.",
)
FIX = """# before
vllm serve openai/whisper-large-v3 --pipeline-parallel-size 2
# after
vllm serve openai/whisper-large-v3 --tensor-parallel-size 2"""
