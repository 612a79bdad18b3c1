from tests.knowledge.form import Prose

ID = "64804d8a8f4a1b05"
PROSE = Prose(
    documentation=(
        "Something of Django that needs settings was used before Django knew where they are. A program started by `manage.py` or a web server is told; one started by hand has to tell it."
    ),
    trigger="Reading a setting, for instance by rendering a template, opening a database connection or translating a text, while `DJANGO_SETTINGS_MODULE` is not set and `settings.configure()` was not called.",
    situations=(
        "`python script.py` or a plain Python shell in place of `manage.py shell`; pytest without pytest-django; a Celery worker or notebook; importing models to use them elsewhere."
    ),
    solutions=(
        "A one-off: run it inside the project, `python manage.py shell`, or write a management command.",
        (
            "A script of its own: first `os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'mysite.settings')`, then `django.setup()`, and import models only after that."
        ),
        "pytest: install pytest-django and set `DJANGO_SETTINGS_MODULE = mysite.settings` in its ini section.",
        "Celery: set the variable in `celery.py` of the project, before the app is made.",
        "You use a part of Django alone, such as templates: `settings.configure(...)` with what it needs.",
    ),
    tags=("django", "settings", "script", "pytest-django", "celery"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    from django.template import Context, Template

    Template("Hello {{ name }}").render(Context({"name": "Ada"}))


def after():
    import django
    from django.conf import settings
    from django.template import Context, Template

    settings.configure(TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}])
    django.setup()
    Template("Hello {{ name }}").render(Context({"name": "Ada"}))
