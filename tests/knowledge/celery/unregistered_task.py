from celery import Celery

from tests.knowledge.form import Prose
from tests.knowledge.worker import prepare_tasks, work

prepare = prepare_tasks
ID = "d0ca60ea2657ec58"
PROSE = Prose(
    documentation=(
        "The worker got a message for a task that it does not know, and threw it away. It knows the tasks of the modules that it imported when it started; the name in the message is what the caller used."
    ),
    trigger="A message whose task name is not in the registry of the worker's app.",
    situations=(
        "The module with the task is never imported by the worker; the worker was not restarted after a new task; `from .tasks` in one place and `from shop.tasks` in another, which gives two names; "
        "two projects on one broker and queue; a folder too high or too low in the path."
    ),
    solutions=(
        "See what it knows: `celery -A shop inspect registered`, or the list `[tasks]` that it prints when starting.",
        "The module is missing there: `Celery('shop', include=['shop.tasks'])`, or `app.autodiscover_tasks()` in Django, which finds `tasks.py` of the installed apps.",
        "It is there under another name: import it in one way everywhere, from the root of the project, or give it a name, `@app.task(name='shop.add')`.",
        "It is a new task: restart the worker (and build its image again).",
        "It belongs to another project: give each its queue or its own virtual host (`redis://.../2`).",
    ),
    tags=("celery", "worker", "task-registry", "imports", "autodiscover"),
    strategy="configuration",
    background="unknown-name",
    place="celery/worker/consumer/consumer.py:753 Consumer.on_unknown_task - -",
    message="Received unregistered task of type {name}.\nThe message has been ignored and discarded.",
)


def before():
    app = Celery("shop", broker="memory://")
    app.send_task("tasks.add", (1, 2))

    work(app)  # a worker starts


def after():
    app = Celery("shop", broker="memory://", include=["tasks"])
    app.send_task("tasks.add", (1, 2))

    work(app)  # a worker starts
