"""A small Django project for the proofs that need one: a shop with customers and orders, in a database in the current folder."""

from __future__ import annotations

import sys
import types

__all__ = ["prepare_shop"]

_MODELS = """
from django.db import models


class Customer(models.Model):
    name = models.CharField(max_length=50)


class Order(models.Model):
    customer = models.ForeignKey(Customer, models.CASCADE, null=True, related_name="orders")
    number = models.CharField(max_length=20)
"""


def prepare_shop() -> None:
    """Configure Django and fill the shop: programs import `Customer` and `Order` of `shop.models`."""
    import django
    from django.apps import AppConfig
    from django.conf import settings
    from django.db import connection

    package, models = types.ModuleType("shop"), types.ModuleType("shop.models")
    sys.modules.update({"shop": package, "shop.models": models})

    class Shop(AppConfig):
        name = "shop"
        path = "."
        default_auto_field = "django.db.models.BigAutoField"

    settings.configure(
        INSTALLED_APPS=[Shop("shop", package)],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.db"}},
        SECRET_KEY="of a test",
        ALLOWED_HOSTS=["shop.example"],
        ROOT_URLCONF="__main__",
        USE_TZ=True,
    )
    django.setup()
    exec(_MODELS, models.__dict__)
    with connection.schema_editor() as editor:
        editor.create_model(models.Customer)
        editor.create_model(models.Order)
    ada = models.Customer.objects.create(name="Ada")
    models.Order.objects.create(customer=ada, number="A1")
    models.Order.objects.create(customer=ada, number="A2")
