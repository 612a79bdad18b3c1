from tests.knowledge.form import Prose

ID = "4c26bfdd785fd5d0"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="With disaggregation a request goes to a prefill and a decode server, which find each other by a number in it. This request came straight from a client, without that number.",
    trigger="A request without `bootstrap_room` reaches a server in prefill or decode mode.",
    situations="A client or a health check with the address of the prefill or decode server instead of the router; a load balancer that knows nothing of the two kinds.",
    solutions=(
        "Send requests to the router, which adds the number: `python -m sglang_router.launch_router --pd-disaggregation --prefill … --decode …`.",
        "A probe: use `/health`, which sends no text.",
        "One server alone: start it without `--disaggregation-mode`.",
    ),
    prevention=("Do not give the addresses of prefill and decode servers to clients.",),
    tags=("sglang", "disaggregation", "router", "requests"),
    strategy="validation",
    background="missing-argument",
    site="srt/managers/scheduler.py Scheduler._handle_generate_request; srt/managers/scheduler.py Scheduler.handle_generate_request",
    message="bootstrap room id",
)
FIX = """\
# before
curl http://prefill:30000/generate -H "Content-Type: application/json" -d '{"text": "Hello"}'
# after
curl http://router:8000/generate -H "Content-Type: application/json" -d '{"text": "Hello"}'
"""
