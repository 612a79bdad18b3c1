from tests.knowledge.form import Prose

ID = "ddd533a4577484e0"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "One of the processes that each drive a GPU failed while it started, and reported no more than that. Its own traceback stands above, marked with the worker's name."
    ),
    trigger="A worker ended, or sent anything but ready, while the executor waited for all of them.",
    situations="Two or more GPUs; a GPU of them in use; a model that does not fit; NCCL without shared memory in a container; an import that fails in the child process only.",
    solutions=(
        "Look above for `WorkerProc failed to start` and the traceback that follows; solve the error in its last line.",
        "It is about free memory or out of memory on one device: some card is in use; `nvidia-smi`.",
        "It is an NCCL error or a bus error in a container: start it with `--ipc=host` or `--shm-size=8g`.",
        "No traceback at all: the worker was killed; look into `dmesg` for the OOM killer; weights are read by each worker.",
        "To see it plainly: start with `--tensor-parallel-size 1` and a small model; if that works, the trouble is between the GPUs.",
    ),
    tags=("vllm", "worker", "startup", "tensor-parallel", "multiprocessing"),
    strategy="configuration",
    site="vllm/v1/executor/multiproc_executor.py WorkerProc.wait_for_ready 2",
    message="WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.",
)
FIX = """# before
docker run --gpus all vllm/vllm-openai --model Qwen/Qwen3-32B --tensor-parallel-size 4
# after
docker run --gpus all --ipc=host vllm/vllm-openai --model Qwen/Qwen3-32B --tensor-parallel-size 4"""
