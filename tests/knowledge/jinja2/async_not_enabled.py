from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "8e66d9c3f35c1e3c"
PROSE = Prose(
    documentation="Templates can be rendered asynchronously only by an environment that was made for it, since they are compiled differently.",
    trigger="`await template.render_async()` where the environment lacks `enable_async=True`.",
    situations="A move to an async framework; a template from a library's own environment.",
    solutions=(
        "Make the environment with `enable_async=True`.",
        "Nothing in the template is awaited: call `template.render()`, which is as good.",
        "The environment is your framework's (Starlette's templates): pass it yours with `Jinja2Templates(env=...)`.",
    ),
    tags=("jinja2", "templates", "async"),
    strategy="configuration",
    background="invalid-state",
    site="jinja2/environment.py Template.render_async",
)


def before():
    import asyncio

    environment = Environment()
    asyncio.run(environment.from_string("Hello").render_async())


def after():
    import asyncio

    environment = Environment(enable_async=True)
    asyncio.run(environment.from_string("Hello").render_async())
