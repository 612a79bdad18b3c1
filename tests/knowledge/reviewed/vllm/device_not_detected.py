from tests.knowledge.form import Prose

ID = "9ecdb63ca7dac12d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM found no device that it could run on: neither a GPU that it can talk to, nor a build of itself for another platform. It then has no platform at all."
    ),
    trigger="The device is `auto` and no platform was detected.",
    situations="The ordinary wheel on a machine without an NVIDIA GPU, on a Mac or in CI; a container without `--gpus all`; a driver that does not answer; the CUDA wheel on AMD or Intel; a source checkout that was not installed.",
    solutions=(
        "`nvidia-smi` fails: repair or load the driver; in a container start with `--gpus all`, and see that the NVIDIA container toolkit is installed.",
        "`nvidia-smi` works and it fails all the same: `VLLM_LOGGING_LEVEL=DEBUG` shows why the CUDA platform was not taken, such as an error of NVML (driver and its library of different versions: restart the machine), or a build for CPU.",
        "There is no GPU: install the CPU build; the ordinary wheel is for CUDA and does not fall back.",
        "AMD, Intel or TPU: use the build or image for that platform.",
    ),
    tags=("vllm", "device", "platform", "installation", "docker"),
    strategy="configuration",
    site="vllm/config/device.py DeviceConfig.__post_init__",
)
FIX = """# before
docker run vllm/vllm-openai --model Qwen/Qwen3-0.6B
# after
docker run --gpus all vllm/vllm-openai --model Qwen/Qwen3-0.6B"""
VALIDATION = """import torch

if not torch.cuda.is_available():
    raise SystemExit("PyTorch sees no GPU here either: look at the driver and at --gpus")"""
