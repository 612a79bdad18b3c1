import requests

from tests.knowledge.form import Prose

ID = "99e4cb1b9c808cda"
PROSE = Prose(
    documentation=(
        "The address begins with something other than `http://` or `https://`, and requests speaks nothing else. Look closely at its first characters in the message: it is quoted there as it came."
    ),
    trigger="Any request whose address has a scheme (all before the first colon) for which the session has no adapter.",
    situations=(
        "`localhost:8000/...`, where `localhost` counts as the scheme; quotes around the address, from a settings file or a shell variable; `http//`, `htpp://`; `file://`, `ftp://`, `s3://`, "
        "`data:` addresses found in a page."
    ),
    solutions=(
        "It begins with a host and a port: put the scheme in front, `http://localhost:8000/users`.",
        "There is a quote or another mark before `http`: take it off where the address is read, `url.strip().strip('\"')`.",
        "The scheme is misspelt: correct it.",
        "`file://`: read it with `pathlib.Path(...)`; `s3://` and `ftp://` have libraries of their own; `data:` addresses hold the data themselves.",
        "You want requests to take such addresses: mount an adapter, `session.mount('file://', adapter)`.",
    ),
    prevention=("Check configured addresses when the program starts.",),
    tags=("requests", "url", "configuration", "scheme"),
    strategy="validation",
    background="unsupported-feature-combination",
)


def before():
    requests.get("localhost:8000/users", timeout=5)


def after():
    requests.Request("GET", "http://localhost:8000/users").prepare()


def before_quotes():
    url = '"https://api.example.com/users"'
    requests.get(url, timeout=5)


def after_quotes():
    url = '"https://api.example.com/users"'
    requests.Request("GET", url.strip('"')).prepare()
