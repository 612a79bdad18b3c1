from tests.knowledge.form import Prose

ID = "66ff8b33b25aecd4"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="A scheduler process ended before the model was ready, without having told why over its pipe. Its exit code says how: a negative one is a signal, -9 mostly the kernel that ran out of RAM.",
    trigger="The process of a rank is gone while the main process waits for it to load the model.",
    situations="Large checkpoints in a container with little RAM, read by several ranks at once; a crash in a CUDA library; somebody or something that ends the process.",
    solutions=(
        "Exit code -9: run `dmesg -T | grep -i oom` on the host. If it names the process, give the container more RAM and `/dev/shm`, or load fewer ranks per node.",
        "Exit code -11 or -6: a native library crashed; look at the last lines of that rank, and check that the versions of driver, PyTorch and sgl-kernel fit together.",
        'Another code, or 1: scroll up to "Scheduler hit an exception", where the real error stands.',
        "Nothing is above: run again with `--log-level debug`.",
    ),
    prevention=("Give the host at least the size of the checkpoint as free RAM.",),
    tags=("sglang", "startup", "processes", "memory", "containers"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/entrypoints/engine.py _wait_for_scheduler_ready 1",
    message="scheduler died during initialization",
)
FIX = """\
# before
docker run --gpus all --memory 32g lmsysorg/sglang python -m sglang.launch_server --model-path Qwen/Qwen3-32B
# after
docker run --gpus all --memory 128g --shm-size 32g lmsysorg/sglang python -m sglang.launch_server --model-path Qwen/Qwen3-32B
"""
