from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "ae8a5bf4e868fe48"
PROSE = Prose(
    documentation=(
        "`get()` promises exactly one row, and none fits. The error is a class of the model, `Order.DoesNotExist`, so that you can catch it for that model alone."
    ),
    trigger="`Model.objects.get(...)` (also `.aget`, `.latest()`, `.earliest()` and following a foreign key) where no row matches.",
    situations=(
        "An id from an address or form that is gone or belongs to somebody else; test data that was not created; case or spaces in a text; a default manager that "
        "hides rows."
    ),
    solutions=(
        "In a view: `get_object_or_404(Order, number=number)` answers 404 in place of 500.",
        "It may be missing: `Order.objects.filter(number=number).first()` gives None, or catch `Order.DoesNotExist`.",
        "It should be there from then on: `get_or_create(...)`.",
        "You are sure it is there: print `str(queryset.query)`; check the database (`settings.DATABASES`), a filter in the manager, and letters and spaces (`number__iexact`).",
    ),
    tags=("django", "orm", "queryset", "not-found"),
    strategy="try-catch",
    background="unknown-name",
    site="django/db/models/query.py QuerySet.get",
)


def before():
    from shop.models import Order

    order = Order.objects.get(number="a1")


def after():
    from shop.models import Order

    order = Order.objects.filter(number__iexact="a1").first()
