from tests.knowledge.form import Prose

ID = "6360379151dbd7b6"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The model is to be loaded with bitsandbytes, which is a package of its own and is not there, or is too old. The same message covers both.",
    trigger="bitsandbytes cannot be imported, or its version is below 0.46.1.",
    situations="A checkpoint with `bnb-4bit` in its name, whose configuration asks for bitsandbytes; an environment where another package pins an older one.",
    solutions=(
        'Install it into the environment of the server: `pip install -U "bitsandbytes>=0.46.1"`.',
        'It is installed: look at the version with `pip show bitsandbytes`, and at the error above "The above exception was the direct cause".',
        "In a container: build an image with it, since it is lost with the container otherwise.",
        "Another format will do: an AWQ, GPTQ or FP8 checkpoint of the model is faster.",
    ),
    prevention=("Name bitsandbytes in the requirements of the server.",),
    tags=("sglang", "quantization", "bitsandbytes", "installation"),
    strategy="configuration",
    background="missing-dependency",
    site="srt/layers/quantization/bitsandbytes.py require_bitsandbytes",
    message="to use bitsandbytes quantizer",
)
FIX = """\
# before
python -m sglang.launch_server --model-path unsloth/Llama-3.2-3B-Instruct-bnb-4bit
# after
pip install -U "bitsandbytes>=0.46.1"
python -m sglang.launch_server --model-path unsloth/Llama-3.2-3B-Instruct-bnb-4bit
"""
