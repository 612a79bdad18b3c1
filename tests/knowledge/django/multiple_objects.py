from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "6ae502e4d1bab932"
PROSE = Prose(
    documentation=(
        "`get()` promises exactly one row, and several fit. Either the conditions do not name one thing, or the table holds doubles that should not be there."
    ),
    trigger="`Model.objects.get(...)` or `get_or_create(...)` whose conditions match more than one row.",
    situations=(
        "Looking up by a name or address of mail that nothing keeps unique; a join over a many-to-many relation, which gives a row for each; two requests at once that both created it with `get_or_create`."
    ),
    solutions=(
        "Several are fine: use `filter(...)`, and `.order_by(...).first()` where you want one of them.",
        "There should be one: find the doubles, `values('number').annotate(n=Count('id')).filter(n__gt=1)`, merge them, then keep it so with `unique=True` or a `UniqueConstraint`.",
        "The condition crosses a relation (`orders__number=...`): the same row comes several times; add `.distinct()`.",
        "In `get_or_create`: look up by the fields that are unique, and pass the rest as `defaults={...}`.",
    ),
    prevention=("What `get()` looks up by should be unique in the database.",),
    tags=("django", "orm", "queryset", "unique"),
    strategy="validation",
    background="duplicate-name",
)


def before():
    from shop.models import Order

    order = Order.objects.get(customer__name="Ada")


def after():
    from shop.models import Order

    order = Order.objects.filter(customer__name="Ada").order_by("-id").first()


def before_join():
    from shop.models import Customer

    customer = Customer.objects.get(orders__number__startswith="A")


def after_join():
    from shop.models import Customer

    customer = Customer.objects.distinct().get(orders__number__startswith="A")
