from tests.knowledge.form import Prose

ID = "1af563f59417e25b"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The engine runs in a process of its own, and that process ended before it was ready. This line only reports it; the reason is in what the process printed before, marked `(EngineCore …)` or `(Worker …)`."
    ),
    trigger="While the front end waits for the engine's processes, one of them ends. The message names it with its exit code.",
    situations="Not enough GPU memory or KV cache; a script without a main guard; RAM that ran out while loading; a broken CUDA, driver or NCCL; a model that this release cannot load.",
    solutions=(
        "Scroll up to the first traceback of `(EngineCore` or `(Worker`; its last line is the error to solve, such as `No available memory for the cache blocks`. Paste that one here.",
        'The exit code is 1 and the text above says `An attempt has been made to start a new process`: your script starts `LLM` at module level; put it under `if __name__ == "__main__":`.',
        "The exit code is -9: the kernel killed it, mostly since RAM ran out (`dmesg | grep -i oom`); give the container more memory and shared memory (`--shm-size`, `--ipc=host`).",
        "The exit code is -11 or -6, without a traceback: a crash in native code; start with `--enforce-eager`, compare the driver in `nvidia-smi` with the CUDA of the wheel, and try a fresh environment.",
        "Nothing is above at all: start again with `VLLM_LOGGING_LEVEL=DEBUG`, or with `VLLM_ENABLE_V1_MULTIPROCESSING=0` for `LLM`, which runs the engine in your own process and shows its traceback.",
    ),
    prevention=("Keep the whole log of a start; the last lines alone never hold the cause.",),
    tags=("vllm", "engine-core", "startup", "multiprocessing"),
    strategy="configuration",
    site="vllm/v1/engine/utils.py wait_for_engine_startup",
    message="Engine core initialization failed. See root cause above. Failed core proc(s): {finished}",
)
FIX = """# before: where processes are spawned, as when CUDA was used before
from vllm import LLM

llm = LLM("Qwen/Qwen3-0.6B")
# after
from vllm import LLM

if __name__ == "__main__":
    llm = LLM("Qwen/Qwen3-0.6B")"""
