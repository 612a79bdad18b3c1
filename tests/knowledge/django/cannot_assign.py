from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "be3eb55d86b64d2c"
PROSE = Prose(
    documentation=(
        "A foreign key was set to a bare value, such as an id or a text, where Django wants the object itself. The id has an attribute of its own, with `_id` at its end."
    ),
    trigger="Setting a ForeignKey or OneToOneField, in the constructor or as an attribute, to something that is no instance of the related model.",
    situations=(
        "An id from a form or JSON passed as `customer=7`; `request.user` of somebody who is not logged in (AnonymousUser); a queryset of `filter()` in place of one object; a model of the same name from another app."
    ),
    solutions=(
        "You have the id: `Order(customer_id=7)`.",
        "You have a name or another key: fetch the object, `Customer.objects.get(name='Ada')`.",
        "The value in the message is a queryset: take one, `.get()` or `.first()`.",
        "It is an AnonymousUser (or a SimpleLazyObject of one): require a login, `@login_required`, or leave the field None.",
    ),
    tags=("django", "models", "foreign-key", "forms"),
    strategy="type-guard",
    background="wrong-type",
    site="django/db/models/fields/related_descriptors.py ForwardManyToOneDescriptor.__set__",
)


def before():
    from shop.models import Order

    Order.objects.create(number="A3", customer=1)


def after():
    from shop.models import Order

    Order.objects.create(number="A3", customer_id=1)
