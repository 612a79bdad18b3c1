from tests.knowledge.form import Prose

ID = "e32c931e93aa907a"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The engine asked the workers to do something, loading the model, measuring memory or a step, and one of them raised an error. The text in quotes is that error; its traceback stands above with the worker's name."
    ),
    trigger="A worker answers a call with a failure.",
    situations="At the start: memory, a kernel that does not compile for the GPU, weights that do not fit. While serving: out of memory, a CUDA error, a faulty input.",
    solutions=(
        "The error in quotes is telling: search for that one; this line adds nothing to it.",
        "It is empty or cut off: look above for `WorkerProc hit an exception`.",
        "It is `CUDA out of memory` at the start: lower `--gpu-memory-utilization`, `--max-model-len` or `--max-num-seqs`.",
        "It comes from Triton, `nvcc`, `ptxas` or FlashInfer: the compiler is missing or does not know the GPU; install the CUDA toolkit of the wheel's version, or choose another `--attention-backend`.",
    ),
    tags=("vllm", "worker", "engine-core", "multiprocessing"),
    strategy="configuration",
    site="vllm/v1/executor/multiproc_executor.py MultiprocExecutor.collective_rpc.get_response",
    message="Worker failed with error '{result}', please check the stack trace above for the root cause",
)
FIX = """# before: Worker failed with error 'CUDA out of memory. …'
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 2 --max-num-seqs 1024
# after
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 2 --max-num-seqs 128"""
