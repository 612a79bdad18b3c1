from tests.knowledge.form import Prose

ID = "1cceaf3da2e92987"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Each node runs the same number of GPUs. `--tp-size` times `--pp-size` is the number of all GPUs, and it cannot be shared evenly among `--nnodes` nodes.",
    trigger="`--tp-size` times `--pp-size` is no multiple of `--nnodes`.",
    situations="`--tp-size` given for one node instead of all; `--nnodes` left in the launch line of another cluster.",
    solutions=(
        "Give `--tp-size` for all nodes together: two nodes with 8 GPUs are `--tp-size 16 --nnodes 2`.",
        "One node only: leave `--nnodes` out.",
        "The number of heads does not allow that many: `--tp-size 8 --pp-size 2 --nnodes 2` shares by layers between the nodes.",
    ),
    prevention=("Generate the launch line of all nodes from one place; only `--node-rank` differs.",),
    tags=("sglang", "tensor-parallel", "multi-node", "launch-arguments"),
    strategy="configuration",
    background="invalid-argument-value",
    site="srt/arg_groups/validation_hook.py check_server_args",
    message="tp_size must be divisible by number of nodes",
)
FIX = """\
# before
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 1 --nnodes 2 --node-rank 0 --dist-init-addr 10.0.0.1:5000
# after
python -m sglang.launch_server --model-path deepseek-ai/DeepSeek-V3 --tp-size 16 --nnodes 2 --node-rank 0 --dist-init-addr 10.0.0.1:5000
"""
VALIDATION = """\
assert tp_size * pp_size % nnodes == 0
"""
