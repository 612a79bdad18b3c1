import httpx2

from tests.knowledge.form import Prose

ID = "56c30cbf367c6900"
PROSE = Prose(
    documentation="A client is used after it was closed. Its connections are gone, and it does not open again.",
    trigger="A request with a Client or AsyncClient after `close()` or behind its `with` block.",
    situations="A client that is made in a `with` block and returned; one that an application closes at shutdown while tasks still run; a test that closes a shared client.",
    solutions=(
        "Keep the requests inside the `with` block.",
        "One for the whole life of an application: open it in the lifespan and close it after everything that uses it.",
        "Make a new client where the old one is closed; a closed one cannot be entered again.",
    ),
    tags=("httpx2", "client", "lifespan", "context-manager"),
    strategy="configuration",
    background="invalid-state",
    site="httpx2/_client.py Client.send",
)


def answer(request):
    return httpx2.Response(200, json=[])


def before():
    with httpx2.Client(transport=httpx2.MockTransport(answer)) as client:
        pass

    client.get("https://api.example/users")


def after():
    with httpx2.Client(transport=httpx2.MockTransport(answer)) as client:
        client.get("https://api.example/users")
