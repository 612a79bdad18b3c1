from tests.knowledge.form import Prose

ID = "cb6ca17d187f5974"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A request must be allowed at least one token of answer; it asks for none or a negative number. Clients get there when they compute what is left of the context and nothing is."
    ),
    trigger="`max_tokens` is given and less than 1.",
    situations='`max_tokens = context - len(prompt)` with a long prompt; `-1` or `0` meant as "no limit", as other servers take it.',
    solutions=(
        "You want no limit: leave `max_tokens` out over HTTP; in Python pass `max_tokens=None`.",
        "You compute it: the prompt fills the context; shorten it, and do not send the request when less than 1 is left.",
        "You only want the prompt's log probabilities: `max_tokens=1` and `prompt_logprobs`.",
    ),
    tags=("vllm", "max-tokens", "sampling-params", "request"),
    strategy="validation",
    site="vllm/sampling_params.py SamplingParams._verify_args",
    message="max_tokens must be at least 1, got {self.max_tokens}.",
)
FIX = """# before
SamplingParams(max_tokens=-1)
# after
SamplingParams(max_tokens=None)"""
