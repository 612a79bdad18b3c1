import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import prepare_web

prepare = prepare_web
ID = "6f2e15e14c340cff"
PROSE = Prose(
    documentation=(
        "The server sent the request on to another address, that one on again, and so forth, thirty times by default. Nearly always it goes round in a circle, since the server misses something that it tries to set or "
        "find."
    ),
    trigger="Following redirects with the number of hops above `session.max_redirects`.",
    situations=(
        "A site that sets a cookie and redirects to the same page, while each call of `requests.get` starts without cookies; a login that is missing; http and https, or with and without `www.` or slash, that send to each other; "
        "sites that turn robots round."
    ),
    solutions=(
        "See the circle: `requests.get(url, allow_redirects=False).headers['Location']`, or `error.response.history` of the caught error.",
        "It is the same address each time: keep cookies, `session = requests.Session()`, and log in with that session first.",
        "It goes between two addresses: call the one that the site wants, with https, `www.` and slash as in a browser.",
        "Browsers get through and you do not: send a User-Agent and Accept like theirs; mind the rules of the site.",
        "It is your own server behind a proxy: let the proxy send `X-Forwarded-Proto`, and let the server trust it.",
    ),
    tags=("requests", "redirect", "cookies", "session"),
    strategy="try-catch",
    background="out-of-range",
)


def before():
    requests.get("http://shop.example.com/login", timeout=5)


def after():
    response = requests.get("http://shop.example.com/login", timeout=5, allow_redirects=False)
    print(response.headers["Location"])
