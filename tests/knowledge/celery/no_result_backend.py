from celery import Celery

from tests.knowledge.form import Prose

ID = "026c0cff24b4c728"
PROSE = Prose(
    documentation=(
        "A result was asked for, and this app has nowhere to look for it: no result backend is set. The task itself may well have run; the broker carries tasks to workers, not results back."
    ),
    trigger="`.get()`, `.state`, `.ready()` or `.status` of a result while `result_backend` is empty in the app that the task belongs to.",
    situations=(
        "The first try after the tutorial with a broker only; a backend that is set for the worker and not for the web process; `@shared_task` called where the app of the project was never imported, so that "
        "the default app without settings answers; settings with the wrong prefix (`CELERY_RESULT_BACKEND` without `namespace='CELERY'`)."
    ),
    solutions=(
        "You need results: name a backend, `Celery('shop', broker=..., backend='redis://localhost:6379/1')`, in one module that worker and caller both import.",
        "It is set: print `task.app.conf.result_backend` where it fails. Empty means another app answers: import yours in the package (`from .celery import app as celery_app` in `__init__.py` of a Django project).",
        "Django settings: `app.config_from_object('django.conf:settings', namespace='CELERY')` reads `CELERY_RESULT_BACKEND`; without the namespace the name is `result_backend`.",
        "You do not need the result: do not ask; `ignore_result=True` says so.",
    ),
    tags=("celery", "result-backend", "configuration", "django"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    app = Celery("shop", broker="memory://")

    @app.task
    def add(a, b):
        return a + b

    add.delay(1, 2).get(timeout=5)


def after():
    app = Celery("shop", broker="memory://", backend="cache+memory://")

    @app.task
    def add(a, b):
        return a + b

    print(add.delay(1, 2).state)
