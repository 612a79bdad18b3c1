from tests.knowledge.form import Prose

ID = "cf71272581fddd49"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The temperature is above 2, where this vLLM draws the line. At such values the model picks almost any word."
    ),
    trigger="`temperature` is greater than 2.",
    situations="A percentage (`70`) or a scale of 0 to 10 in the user's settings; a sweep of parameters that goes too far.",
    solutions=(
        "Use 0 to 1; 0 always takes the likeliest token, 0.7 is a usual value.",
        "Your interface has another scale: convert it, `temperature=setting / 100`.",
        "You want variety: raise `top_p` or ask for several answers with `n`, rather than the temperature.",
    ),
    tags=("vllm", "temperature", "sampling-params", "request"),
    strategy="validation",
    site="vllm/sampling_params.py SamplingParams._verify_args",
    message="temperature must be in [0, 2], got {self.temperature}.",
)
FIX = """# before
SamplingParams(temperature=70)
# after
SamplingParams(temperature=0.7)"""
VALIDATION = """temperature = 0.7
if not 0 <= temperature <= 2:
    raise ValueError("temperature must be between 0 and 2")"""
