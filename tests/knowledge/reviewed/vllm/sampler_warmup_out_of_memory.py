from tests.knowledge.form import Prose

ID = "bd262895dce7c940"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Weights and KV cache are in place; the last step of the start picks tokens for as many made-up requests as may run at once. "
        "The GPU ran out of memory there: the cache took so much that this step has no room."
    ),
    trigger="PyTorch's out of memory while the sampler runs for `max_num_seqs` requests at the end of the start.",
    situations=(
        "`--gpu-memory-utilization` of 0.95 and more; a vocabulary of 150,000 tokens and more together with many sequences; another "
        "process that took memory of the card while vLLM started."
    ),
    solutions=(
        "Lower the number of requests that run at once: `--max-num-seqs 64`. The step needs a row as long as the vocabulary for each.",
        "You raised `--gpu-memory-utilization`: go back by 0.03 to 0.05, which leaves that much more outside the cache.",
        "`nvidia-smi` shows another process on the card: end it, or give vLLM a share that leaves room for it.",
    ),
    tags=("vllm", "out-of-memory", "max-num-seqs", "startup"),
    strategy="configuration",
    site="vllm/v1/worker/gpu_model_runner.py GPUModelRunner._dummy_sampler_run",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --gpu-memory-utilization 0.98
# after
vllm serve Qwen/Qwen3-8B --gpu-memory-utilization 0.92 --max-num-seqs 64"""
