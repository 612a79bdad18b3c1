from tests.knowledge.form import Prose

ID = "e6874c7062e25ece"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="DFLASH drafts and checks blocks of tokens within one stage. With pipeline parallelism the layers are spread over several stages, for which it is not made.",
    trigger="`--speculative-algorithm DFLASH` and `--pp-size` above 1.",
    situations="A model that needs several nodes, shared by layers, which gets speculative decoding added.",
    solutions=(
        "Share by tensors instead: `--tp-size` with all GPUs, and no `--pp-size`.",
        "Stages are needed: leave speculative decoding out.",
    ),
    prevention=("Try speculative decoding on one node first.",),
    tags=("sglang", "speculative-decoding", "dflash", "pipeline-parallel"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/speculative_hook.py _handle_dflash",
    message="only supports pp_size == 1",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --pp-size 2 --speculative-algorithm DFLASH --speculative-draft-model-path z-lab/Qwen3-8B-DFlash-b16
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --tp-size 2 --speculative-algorithm DFLASH --speculative-draft-model-path z-lab/Qwen3-8B-DFlash-b16
"""
