from tests.knowledge.form import Prose

ID = "97473ad91d496f00"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The engine's process died while requests were running, or before this one came. Every later request gets this error too: the engine does not come back by itself, the server must be started again. The reason was logged by the engine when it died."
    ),
    trigger="A request reaches a front end whose engine has ended or reported that it is dead.",
    situations="GPU memory that ran out under load; an illegal memory access of a kernel; a worker that was killed for RAM; an unusual request (multimodal, structured output) that hit an error in the engine; one machine of several that was lost.",
    solutions=(
        "Look for `EngineCore encountered a fatal error` and the traceback near it, at the time of the first failure; that is the error to solve.",
        "It says `CUDA out of memory`: lower `--gpu-memory-utilization` a little, `--max-num-seqs` or `--max-num-batched-tokens`.",
        "It says `illegal memory access` or another CUDA error: start once with `CUDA_LAUNCH_BLOCKING=1` and `--enforce-eager`, try another `--attention-backend`, and another release.",
        "No traceback, a worker `died unexpectedly`: see `dmesg` for the OOM killer and for `Xid` errors of the GPU.",
        "Always the same request does it: send it alone to a fresh server; then report it with that request.",
    ),
    prevention=(
        "Let whatever runs the server restart it: `/health` answers with an error once the engine is dead.",
    ),
    tags=("vllm", "engine-core", "engine-dead", "crash"),
    strategy="try-catch",
    site="vllm/v1/engine/async_llm.py AsyncLLM.add_request",
    message="EngineCore encountered an issue. See stack trace (above) for the root cause.",
)
FIX = """# before
docker run --gpus all -p 8000:8000 vllm/vllm-openai --model Qwen/Qwen3-8B --gpu-memory-utilization 0.98
# after
docker run --restart unless-stopped --gpus all -p 8000:8000 vllm/vllm-openai --model Qwen/Qwen3-8B --gpu-memory-utilization 0.9"""
