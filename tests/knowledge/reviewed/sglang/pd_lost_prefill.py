from tests.knowledge.form import Prose

ID = "6087a2e5f3245818"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The decode server asks each prefill server every few seconds whether it is there, and this one did not answer several times. Requests that waited for its cache are given up.",
    trigger="As many heartbeats in a row as `SGLANG_DISAGGREGATION_HEARTBEAT_MAX_FAILURE` allows were not answered; they are sent every `SGLANG_DISAGGREGATION_HEARTBEAT_INTERVAL` seconds.",
    situations="The prefill server crashed or was restarted; its machine is so busy that it answers late; a firewall or proxy between the two.",
    solutions=(
        "Look at the log of the prefill server at the address of the message: if it ended, its last error is the cause.",
        "It runs: try `curl http://ADDRESS/health` from the decode machine; where that hangs, look at network, firewall and proxy variables.",
        "It answers late under load: raise `SGLANG_DISAGGREGATION_HEARTBEAT_MAX_FAILURE` on the decode side.",
        "Clients should not see it: let the router try the request again.",
    ),
    prevention=("Watch both servers with the same health check that starts them again.",),
    tags=("sglang", "disaggregation", "network", "heartbeat"),
    strategy="try-catch",
    background="connection-failed",
    site="srt/disaggregation/common/conn.py CommonKVManager._handle_node_failure",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode
# after
SGLANG_DISAGGREGATION_HEARTBEAT_MAX_FAILURE=6 python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode decode
"""
