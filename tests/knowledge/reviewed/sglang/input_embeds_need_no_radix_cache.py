from tests.knowledge.form import Prose

ID = "a49246b9de4dcfd1"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The radix cache finds common prefixes by their token ids. A prompt of embeddings has none, so requests with different embeddings would be mixed up, and the server takes them only with that cache off.",
    trigger="A request has `input_embeds`, and the server runs with the radix cache.",
    situations="Soft prompts, or embeddings made by a model outside of the server.",
    solutions=(
        "Start the server with `--disable-radix-cache`.",
        "The same prompts also exist as text: send `text` or `input_ids`, and keep the cache.",
        "Both are needed: run two servers, one of them without the cache.",
    ),
    prevention=("Put the option into the launch line of every server that gets embeddings.",),
    tags=("sglang", "input-embeds", "radix-cache", "requests"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/managers/tokenizer_manager.py TokenizerManager._tokenize_one_request",
    message="input_embeds is provided",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --disable-radix-cache
"""
