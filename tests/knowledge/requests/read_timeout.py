import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import prepare_web

prepare = prepare_web
ID = "e4917ee4a0560da1"
PROSE = Prose(
    documentation=(
        "The connection was made and the request sent, and then nothing came for as long as you allow. The time counts from one piece of the answer to the next, not for the whole. Whether the server did the work is "
        "not known."
    ),
    trigger="A request with a timeout, when the server sends nothing for that many seconds.",
    situations=(
        "A report that takes long; a service that is overloaded or sleeping; `timeout=0.1` taken for milliseconds or minutes; a load balancer that swallows the connection; a server that "
        "calls itself and has one worker."
    ),
    solutions=(
        "See how long it takes: `curl -w '%{time_total}' -o /dev/null URL`. Slow by nature: give reading more time than connecting, `timeout=(5, 60)`.",
        "Sometimes slow: retry what may safely be sent twice, `HTTPAdapter(max_retries=Retry(read=3, backoff_factor=1, allowed_methods=['GET']))`.",
        "A long answer: `stream=True` and read it piece by piece; ask for less, page by page.",
        "It should be quick: look at the server; a development server with one thread that calls itself waits for itself.",
        "A POST: find out whether it was done before sending it again.",
    ),
    prevention=("Always pass a timeout: without one requests waits for ever.",),
    tags=("requests", "timeout", "retry", "http"),
    strategy="try-catch",
    background="timeout",
    message="{pool}(host='{host}', port={port}): Read timed out. (read timeout={seconds})",
    site="requests/adapters.py HTTPAdapter.send",
    several=True,
)


def before():
    requests.get("http://api.example.com/slow", timeout=0.2)


def after():
    requests.get("http://api.example.com/users", timeout=(5, 60))


def handling():
    try:
        requests.get("http://api.example.com/slow", timeout=0.2)
    except requests.ReadTimeout:
        print("no answer in time")
