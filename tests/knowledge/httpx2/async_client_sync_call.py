import asyncio

import httpx2

from tests.knowledge.form import Prose

ID = "0379c20f2c13e7e8"
PROSE = Prose(
    documentation="An AsyncClient was given a body or stream that only works synchronously.",
    trigger="A request of an AsyncClient whose content is a plain generator or whose files are read synchronously.",
    situations="`content=` with a generator function; a file object passed as `content`.",
    solutions=(
        "Make it an async generator: `async def chunks(): ... yield part`.",
        "Small enough: read it first and pass bytes.",
        "Uploads: `files={'file': open(path, 'rb')}` in a synchronous Client, in a thread.",
    ),
    tags=("httpx2", "asyncio", "streaming", "upload"),
    strategy="configuration",
    background="wrong-type",
)


def answer(request):
    return httpx2.Response(200)


def before():
    def chunks():
        yield b"a"

    async def main():
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as client:
            await client.post("https://api.example/", content=chunks())

    asyncio.run(main())


def after():
    async def chunks():
        yield b"a"

    async def main():
        async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as client:
            await client.post("https://api.example/", content=chunks())

    asyncio.run(main())
