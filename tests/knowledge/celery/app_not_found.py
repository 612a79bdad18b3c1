from pathlib import Path

from tests.knowledge.form import Prose

ID = "9c5baf64df64a4d2"
PROSE = Prose(
    documentation=(
        "The `celery` command looked for your app in the module after `-A`, and there is no such module from where it was started. The message names the part of the name that was not found."
    ),
    trigger="`celery -A NAME …` when Python cannot import NAME: it is looked for in the current folder and the installed packages.",
    situations=(
        "Started in the wrong folder; `-A shop.celery.app` or `-A shop/celery.py` where a module is wanted; a folder of the project in front of the name; a Docker image with another WORKDIR; the package itself imports "
        "something that is missing (the message then names that)."
    ),
    solutions=(
        "Change into the folder that holds the package (with Django: that of `manage.py`), or say it: `celery --workdir src -A shop worker`.",
        "The name is that of the package or module, without `.py`: `-A shop` finds `shop/celery.py` with `app = Celery(...)` by itself; otherwise `-A shop.worker:app`.",
        "The module that was not found is not your app but something it imports: try `python -c 'import shop.celery'` in the same folder, and install or correct that.",
        "In a container: compare WORKDIR and the mounted folder with the name.",
    ),
    tags=("celery", "command-line", "imports", "docker", "django"),
    strategy="configuration",
    background="unknown-name",
    place="celery/bin/celery.py:144 celery UsageError -",
    message="Unable to load celery application.\nThe module {name} was not found.",
)


def prepare():
    Path("shop.py").write_text('from celery import Celery\n\napp = Celery("shop", broker="memory://")\n')


def before():
    import sys

    from celery.bin.celery import celery

    sys.argv = ["celery", "-A", "webshop", "report"]
    celery(prog_name="celery")


def after():
    import sys

    from celery.bin.celery import celery

    sys.argv = ["celery", "-A", "shop", "report"]
    celery(prog_name="celery")
