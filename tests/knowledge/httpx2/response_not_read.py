import httpx2

from tests.knowledge.form import Prose

ID = "3ac2a509ad070867"
PROSE = Prose(
    documentation="With `stream()` only the headers have arrived; the content comes when it is asked for, and the code wants all of it at once.",
    trigger="`.text`, `.json()` or `.content` of a response from `client.stream(...)` before `read()`.",
    situations="Looking at the text of an error in a streaming call; logging hooks that print the body.",
    solutions=(
        "Call `response.read()` first (`await response.aread()`), for instance when the status is an error.",
        "In an event hook too: `response.read()` before `.text`.",
        "Nothing is streamed: use `client.get()`.",
    ),
    tags=("httpx2", "streaming", "response", "event-hooks"),
    strategy="validation",
    background="invalid-state",
)


class Body(httpx2.SyncByteStream):
    def __iter__(self):
        yield b"slow down"


def answer(request):
    return httpx2.Response(429, stream=Body())


client = httpx2.Client(transport=httpx2.MockTransport(answer))


def before():
    with client.stream("GET", "https://api.example/export") as response:
        if response.is_error:
            print(response.text)


def after():
    with client.stream("GET", "https://api.example/export") as response:
        if response.is_error:
            response.read()
            print(response.text)
