from tests.knowledge.form import Prose

ID = "662aef3a2c899a0e"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request has more pictures, videos or clips than may be in one prompt. The number in the message is the smaller of what the model can take and what the server allows; 0 means none of this kind at all."
    ),
    trigger="A prompt has more items of a kind than the lesser of the model's limit and that of `limit_mm_per_prompt`.",
    situations="`--limit-mm-per-prompt '{\"image\": 1}'` from an example, then a chat with a picture in every turn; two pictures for a model made for one (PaliGemma, SigLIP, many for OCR and audio); audio or video sent to a model for pictures; a server started with `--language-model-only`.",
    solutions=(
        "The server was started with `--limit-mm-per-prompt` and that number: raise it, `'{\"image\": 8}'`; each item costs tokens, so `--max-model-len` must have room.",
        "No such option was given and the number is 1 or so: it is the model's own. Send one request for each item, or join the pictures into one.",
        "The number is 0: the model takes none of this kind (see its card), or the server was started with `--language-model-only`; start it without, or choose another model.",
        "A chat grows: send the pictures of the last turns only.",
    ),
    tags=("vllm", "multimodal", "limit-mm-per-prompt", "request"),
    strategy="configuration",
    site="vllm/multimodal/processing/context.py BaseProcessingInfo.validate_num_items",
    message="At most {limit} {modality}(s) may be provided in one prompt.",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --limit-mm-per-prompt '{"image": 1}'
# after
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --limit-mm-per-prompt '{"image": 8}'"""
