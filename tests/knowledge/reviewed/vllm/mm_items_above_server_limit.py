from tests.knowledge.form import Prose

ID = "ca3397b8be2a6167"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request has more pictures, videos or clips than the server was told to allow in one prompt. The model has a limit of its own, and this many would still be within it."
    ),
    trigger="A prompt has more items of a kind than `limit_mm_per_prompt` allows, the model itself has a fixed limit, and that one is not exceeded.",
    situations="Voxtral, which takes five clips, started with one; a limit of 0 to save memory on a kind that is needed now; `--language-model-only`.",
    solutions=(
        "Raise it at the start of the server, `--limit-mm-per-prompt '{\"audio\": 5}'`; other kinds keep what they have.",
        "It is 0 since the server runs with `--language-model-only`: start it without that.",
        "You do not own the server: split the items over several requests.",
    ),
    tags=("vllm", "multimodal", "limit-mm-per-prompt", "request"),
    strategy="configuration",
    site="vllm/multimodal/processing/context.py BaseProcessingInfo.validate_num_items",
    message="At most {limit} {modality}(s) may be provided in one prompt. Set `--limit-mm-per-prompt` to increase this limit.",
)
FIX = """# before
vllm serve mistralai/Voxtral-Mini-3B-2507 --limit-mm-per-prompt '{"audio": 1}'
# after
vllm serve mistralai/Voxtral-Mini-3B-2507 --limit-mm-per-prompt '{"audio": 5}'"""
