from tests.knowledge.form import Prose

ID = "6ba4384fe402f4b7"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="For HTTPS the server needs a private key and the certificate that belongs to it. Only the key was given.",
    trigger="`--ssl-keyfile` without `--ssl-certfile`.",
    situations="A PEM file that holds both, given once; a variable of a start script that is empty.",
    solutions=(
        "Add `--ssl-certfile` with the certificate, and the chain behind it.",
        "One file holds both: give it for both options.",
        "HTTPS is done by the proxy in front: leave both out.",
    ),
    prevention=("Set both options from one place of the start script.",),
    tags=("sglang", "https", "launch-arguments", "server"),
    strategy="configuration",
    background="missing-argument",
    site="srt/arg_groups/serving_hook.py handle_ssl_validation",
    message="--ssl-keyfile requires --ssl-certfile",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --ssl-keyfile server.key
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-8B --ssl-keyfile server.key --ssl-certfile server.crt
"""
