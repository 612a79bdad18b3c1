from tests.knowledge.form import Prose

ID = "ce70683fa8c29285"
PROSE = Prose(
    documentation="Uvicorn wants a module and a name in it, with a colon between them, and got something else.",
    trigger="`uvicorn main`, `uvicorn main.py`, or `uvicorn.run('main.app')`.",
    situations="The command of another server; a dot where the colon belongs.",
    solutions=(
        "Write `module:name`: `uvicorn main:app`.",
        "In code with `reload` or `workers` it has to be such a text: `uvicorn.run('main:app', reload=True)`; otherwise pass the object, `uvicorn.run(app)`.",
    ),
    tags=("uvicorn", "fastapi", "asgi", "command-line"),
    strategy="validation",
    background="invalid-argument-value",
    site="uvicorn/config.py Config.load_app",
    message='Error loading ASGI app. Import string "{import_str}" must be in format "<module>:<attribute>".',
    several=True,
)


def validation(target):
    module, colon, name = target.partition(":")
    if not (module and colon and name) or "/" in module or module.endswith(".py"):
        raise ValueError(f"{target!r} is not like main:app")


def good():
    return ("main:app",)


def bad():
    return ("main.py",)


def before():
    from pathlib import Path

    import uvicorn

    Path("shop.py").write_text("async def app(scope, receive, send): ...")

    uvicorn.Config("shop").load()


def after():
    from pathlib import Path

    import uvicorn

    Path("shop.py").write_text("async def app(scope, receive, send): ...")

    uvicorn.Config("shop:app").load()
