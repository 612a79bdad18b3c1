from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "08ea342e0736ba6e"
PROSE = Prose(
    documentation=(
        "A request came with a host name that the settings do not list, and Django does not use names that anybody can send in, since links in mails and caches are made of them. The visitor gets 400."
    ),
    trigger="Anything that asks for the host of a request, `request.get_host()` or middleware, while the Host header is not in `ALLOWED_HOSTS` (with `DEBUG` and an empty list: not localhost).",
    situations=(
        "The first deployment with `DEBUG = False`; health checks of a load balancer, which call by IP address; a new domain or `www.`; Docker, where services call each other by name; and robots that try addresses: then it is only noise in the log."
    ),
    solutions=(
        "The name is yours: add it to `ALLOWED_HOSTS`, `['shop.example', '.shop.example']`, where the dot stands for all below it; no scheme, no port.",
        "It is the address of a container or load balancer: let the health check send the right Host header, or add that name.",
        "Behind a proxy that changes the host: let it pass the Host header on, or set `USE_X_FORWARDED_HOST = True` if the proxy sets that header itself.",
        "The name is foreign (robots): leave it refused; let the web server answer unknown names, and set the level of the logger `django.security.DisallowedHost` higher.",
    ),
    prevention=(
        "Read `ALLOWED_HOSTS` from the environment, and never use `['*']` where the web server does not check names.",
    ),
    tags=("django", "allowed-hosts", "deployment", "security", "docker"),
    strategy="configuration",
    background="permission-denied",
)


def before():
    from django.test import RequestFactory

    request = RequestFactory().get("/orders/", headers={"host": "www.shop.example"})
    request.get_host()


def after():
    from django.conf import settings
    from django.test import RequestFactory

    settings.ALLOWED_HOSTS = [".shop.example"]
    request = RequestFactory().get("/orders/", headers={"host": "www.shop.example"})
    request.get_host()
