from tests.knowledge.form import Prose

ID = "e1cc845be9156536"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The finished prompt, as the engine got it, has more tokens than `max_model_len`. The text alone was checked before, so it is mostly the pictures or videos: each becomes hundreds or thousands of tokens, and only then is the prompt too long."
    ),
    trigger="The length of the prompt in tokens, after placeholders of media were filled in, exceeds the engine's maximum model length.",
    situations="A large picture or several in a server with a short `--max-model-len`; a long video; a chat with a picture in each turn; in encoder-decoder models an input longer than the encoder takes.",
    solutions=(
        "There are pictures: make them smaller before sending; their tokens grow with width times height.",
        "There are several, or a video: send fewer, or fewer frames.",
        "The model can do more and there is memory: raise `--max-model-len`.",
        "The server is yours and clients send anything: bound the size for all, `--mm-processor-kwargs '{\"max_pixels\": 1003520}'` for models whose processor has that, and `--limit-mm-per-prompt`.",
    ),
    tags=("vllm", "context-length", "max-model-len", "multimodal", "request"),
    strategy="validation",
    site="vllm/v1/engine/input_processor.py InputProcessor._validate_prompt_len",
    message="The {prompt_type} prompt (length {prompt_len}) is longer than the maximum model length of {max_prompt_len}. {suggestion}",
)
FIX = """# before
image = Image.open("scan.png")  # 5000 x 7000
# after
image = Image.open("scan.png")
image.thumbnail((1024, 1024))"""
