from tests.knowledge.form import Prose

ID = "4add9723421bb8e3"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM knows this architecture, but loading the Python module with its implementation failed. The real error was logged above this one; it is nearly always an import that does not work in this environment."
    ),
    trigger="The architecture is registered, and inspecting its class, in a process of its own, ended with an error.",
    situations="A Transformers too old or too new for this vLLM; a broken `torchvision`, `flash-attn` or `numpy` beside it; a compiled extension for another PyTorch or CUDA; no memory or no temporary folder for the process.",
    solutions=(
        "Look upwards for `Error in inspecting model architecture` and the traceback below it; its last line is the cause.",
        "It says `cannot import name … from 'transformers'`: install the Transformers that this vLLM asks for, `pip install -U vllm` in a fresh environment.",
        "It says `undefined symbol`, `libcudart` or `operator torchvision::nms does not exist`: PyTorch was exchanged after vLLM was installed; make a new environment and let `pip install vllm` choose PyTorch.",
        "It names a module that is missing: install that one.",
    ),
    prevention=(
        "Give vLLM an environment of its own, and do not upgrade PyTorch or Transformers in it by hand.",
    ),
    tags=("vllm", "model-architecture", "import-error", "transformers", "environment"),
    strategy="configuration",
    site="vllm/model_executor/models/registry.py _ModelRegistry._raise_for_unsupported",
    message="Model architectures {architectures} failed to be inspected. Please check the logs for more details.",
)
FIX = """# before
pip install vllm
pip install -U torch transformers
# after
python -m venv vllm-env
vllm-env/bin/pip install vllm"""
