import httpx2

from tests.knowledge.form import Prose

ID = "954cdd6064c67606"
PROSE = Prose(
    documentation="One redirect led to the next, more often than allowed. Usually two addresses send the client back and forth.",
    trigger="More than `max_redirects` (20) redirects in a row with `follow_redirects=True`.",
    situations="http and https that redirect to each other behind a proxy; a page that wants a cookie which is never kept; a slash at the end that one adds and the other removes.",
    solutions=(
        "Look at the way: `client.get(url, follow_redirects=False)` and its `Location`, a few times.",
        "It wants a cookie: use one Client for all requests, which keeps cookies.",
        "Ask the last address directly: with https, and with or without the slash.",
        "A server of yours behind a proxy: let it trust X-Forwarded-Proto (uvicorn: `--proxy-headers`, `--forwarded-allow-ips`).",
    ),
    tags=("httpx2", "redirects", "cookies", "proxy"),
    strategy="configuration",
    background="connection-failed",
    site="httpx2/_client.py Client._send_handling_redirects",
)


def answer(request):
    if "seen" in request.headers.get("cookie", ""):
        return httpx2.Response(200)
    return httpx2.Response(302, headers={"location": str(request.url), "set-cookie": "seen=1; Path=/"})


def without_cookies(request):
    return httpx2.Response(302, headers={"location": str(request.url)})


def before():
    client = httpx2.Client(transport=httpx2.MockTransport(without_cookies), follow_redirects=True)
    client.get("https://shop.example/")


def after():
    client = httpx2.Client(transport=httpx2.MockTransport(answer), follow_redirects=True)
    client.get("https://shop.example/")
