import requests

from tests.knowledge.form import Prose

ID = "06446a962e049db9"
PROSE = Prose(
    documentation=(
        "The address has no `http://` or `https://` in front, so requests does not know how to reach it. Nothing was sent."
    ),
    trigger="Any request to an address without a scheme; it is checked before the connection is made.",
    situations=(
        "A host read from a settings file or environment variable (`API_URL=api.example.com`); a relative path like `/users`; "
        "links scraped from a page; a list of addresses read from a file with an empty line in it; a base address that is empty "
        "since its variable is not set."
    ),
    solutions=(
        "The address in the message is a host: write the scheme, `https://api.example.com/users`.",
        "It is a path (`/users`): join it with the base, `urllib.parse.urljoin('https://api.example.com/', path)`.",
        "It is empty: the variable or line that it comes from is empty; check that before the request.",
        "It comes from people or files: add the scheme where it is missing, once, when it is read.",
    ),
    prevention=("Check configured addresses when the program starts, not when the first request is made.",),
    tags=("requests", "url", "configuration", "http"),
    strategy="validation",
)


def before():
    response = requests.get("api.example.com/users", timeout=5)


def after():
    url = "https://api.example.com/users"
    request = requests.Request("GET", url).prepare()


def before_relative():
    requests.get("/users", timeout=5)


def after_relative():
    from urllib.parse import urljoin

    requests.Request("GET", urljoin("https://api.example.com/", "/users")).prepare()


def validation(url: str):
    from urllib.parse import urlsplit

    if urlsplit(url).scheme not in {"http", "https"}:
        raise ValueError(f"API_URL needs https:// in front: {url!r}")


def good():
    return ("https://api.example.com/users",)


def bad():
    return ("api.example.com/users",)
