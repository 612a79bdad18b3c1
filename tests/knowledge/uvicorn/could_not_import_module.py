from tests.knowledge.form import Prose

ID = "664c4dfdb6e46961"
PROSE = Prose(
    documentation="Uvicorn looked for the module before the colon, starting from the current folder, and found none of that name. The file may exist and still not be reachable from there.",
    trigger="`uvicorn main:app` where `main` is neither a file nor a package in the current folder, in `--app-dir` or installed.",
    situations="The file is `shop/main.py` and the command runs above it; a path with slashes or `.py` in place of a module name; a container with another working folder.",
    solutions=(
        "The file is in a folder: name it with dots from the folder you are in: `uvicorn shop.main:app`.",
        "Or start from its folder: `cd shop`, in the image `WORKDIR`, or `--app-dir shop`.",
        "Slashes or `.py` in the name: write `src.main:app`, not `src/main.py:app`.",
        "A module that exists raises ImportError itself: then the traceback below names another module; install or correct that one.",
    ),
    tags=("uvicorn", "fastapi", "asgi", "imports", "docker"),
    strategy="configuration",
    background="file-not-found",
    site="uvicorn/config.py Config.load_app",
    message='Error loading ASGI app. Could not import module "{module_str}".',
    several=True,
)


def before():
    from pathlib import Path

    import uvicorn

    Path("shop").mkdir()
    Path("shop/main.py").write_text("async def app(scope, receive, send): ...")

    uvicorn.Config("main:app").load()


def after():
    from pathlib import Path

    import uvicorn

    Path("shop").mkdir()
    Path("shop/main.py").write_text("async def app(scope, receive, send): ...")

    uvicorn.Config("shop.main:app").load()
