import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import no_such_host

prepare = no_such_host
ID = "a00e6f2ac5ebbf8c"
PROSE = Prose(
    documentation=(
        "The name of the host could not be turned into an address. Either there is no such name, or this machine cannot ask right now; nothing was sent."
    ),
    trigger="Opening a connection to a host whose name the resolver of the system does not find. The message says `Failed to resolve`.",
    situations=(
        "A misspelt host, or `https://https://...` where `https` counts as the host; the name of a Docker service used outside its network; no network, VPN or DNS in a container or build; "
        "a variable that was not filled in."
    ),
    solutions=(
        "Read the host after `Failed to resolve` aloud: a letter, a space, `http` doubled, or `{host}` that was never filled in.",
        "Try it from the same machine or container: `python -c \"import socket; print(socket.getaddrinfo('api.example.com', 443))\"`. That fails too: it is the network, VPN or DNS.",
        "Names of Docker services work between containers of one network only; from outside use `localhost` and the published port.",
        "It fails now and then (`Temporary failure in name resolution`): retry, `HTTPAdapter(max_retries=Retry(connect=3, backoff_factor=1))`.",
    ),
    tags=("requests", "dns", "connection", "docker"),
    strategy="try-catch",
    background="connection-failed",
    message=(
        "{pool}(host='{host}', port={port}): Max retries exceeded with url: {url} (Caused by NameResolutionError(\"{connection}: Failed to resolve '{host}' ([Errno {number}] "
        '{reason})"))'
    ),
    site="requests/adapters.py HTTPAdapter.send",
    several=True,
)


def before():
    requests.get("http://http://api.example.com/users", timeout=5)


def after():
    requests.Request("GET", "http://api.example.com/users").prepare()
