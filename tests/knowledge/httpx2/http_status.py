import httpx2

from tests.knowledge.form import Prose

ID = "54c12fe7e22a3068"
PROSE = Prose(
    documentation="The server answered, and with an error. The number tells whose it is: 4xx says the request is wrong, 5xx that the server failed.",
    trigger="`response.raise_for_status()` on an answer with a status of 400 or more.",
    situations="401 and 403: credentials; 404: address; 422: the body; 429: too many requests; 502, 503 and 504: something in between or an overloaded server.",
    solutions=(
        "Print `error.response.text`: most servers say there what is wrong.",
        "401 or 403: check the header, the expiry and rights of the token; a redirect to another host drops the Authorization header.",
        "429 or 503: wait as long as the Retry-After header says, then try again, a few times at most.",
        "404 on an API: compare the path, its version and the slash at the end.",
    ),
    tags=("httpx2", "http", "status-code", "raise-for-status", "retry"),
    strategy="try-catch",
    background="connection-failed",
    message="Client error '{status} {reason}' for url '{url}'",
    site="httpx2/_models.py Response.raise_for_status",
    several=True,
)


def answer(request):
    return httpx2.Response(404, json={"detail": "no such user"})


client = httpx2.Client(transport=httpx2.MockTransport(answer), base_url="https://api.example")


def before():
    user = client.get("/users/7").raise_for_status().json()


def after():
    response = client.get("/users/7")
    user = None if response.status_code == 404 else response.raise_for_status().json()


def handling():
    try:
        client.get("/users/7").raise_for_status()
    except httpx2.HTTPStatusError as error:
        print(error.response.status_code, error.response.text)
