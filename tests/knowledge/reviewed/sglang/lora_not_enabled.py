from tests.knowledge.form import Prose

ID = "1bc90c74a06a1387"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The request names a LoRA adapter, and the server was started without LoRA, so it has no adapters at all.",
    trigger="`lora_path`, or an adapter in `model` written as `model:adapter`, on a server without `--enable-lora`.",
    situations="The adapter option was lost in a change of the launch line; a model name with a colon, whose end is taken for the name of an adapter.",
    solutions=(
        "Start the server with the adapter: `--enable-lora --lora-paths NAME=PATH`.",
        "Adapters come later: start with `--enable-lora --max-lora-rank 64 --lora-target-modules all`, then post to `/load_lora_adapter`.",
        "You meant no adapter: take `lora_path` out of the request, or the part behind the colon out of `model`.",
    ),
    prevention=("Test each adapter with one request after a start.",),
    tags=("sglang", "lora", "requests", "launch-arguments"),
    strategy="configuration",
    background="invalid-state",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_and_resolve_lora",
)
FIX = """\
# before
python -m sglang.launch_server --model-path meta-llama/Llama-3.1-8B-Instruct
# after
python -m sglang.launch_server --model-path meta-llama/Llama-3.1-8B-Instruct --enable-lora --lora-paths orders=/models/orders-lora
"""
