from tests.knowledge.form import Prose

ID = "963851b9e274956b"
PROSE = Prose(
    documentation=(
        "A model was defined in a module that belongs to none of the installed apps, so Django does not know whose it is. Mostly the app is missing in the settings, or the module was imported under another name."
    ),
    trigger="Defining (that is, importing) a model class whose module is not below an app of `INSTALLED_APPS`, without `app_label` in its Meta.",
    situations=(
        "A new app that was not added to `INSTALLED_APPS`; `from mysite.shop.models import Order` in one place and `from shop.models` in another; tests that run from another folder; a "
        "package that is installed and not listed."
    ),
    solutions=(
        "The app of the module in the message is not in `INSTALLED_APPS`: add it, `'shop'` or `'shop.apps.ShopConfig'`.",
        "It is listed as `shop`, and the message says `mysite.shop.models`: import it as it is listed, everywhere (or set `name` in `apps.py` to match).",
        "It belongs to an installed package: add what its guide says, for instance `'django.contrib.sites'`.",
        "A model outside any app, as in a test: `class Meta: app_label = 'shop'`.",
    ),
    tags=("django", "models", "installed-apps", "imports"),
    strategy="configuration",
    background="missing-argument",
)


def before():
    import django
    from django.conf import settings
    from django.db import models

    settings.configure(INSTALLED_APPS=[])
    django.setup()

    class Order(models.Model):
        number = models.CharField(max_length=20)


def after():
    import django
    from django.conf import settings
    from django.db import models

    settings.configure(INSTALLED_APPS=[], DEFAULT_AUTO_FIELD="django.db.models.BigAutoField")
    django.setup()

    class Order(models.Model):
        number = models.CharField(max_length=20)

        class Meta:
            app_label = "shop"
