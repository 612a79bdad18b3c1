from celery import Celery

from tests.knowledge.form import Prose
from tests.knowledge.worker import prepare_tasks, work

prepare = prepare_tasks
ID = "342741365cf9a36e"
PROSE = Prose(
    documentation=(
        "A task waits for another task. It holds a place in the pool of workers while it waits, and when all places are taken by tasks that wait, none is left to do what they wait for. Celery refuses before that happens."
    ),
    trigger="`.get()` or `.join()` of a result inside a task that a worker runs.",
    situations=(
        "A task that calls parts and puts their results together; a loop over `delay(...).get()`; a helper that works in the web process and is now called by a task. With `task_always_eager` in tests it does not show."
    ),
    solutions=(
        "One after the other: make it a chain, `(load.s(url) | parse.s() | save.s())()`; each gets what the one before returned.",
        "Many, then one with all results: `chord(load.s(u) for u in urls)(total.s())`.",
        "The part is short: call it as a function, `add(1, 2)`, without `delay`.",
        "You only start it and need no result: `add.delay(1, 2)` without `.get()`.",
        "There is no other way, and the other task runs on workers of its own (another queue): `with allow_join_result(): result.get()`.",
    ),
    tags=("celery", "deadlock", "chain", "chord", "canvas"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    app = Celery("shop", broker="memory://", backend="cache+memory://", include=["tasks"])

    @app.task
    def total(prices):
        from tasks import add

        return add.delay(*prices).get()

    total.delay([10, 20])
    work(app)  # a worker starts


def after():
    app = Celery("shop", broker="memory://", backend="cache+memory://", include=["tasks"])

    @app.task
    def total(prices):
        from tasks import add

        return add(*prices)

    total.delay([10, 20])
    work(app)  # a worker starts
