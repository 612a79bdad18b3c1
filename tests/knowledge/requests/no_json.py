import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import prepare_web

prepare = prepare_web
ID = "bca32f91592b24ca"
PROSE = Prose(
    documentation=(
        "The answer was read as JSON, and its very first character is none that JSON begins with: the body is empty, or it is a page of HTML, often one that explains what is wrong. "
        "The request itself got through."
    ),
    trigger="`response.json()` on a body that is empty or begins with something else, such as `<`.",
    situations=(
        "An error page (404, 500, 502 of a proxy); a login page after a redirect; 204 No Content; a limit of requests per minute; an address without the `/api` part, or one "
        "for people in place of programs."
    ),
    solutions=(
        "Print `response.status_code` and `response.text[:200]` first: they mostly say what is wrong.",
        "The code is 4xx or 5xx: call `response.raise_for_status()` before `.json()`, so that this is the error that you see.",
        "It is 200 and HTML: you reached a page or a login; compare `response.url` and `response.history`, add the token, and ask for JSON, `headers={'Accept': 'application/json'}`.",
        "It is 204 or the text is empty: there is nothing to read; test `if response.content`.",
        "429 or 503: wait as `response.headers.get('Retry-After')` says, and try again.",
    ),
    prevention=("Have one function that calls the service: timeout, `raise_for_status()`, then `.json()`.",),
    tags=("requests", "json", "http", "response"),
    strategy="try-catch",
    background="parse-failure",
    message="Expecting value: line 1 column 1 (char 0)",
    site="requests/models.py Response.json",
    several=True,
)


def before():
    response = requests.get("http://api.example.com/page", timeout=5)
    users = response.json()


def after():
    response = requests.get("http://api.example.com/users", timeout=5)
    response.raise_for_status()
    users = response.json()


def before_empty():
    response = requests.get("http://api.example.com/empty", timeout=5)
    answer = response.json()


def after_empty():
    response = requests.get("http://api.example.com/empty", timeout=5)
    answer = response.json() if response.content else None


def handling():
    response = requests.get("http://api.example.com/page", timeout=5)
    try:
        users = response.json()
    except requests.exceptions.JSONDecodeError:
        print(f"{response.status_code} from {response.url}: {response.text[:200]}")
