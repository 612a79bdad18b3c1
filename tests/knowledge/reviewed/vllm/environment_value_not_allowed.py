from tests.knowledge.form import Prose

ID = "1dd9dd2520b953a5"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "One of vLLM's environment variables takes certain words only and has another one. The message names the variable, its value and the words that it takes."
    ),
    trigger="A variable with a fixed set of values is read, and its value is not among them.",
    situations="`VLLM_WORKER_MULTIPROC_METHOD=forkserver`; `1` or `true` where a word is wanted; a value that an older or newer release had; spaces or quotes from an `.env` file.",
    solutions=(
        "Set one of the values in the message, for instance `VLLM_WORKER_MULTIPROC_METHOD=spawn`.",
        "You do not know why it is set: unset it; the default is right for most. Look for it in the image, the pod and the shell's profile.",
        "The value looks right: print it with `env | grep VLLM_ | cat -A`; Docker takes quotes in an env file as part of the value.",
    ),
    tags=("vllm", "environment-variables", "configuration"),
    strategy="configuration",
    site="vllm/envs.py env_with_choices._get_validated_env",
    message="Invalid value '{value}' for {env_name}. Valid options: {actual_choices}.",
)
FIX = """# before
export VLLM_WORKER_MULTIPROC_METHOD=forkserver
# after
export VLLM_WORKER_MULTIPROC_METHOD=spawn"""
