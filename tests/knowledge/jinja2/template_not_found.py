from jinja2 import Environment, FileSystemLoader

from tests.knowledge.form import Prose

ID = "cbc323495ab76922"
PROSE = Prose(
    documentation="No folder that the loader looks in has a template of that name. Newer versions of Jinja list these folders in the message.",
    trigger="`get_template`, `render_template`, `{% extends %}` or `{% include %}` with a name that is not below one of the loader's folders.",
    situations=(
        "A relative folder, and a program that is started elsewhere; `template/` in place of `templates/`; a package built "
        "without its templates; other upper and lower case on Linux than on the developer's machine."
    ),
    solutions=(
        "Print `loader.searchpath` and compare: name the folder from the file, `Path(__file__).parent / 'templates'`.",
        "Names count from that folder and use `/`, also in `{% extends %}`: `'mail/welcome.html'`, not `'../mail/welcome.html'`.",
        "It works on the developer's machine only: check upper and lower case, and that the templates are in the image or wheel (package data).",
        "Flask: the folder must be called `templates` and lie beside the module given to `Flask(__name__)`.",
    ),
    tags=("jinja2", "templates", "loader", "paths", "flask", "fastapi"),
    strategy="validation",
    background="file-not-found",
    site="jinja2/loaders.py FileSystemLoader.get_source",
)


def before():
    from pathlib import Path

    Path("templates").mkdir()
    Path("templates/welcome.html").write_text("Hello")

    environment = Environment(loader=FileSystemLoader("template"))
    environment.get_template("welcome.html")


def after():
    from pathlib import Path

    Path("templates").mkdir()
    Path("templates/welcome.html").write_text("Hello")

    environment = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"))
    environment.get_template("welcome.html")
