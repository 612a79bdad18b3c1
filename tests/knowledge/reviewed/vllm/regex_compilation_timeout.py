from tests.knowledge.form import Prose

ID = "13d75d26d278adb9"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "An answer is to follow a regular expression, and turning it into a machine over the vocabulary took too long. Such machines grow beyond all bounds with large or nested repetitions."
    ),
    trigger="Compiling the expression takes longer than `VLLM_REGEX_COMPILATION_TIMEOUT_S`, 5 seconds unless set.",
    situations="`.{0,2000}` and other large counts; repetitions within repetitions, `(a+)+`; many alternatives joined with `|`; expressions that clients send.",
    solutions=(
        "Take out large bounds: `[^\\n]*` instead of `[^\\n]{0,500}`, and bound the length with `max_tokens`.",
        "It lists words: use `choice` of the structured outputs instead.",
        "It describes JSON: use a JSON schema.",
        "It is right and only large: raise `VLLM_REGEX_COMPILATION_TIMEOUT_S` for the server; a client can then hold it up as long.",
    ),
    tags=("vllm", "structured-outputs", "regex", "timeout"),
    strategy="validation",
    site="vllm/v1/structured_output/utils.py compile_regex_with_timeout",
)
FIX = """# before
StructuredOutputsParams(regex=r"Answer: (\\w+ ?){1,300}\\.")
# after
StructuredOutputsParams(regex=r"Answer: [^.]+\\.")"""
