from tests.knowledge.form import Prose

ID = "95498f266357911f"
PROSE = Prose(
    documentation="Jinja2Templates was made with nothing to load templates from.",
    trigger="`Jinja2Templates()` without `directory` and without `env`, or with `directory=None`.",
    situations="A setting for the folder that is None; `templates='templates'` or another wrong name of the argument swallowed by a wrapper.",
    solutions=(
        "Name the folder: `Jinja2Templates(directory=Path(__file__).parent / 'templates')`.",
        "You have an environment of your own: `Jinja2Templates(env=environment)`.",
    ),
    tags=("starlette", "fastapi", "templates", "jinja2"),
    strategy="configuration",
    background="missing-argument",
    site="starlette/templating.py Jinja2Templates.__init__",
)


def before():
    from starlette.templating import Jinja2Templates

    templates = Jinja2Templates(directory=None)


def after():
    from starlette.templating import Jinja2Templates

    templates = Jinja2Templates(directory="templates")
