from tests.knowledge.form import Prose

ID = "02eb62c8dcd0f0ec"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "With temperature 0 the likeliest token is taken each time, and several answers to one prompt would all be the same. vLLM refuses to compute them."
    ),
    trigger="`n` is above 1 and the temperature is 0 (below 0.00001).",
    situations="A default of `temperature=0` for evaluations and `n` for voting; a client that sets one, a server's default that sets the other.",
    solutions=(
        "You want different answers: give a temperature, such as 0.7.",
        "You want the one best answer: leave out `n`.",
        "You want the same form with different content: one request for each, with a different prompt.",
    ),
    tags=("vllm", "greedy-sampling", "sampling-params", "temperature"),
    strategy="validation",
    site="vllm/sampling_params.py SamplingParams._verify_greedy_sampling",
)
FIX = """# before
SamplingParams(n=4, temperature=0)
# after
SamplingParams(n=4, temperature=0.7)"""
VALIDATION = """n, temperature = 4, 0.7
if n > 1 and temperature == 0:
    raise ValueError("several answers need a temperature above 0")"""
