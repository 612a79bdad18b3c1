from tests.knowledge.form import Prose

ID = "f7052664def070f5"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation='The KV cache of a request did not arrive at the decode server, and the request ends with an error. The text behind "with exception" says why.',
    trigger="The transfer of a request ends in failure, by a timeout, a lost connection or an error of the transfer backend.",
    situations="Many requests at once, so that prefill takes longer than the timeout; RDMA that is not set up; a client that broke the request off.",
    solutions=(
        'It says "timed out … WaitingForInput": prefill is too slow for the load. Add prefill servers, or raise `SGLANG_DISAGGREGATION_WAITING_TIMEOUT` (300 seconds unless set).',
        "It names a lost connection: look at the log of the prefill server.",
        "It names memory registration, RDMA or a device: check `--disaggregation-ib-device`; to see whether that is it, try `--disaggregation-transfer-backend nixl`.",
        "It says that the request was aborted: the client went away; nothing is broken.",
        "It speaks of another rank: look in the lines of the other ranks for the first error.",
    ),
    prevention=("Limit the requests in flight at the router, so that prefill can keep up.",),
    tags=("sglang", "disaggregation", "kv-transfer", "timeouts", "rdma"),
    strategy="try-catch",
    background="timeout",
    site="srt/disaggregation/decode.py DecodeTransferQueue.pop_transferred 1",
    message="with exception {e}",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode
# after
SGLANG_DISAGGREGATION_WAITING_TIMEOUT=600 python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode
"""
