from tests.knowledge.form import Prose

ID = "422fe7ec5ffd7f4b"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The request wants the probabilities of more candidates per token than the engine allows, 20 unless it was started otherwise. Each costs time and makes the answer larger."
    ),
    trigger="`logprobs` (`top_logprobs` in a chat request) is above the engine's `max_logprobs`.",
    situations="Evaluation, distillation or scoring that wants the top 50 or 100; `logprobs=-1` for all of the vocabulary with the default limit.",
    solutions=(
        "You run the server: start it with the number that you need, `--max-logprobs 100`; `-1` lifts the limit.",
        "In Python: `LLM(model, max_logprobs=100)`.",
        "You only compare a few known tokens: ask for fewer, and take what is missing as unlikely.",
    ),
    tags=("vllm", "logprobs", "max-logprobs", "sampling-params"),
    strategy="configuration",
    site="vllm/sampling_params.py SamplingParams._validate_logprobs",
    message="Requested sample logprobs of {num_logprobs}, which is greater than max allowed: {max_logprobs}",
)
FIX = """# before
llm = LLM("Qwen/Qwen3-0.6B")
llm.generate(prompts, SamplingParams(logprobs=100))
# after
llm = LLM("Qwen/Qwen3-0.6B", max_logprobs=100)
llm.generate(prompts, SamplingParams(logprobs=100))"""
