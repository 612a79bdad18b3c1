import httpx2

from tests.knowledge.form import Prose

ID = "9242d55dbaf14ad4"
PROSE = Prose(
    documentation="The address does not begin with http:// or https://, so there is no way to fetch it.",
    trigger="A request to an address without a scheme, with an empty one, or with another such as `ftp:`.",
    situations="`api.example/users` without `https://`; an environment variable that is empty; a relative path on a client without `base_url`.",
    solutions=(
        "Write the whole address, `https://api.example/users`.",
        "Relative paths: `httpx2.Client(base_url='https://api.example')`.",
        "It comes from a setting: print its `repr()`; it may be empty or in quotes.",
    ),
    tags=("httpx2", "url", "base-url", "configuration"),
    strategy="validation",
    background="invalid-argument-value",
    message="Request URL is missing an 'http://' or 'https://' protocol.",
    place="httpx2/_transports/default.py:112 map_httpcore_exceptions UnsupportedProtocol -",
)


def validation(url):
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"{url!r} lacks https://")


def good():
    return ("https://api.example",)


def bad():
    return ("api.example/users",)


def before():
    httpx2.get("api.example/users")


def after():
    def answer(request):
        return httpx2.Response(200)

    client = httpx2.Client(base_url="https://api.example", transport=httpx2.MockTransport(answer))
    client.get("/users")
