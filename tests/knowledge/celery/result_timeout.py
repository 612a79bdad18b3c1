from celery import Celery

from tests.knowledge.form import Prose

ID = "357a597fecdbd3c4"
PROSE = Prose(
    documentation=(
        "You waited for a result, and none came in the time that you gave. Celery cannot tell whether the task is still running, waits in the queue, or is unknown to it: a task that does not exist has the state PENDING too."
    ),
    trigger="`result.get(timeout=...)` when no result is stored within that many seconds.",
    situations=(
        "No worker runs, or it listens on another queue or broker; the worker does not know the task and threw it away; the task has `ignore_result`; it takes longer than you wait; worker and caller have different "
        "result backends."
    ),
    solutions=(
        "See whether a worker is there and what it does: `celery -A shop inspect active`. No answer: start one, with the same `broker_url`.",
        "Look into the worker's log: `Received unregistered task` means that it does not import the module; nothing at all means another queue, `celery -A shop worker -Q celery,reports`.",
        "The log says that it succeeded: compare `app.conf.result_backend` of both sides, and `ignore_result` of the task.",
        "It takes long: do not wait in a web request; keep `result.id`, and ask for `AsyncResult(id).state` later.",
    ),
    tags=("celery", "timeout", "result-backend", "worker"),
    strategy="try-catch",
    background="timeout",
)


def before():
    app = Celery("shop", broker="memory://", backend="cache+memory://")

    @app.task
    def add(a, b):
        return a + b

    add.delay(1, 2).get(timeout=0.2)


def after():
    app = Celery("shop", broker="memory://", backend="cache+memory://")

    @app.task
    def add(a, b):
        return a + b

    result = add.delay(1, 2)
    print(app.AsyncResult(result.id).state)


def handling():
    from celery import exceptions

    app = Celery("shop", broker="memory://", backend="cache+memory://")
    result = app.send_task("tasks.add", (1, 2))
    try:
        result.get(timeout=0.2)
    except exceptions.TimeoutError:
        print(f"{result.id} is not done: {result.state}")
