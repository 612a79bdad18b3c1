from tests.knowledge.form import Prose

ID = "e5499e939fbe1863"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="Every rank of a prefill server registers with the bootstrap server, and this one did not get through. Decode servers will not find it.",
    trigger="Five attempts to register, with growing pauses, failed; a warning before the line tells why for each.",
    situations="The bootstrap port is taken by another program or another prefill server on the same machine; several nodes with a wrong `--dist-init-addr`; a proxy in the environment that catches local addresses.",
    solutions=(
        'Read the warnings "Prefill register attempt" just above: they have the reason.',
        "Connection refused: see whether something listens on `--disaggregation-bootstrap-port` (8998 unless set) of the first node; give each prefill server on a machine a port of its own.",
        "Timeouts between nodes: check `--dist-init-addr` and the firewall for that port.",
        "`http_proxy` is set: add the addresses of the nodes to `no_proxy`.",
    ),
    prevention=("Give every prefill server its own bootstrap port in the start script.",),
    tags=("sglang", "disaggregation", "bootstrap", "network", "ports"),
    strategy="configuration",
    background="connection-failed",
    site="srt/disaggregation/common/conn.py CommonKVManager._register_topology_row; srt/disaggregation/common/conn.py CommonKVManager.register_to_bootstrap",
)
FIX = """\
# before: two on one machine
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --port 30000
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --port 30001
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --port 30000 --disaggregation-bootstrap-port 8998
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --disaggregation-mode prefill --port 30001 --disaggregation-bootstrap-port 8999
"""
