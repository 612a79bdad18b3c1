from tests.knowledge.form import Prose

ID = "9542e1a4f3099d59"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="DFLASH drafts a block of tokens with a small model made for the target, and that model has to be named. It is not part of the checkpoint of the target.",
    trigger="`--speculative-algorithm DFLASH` without `--speculative-draft-model-path`.",
    situations="A launch line for EAGLE with DeepSeek, whose draft layers are in the checkpoint, changed to DFLASH.",
    solutions=(
        "Name the draft that was trained for this target: `--speculative-draft-model-path ORG/NAME`.",
        "There is none for your model: use `--speculative-algorithm NGRAM`, which needs no draft model, or an EAGLE draft.",
    ),
    prevention=("Keep target and draft in one launch script, and change them together.",),
    tags=("sglang", "speculative-decoding", "dflash", "draft-model", "launch-arguments"),
    strategy="configuration",
    background="missing-argument",
    site="srt/arg_groups/speculative_hook.py _handle_dflash",
    message="requires setting --speculative-draft-model-path",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --speculative-algorithm DFLASH
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --speculative-algorithm DFLASH --speculative-draft-model-path z-lab/Qwen3-8B-DFlash-b16
"""
