from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "820cf7ce0a8820ee"
PROSE = Prose(
    documentation=(
        "A query names a field that the model does not have. The message lists all names that can be used there, those of relations from other models included."
    ),
    trigger="`filter`, `exclude`, `order_by`, `values`, `annotate` and the like with a name that is no field, relation or annotation of the model that is reached at that point.",
    situations=(
        "A misspelt name; a property or method of the model, which the database does not know; a reverse relation written as `order_set` where a query says `order` or the `related_name`; a field "
        "renamed in the model and not in a query."
    ),
    solutions=(
        "Look for the name in the list of choices: it is misspelt, or goes by its `related_name`. In queries there is no `_set`: `filter(order__number=...)`.",
        "It is a `@property` or method: filter by the fields that it is made of, or add it to the query with `annotate(...)`.",
        "It belongs to a related model: cross over with two underscores, `filter(customer__name='Ada')`.",
        "It is an annotation: put `annotate(...)` before the `filter(...)` that uses it.",
    ),
    tags=("django", "orm", "fielderror", "queryset"),
    strategy="validation",
    background="unknown-name",
)


def before():
    from shop.models import Order

    Order.objects.filter(name="Ada")


def after():
    from shop.models import Order

    Order.objects.filter(customer__name="Ada")


def before_reverse():
    from shop.models import Customer

    Customer.objects.filter(order_set__number="A1")


def after_reverse():
    from shop.models import Customer

    Customer.objects.filter(orders__number="A1")
