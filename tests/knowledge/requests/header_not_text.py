import requests

from tests.knowledge.form import Prose

ID = "b3cfe74a2fe3e439"
PROSE = Prose(
    documentation=(
        "The value of a header is neither text nor bytes, and requests does not turn it into text by itself. The message names the value and the header."
    ),
    trigger="Preparing a request with a header whose name or value is an int, a bool, a list, a dict or the like.",
    situations=(
        "A number such as a user id or a length; a dict that belongs into `json=`; an object of a settings library, such as SecretStr."
    ),
    solutions=(
        "A number or bool: `str(value)`, and `'true'` in the way the service writes it.",
        "A secret of a settings library: `token.get_secret_value()`.",
        "A list: join it as the service wants it, mostly `', '.join(values)`.",
        "A dict: it belongs into `json=`, or `json.dumps(value)` if a header really takes it.",
    ),
    tags=("requests", "headers", "types"),
    strategy="type-guard",
    background="wrong-type",
)


def before():
    requests.get("http://localhost/users", headers={"X-User-Id": 7}, timeout=5)


def after():
    requests.Request("GET", "http://localhost/users", headers={"X-User-Id": str(7)}).prepare()
