from celery import Celery

from tests.knowledge.form import Prose

ID = "ac2fd85431a24fe1"
PROSE = Prose(
    documentation=(
        "Settings of Celery have an old name in capitals and a new one in small letters, and one app may use one kind only. The message lists which to rename, and says which kind the rest is."
    ),
    trigger="Reading the configuration for the first time, with names of both kinds in it.",
    situations=(
        "An upgrade in which some names were changed; a snippet from elsewhere added to older settings; Django settings read without `namespace='CELERY'`; `app.conf.update(...)` with new names beside a module with old ones."
    ),
    solutions=(
        "Rename those that the message lists; `celery upgrade settings celeryconfig.py` rewrites a whole file.",
        "Django: use one prefix for all, `CELERY_BROKER_URL`, `CELERY_TASK_SERIALIZER`, with `config_from_object('django.conf:settings', namespace='CELERY')`: the part after the prefix is the new name.",
        "Without a namespace, as in `celeryconfig.py`: new names only, `broker_url`, `task_serializer`, in small letters.",
    ),
    tags=("celery", "configuration", "settings", "upgrade", "django"),
    strategy="configuration",
    background="unsupported-feature-combination",
    message="Cannot mix new setting names with old setting names, please\nrename the following settings to use the old format:\n\n{renames}",
    site="celery/app/utils.py detect_settings",
    several=True,
)


def before():
    app = Celery("shop")
    app.config_from_object(
        {"BROKER_URL": "memory://", "CELERY_RESULT_BACKEND": "rpc://", "task_serializer": "json"}
    )
    print(app.conf.broker_url)


def after():
    app = Celery("shop")
    app.config_from_object({"broker_url": "memory://", "result_backend": "rpc://", "task_serializer": "json"})
    print(app.conf.broker_url)
