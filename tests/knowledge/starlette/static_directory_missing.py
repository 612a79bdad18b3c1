from tests.knowledge.form import Prose

ID = "30be8c2f579c2e9b"
PROSE = Prose(
    documentation="The folder with static files is looked for when the application is made, from the folder in which the server was started, and it is not there.",
    trigger="`StaticFiles(directory='static')` where no folder `static` exists below the current folder.",
    situations="The server is started from another folder, by systemd or a test runner; an image into which the folder was not copied; git keeps no empty folders.",
    solutions=(
        "Name the folder from the file: `StaticFiles(directory=Path(__file__).parent / 'static')`.",
        "It is missing in the image or clone: copy it (`COPY static ./static`), and put a `.gitkeep` into an empty one.",
        "It is made by a build step: run that first, or pass `check_dir=False` and let requests fail until it is there.",
    ),
    prevention=("Use paths from `__file__` for everything that belongs to the program.",),
    tags=("starlette", "fastapi", "static-files", "paths", "docker"),
    strategy="validation",
    background="file-not-found",
    site="starlette/staticfiles.py StaticFiles.__init__",
)


def validation(directory):
    from pathlib import Path

    if not Path(directory).is_dir():
        raise SystemExit(f"{Path(directory).resolve()} is no folder")


def good():
    return (".",)


def bad():
    return ("static",)


def before():
    from starlette.staticfiles import StaticFiles

    files = StaticFiles(directory="static")


def after():
    from pathlib import Path

    from starlette.staticfiles import StaticFiles

    folder = Path(__file__).parent / "static"
    folder.mkdir(exist_ok=True)
    files = StaticFiles(directory=folder)
