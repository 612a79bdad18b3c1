from tests.knowledge.form import Prose

ID = "ba726aa1353732a3"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "One picture, video or clip of the request becomes more tokens than the cache for encoder outputs can hold. That cache is sized at the start, from the largest input that the model was expected to get."
    ),
    trigger="The number of embedding tokens of an item exceeds the size of the encoder cache.",
    situations="A photo of full camera resolution; a long video; processor options in the request that allow larger inputs than at the start; a server started with smaller sizes in `--limit-mm-per-prompt`.",
    solutions=(
        "Make the input smaller before sending: scale the picture down, or send fewer frames or a shorter part.",
        "You set sizes in `--limit-mm-per-prompt` (`width`, `height`, `num_frames`, `length`): set them to the largest that you will send; the cache grows with them.",
        "Requests change `mm_processor_kwargs`: give the same to the server, `--mm-processor-kwargs`, so that it is counted in.",
        "The cache is as large as a batch of tokens: raising `--max-num-batched-tokens` makes it larger too.",
    ),
    tags=("vllm", "multimodal", "encoder-cache", "request"),
    strategy="validation",
    site="vllm/v1/engine/input_processor.py InputProcessor._validate_model_input",
    message="The {prompt_type} prompt contains a(n) {modality} item with {num_embeds} embedding tokens, which exceeds the pre-allocated encoder cache size {self.mm_encoder_cache_size}. Please reduce the input size or increase the encoder cache size by setting --limit-mm-per-prompt at startup.",
)
FIX = """# before
image = Image.open("photo.jpg")  # 8000 x 6000
# after
image = Image.open("photo.jpg")
image.thumbnail((2048, 2048))"""
