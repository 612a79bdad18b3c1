import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import prepare_web

prepare = prepare_web
ID = "27dfb9f833a1257a"
PROSE = Prose(
    documentation=(
        "The server answered, and its answer is that the request was wrong (4xx). The number says how: 400 the data, 401 who you are, 403 what you may, 404 the address, 422 a field, 429 too "
        "often. The body mostly says more, and the message does not show it."
    ),
    trigger="`response.raise_for_status()` on an answer with a code from 400 to 499.",
    situations=(
        "A token that is missing, expired or sent with another word than `Bearer`; `data=` where the service wants `json=`; an address with a slash too many or an id that is gone; "
        "robots refused by their User-Agent (403)."
    ),
    solutions=(
        "Print `response.text` before raising, or catch the error and read `error.response.text`: services say there what they miss.",
        "401 or 403: print `response.request.headers` and compare the `Authorization` line with the service's guide; renew the token. Robots: set a User-Agent of your own.",
        "404: print `response.request.url`; compare it with the guide, ids, version and slash at the end included.",
        "400 or 422: send JSON as `json={...}`, not `data={...}`; compare names and types of the fields.",
        "429: wait as `Retry-After` says; `urllib3.util.Retry(status_forcelist=[429])` in an `HTTPAdapter` does it for you.",
    ),
    prevention=("Put the body into the error where you call a service: the code alone rarely helps later.",),
    tags=("requests", "http", "status-code", "authentication"),
    strategy="try-catch",
    background="invalid-argument-value",
)


def before():
    response = requests.get("http://api.example.com/missing", timeout=5)
    response.raise_for_status()


def after():
    response = requests.get("http://api.example.com/users", timeout=5)
    response.raise_for_status()


def handling():
    response = requests.get("http://api.example.com/missing", timeout=5)
    try:
        response.raise_for_status()
    except requests.HTTPError as error:
        print(f"{error}: {error.response.text[:500]}")
