import asyncio
import urllib.request

import kiln
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.routing import Route


async def fire(request):
    kiln.fire("bowl", 12)


async def passing(request, call_next):
    return await call_next(request)


app = Starlette(routes=[Route("/fire", fire)], middleware=[Middleware(BaseHTTPMiddleware, dispatch=passing)])
server = uvicorn.Server(uvicorn.Config(app, port=8931))


async def main():
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    await asyncio.to_thread(ask)
    server.should_exit = True
    await serving


def ask():
    try:
        urllib.request.urlopen("http://127.0.0.1:8931/fire")
    except OSError:
        pass


asyncio.run(main())
