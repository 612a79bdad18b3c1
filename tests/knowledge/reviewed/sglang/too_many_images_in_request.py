from tests.knowledge.form import Prose

ID = "182849710cdf67f9"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The request has more images, videos or sounds than the server allows in one request. The limit was set when the server was started.",
    trigger="The number of items of one kind is above its number in `--limit-mm-data-per-request`.",
    situations="Long chats in which every turn still has its image; pages of a document sent as images at once.",
    solutions=(
        "Send fewer: drop the images of older turns, or split the pages over several requests.",
        "More are wanted: raise the number of that kind in `--limit-mm-data-per-request`; each of them costs tokens of the context.",
    ),
    prevention=("Tell clients the limits of the server, by kind.",),
    tags=("sglang", "multimodal", "images", "requests"),
    strategy="validation",
    background="out-of-range",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_mm_limits",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen2.5-VL-7B-Instruct --limit-mm-data-per-request '{"image": 1}'
# after
python -m sglang.launch_server --model-path Qwen/Qwen2.5-VL-7B-Instruct --limit-mm-data-per-request '{"image": 8}'
"""
