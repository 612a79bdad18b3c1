from celery import Celery

from tests.knowledge.form import Prose

ID = "1d582e6bf37f4963"
PROSE = Prose(
    documentation=(
        "A task asked to be tried again, and has used up its tries (three, if nothing else is said). It was not told which error made it retry, so Celery has none to show: the real one is above, or was swallowed."
    ),
    trigger="`self.retry()` without `exc=` in a task whose number of retries has reached `max_retries`.",
    situations=(
        "`retry()` as a way to wait for something that takes longer than expected; a service that is down for longer than the tries last; `except Exception: raise self.retry()` around a mistake in the task itself."
    ),
    solutions=(
        "Pass the cause: `raise self.retry(exc=error)`; when the tries are used up that error is raised, and the log shows what is wrong.",
        "Let Celery do it: `@app.task(autoretry_for=(ConnectionError,), retry_backoff=True, max_retries=8)`.",
        "It needs more time: raise `max_retries` (None: no end) or `countdown`; with `retry_backoff` waits get longer each time.",
        "It will never succeed: narrow the `except`, so that mistakes of the task fail at once.",
    ),
    tags=("celery", "retry", "tasks"),
    strategy="try-catch",
    background="out-of-range",
)


def before():
    app = Celery("shop")

    @app.task(bind=True, max_retries=1)
    def fetch(self):
        try:
            raise ConnectionError("the price service is down")
        except ConnectionError:
            self.retry(countdown=0)

    fetch.apply().get()


def after():
    app = Celery("shop")
    answers = iter([ConnectionError("the price service is down"), 42])

    @app.task(autoretry_for=(ConnectionError,), retry_backoff=True, max_retries=8)
    def fetch():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    fetch.apply().get()
