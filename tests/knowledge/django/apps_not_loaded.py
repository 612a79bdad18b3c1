from tests.knowledge.form import Prose

ID = "ce2936c6ba163377"
PROSE = Prose(
    documentation=(
        "Models or the list of apps were used while Django was still starting, or was never started. Models exist only after all apps are loaded."
    ),
    trigger="Defining or importing a model, or asking for one, before `django.setup()` has gone through `INSTALLED_APPS`.",
    situations=(
        "A script that sets `DJANGO_SETTINGS_MODULE` and forgets `django.setup()`; importing models in `__init__.py` of an app, in the settings, or at the top of `apps.py`; "
        "`celery.py` or `asgi.py` importing models before the application is made."
    ),
    solutions=(
        "A script: call `django.setup()` after naming the settings, and import models below it.",
        "The traceback passes an `__init__.py`, `apps.py` or the settings of yours: move that import into the function that needs it, or into `AppConfig.ready()`.",
        "`asgi.py` and `wsgi.py`: `get_asgi_application()` first, then the imports of routes and consumers.",
        "In an annotation or foreign key only: name the model as text, `'shop.Order'`, and use `get_user_model()` inside functions.",
    ),
    prevention=("Keep `__init__.py` of apps empty.",),
    tags=("django", "apps", "models", "startup", "circular-import"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    from django.conf import settings

    settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"])
    from django.contrib.auth.models import User

    nobody = User.objects.none()


def after():
    import django
    from django.conf import settings

    settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"])
    django.setup()
    from django.contrib.auth.models import User

    nobody = User.objects.none()
