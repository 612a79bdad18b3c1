from celery import Celery

from tests.knowledge.form import Prose
from tests.knowledge.worker import prepare_tasks, work

prepare = prepare_tasks
ID = "5708f57ea42eb6cb"
PROSE = Prose(
    documentation=(
        "The worker cannot reach its broker and goes on trying. The address in the message, with the password starred out, is where it tries; the words after it say what went wrong. If you see `amqp://guest:**@127.0.0.1:5672//` and never "
        "wrote that, it is the default: your setting was not read."
    ),
    trigger="Starting a worker, or losing its connection, while nothing answers at `broker_url`.",
    situations=(
        "RabbitMQ or Redis not running; `localhost` in a container; settings that are not read, so that the default address is used; a password with `@` or `/` in the address; the worker starts before the broker in "
        "docker compose."
    ),
    solutions=(
        "The address is the default and not yours: the setting is not read; print `app.conf.broker_url`. In Django the name is `CELERY_BROKER_URL`, with `namespace='CELERY'`.",
        "It is yours and says `Connection refused`: start the broker, or correct host and port; between containers the host is the name of the service, `redis://redis:6379/0`.",
        "`Name or service not known`: the host is misspelt or belongs to another network.",
        "It says something of access or login: check user, password and virtual host; put special characters in as `%40` (urllib.parse.quote).",
        "It only starts too early: let it try, or have compose wait, `depends_on: {redis: {condition: service_healthy}}`.",
    ),
    tags=("celery", "broker", "redis", "rabbitmq", "docker"),
    strategy="configuration",
    background="connection-failed",
    place="celery/worker/consumer/consumer.py:654 Consumer.ensure_connected._error_handler - -",
    message="consumer: Cannot connect to {url}: {reason}.",
)


def before():
    app = Celery("shop", broker="amqp://localhost:9//", include=["tasks"])
    work(app)  # a worker starts


def after():
    app = Celery("shop", broker="memory://", include=["tasks"])
    app.send_task("tasks.add", (1, 2))
    work(app)  # a worker starts
