from tests.knowledge.form import Prose

ID = "cbf9bdf2378cacf5"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="HiCache keeps evicted prefixes of the radix cache in host memory or storage. With the radix cache switched off there are no prefixes to keep, so the server refuses both options together.",
    trigger="`--enable-hierarchical-cache` and `--disable-radix-cache` are both set when the server reads its arguments.",
    situations="A launch line for benchmarks, with the radix cache off, gets HiCache added; or the two come from two layers of a config file and a start script.",
    solutions=(
        "Leave out `--disable-radix-cache`, if prefixes are to be reused: HiCache needs it.",
        "Leave out `--enable-hierarchical-cache`, if no prefix is to be reused, as in a benchmark of cold requests.",
        "Neither stands in your command: look into the file given by `--config`.",
    ),
    prevention=("Keep the options of a benchmark without caching in a launch script of their own.",),
    tags=("sglang", "hicache", "radix-cache", "launch-arguments"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/arg_groups/kv_cache_hook.py handle_cache_compatibility",
    message="enable-hierarchical-cache and disable-radix-cache",
)
FIX = """# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-hierarchical-cache --disable-radix-cache
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --enable-hierarchical-cache
"""
