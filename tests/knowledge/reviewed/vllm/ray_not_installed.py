from tests.knowledge.form import Prose

ID = "8e20822012db8d6d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "You asked for Ray as the way to start workers, and Ray cannot be imported here. It does not come with vLLM. The message holds the error of the import itself."
    ),
    trigger="`distributed_executor_backend` is `ray` and the import of Ray failed.",
    situations="A fresh environment with `pip install vllm` only; a container without Ray; a Ray that does not fit the Python or a library beside it, so that its import breaks.",
    solutions=(
        "The message says that there is no module named `ray`: `pip install ray` in the environment of vLLM, on every machine, with the same version.",
        "All GPUs are in one machine: you do not need Ray; leave out `--distributed-executor-backend ray`, and processes are started directly.",
        "Ray is installed and the message names another error: mend that import first; `python -c 'import ray'` shows it in full.",
    ),
    tags=("vllm", "ray", "installation", "multi-node"),
    strategy="configuration",
    site="vllm/v1/executor/ray_utils.py assert_ray_available",
)
FIX = """# before
pip install vllm
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 16 --distributed-executor-backend ray
# after
pip install vllm ray
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 16 --distributed-executor-backend ray"""
