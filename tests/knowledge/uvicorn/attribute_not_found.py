from tests.knowledge.form import Prose

ID = "16447a0a55e67de7"
PROSE = Prose(
    documentation="The module was imported and has nothing of the name behind the colon.",
    trigger="`uvicorn main:app` where `main` defines no `app` at its top level.",
    situations=(
        "The variable is called otherwise (`api`, `application`); it is made inside a function or below `if __name__ == "
        "'__main__'`; another `main` was found first; the file was not saved."
    ),
    solutions=(
        "Use the name that the module has: `uvicorn main:api`.",
        "A function makes it: `uvicorn main:create_app --factory`.",
        "It stands below `if __name__ == '__main__':`: move `app = FastAPI()` out of it.",
        "The name is there: another module is imported; check `python -c 'import main; print(main.__file__)'`.",
    ),
    tags=("uvicorn", "fastapi", "asgi", "imports", "factory"),
    strategy="configuration",
    background="unknown-name",
    site="uvicorn/config.py Config.load_app",
    message='Error loading ASGI app. Attribute "{attrs_str}" not found in module "{module_str}".',
    several=True,
)


def before():
    from pathlib import Path

    import uvicorn

    Path("shop.py").write_text(
        "def create_app():\n    async def app(scope, receive, send): ...\n    return app\n"
    )

    uvicorn.Config("shop:app").load()


def after():
    from pathlib import Path

    import uvicorn

    Path("shop.py").write_text(
        "def create_app():\n    async def app(scope, receive, send): ...\n    return app\n"
    )

    uvicorn.Config("shop:create_app", factory=True).load()
