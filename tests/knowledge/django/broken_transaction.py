from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "8c7606df415cdf08"
PROSE = Prose(
    documentation=(
        "A query failed earlier inside an `atomic` block, the error was caught inside the block, and now the block goes on with another query. The database has given up that transaction; the cause is the earlier "
        "error, not this line."
    ),
    trigger="A query in an `atomic` block after a database error in the same block that was caught without a block of its own.",
    situations=(
        "`try: obj.save() except IntegrityError:` inside `atomic`, inside a view with `ATOMIC_REQUESTS`, or in a `TestCase`, which wraps each test in a transaction; a signal handler that catches everything."
    ),
    solutions=(
        "Put the statement that may fail into a block of its own, `with transaction.atomic(): ...`, and catch the error outside of it: only that part is undone.",
        "Do not catch it: let the outer block end, and handle the error around it.",
        "Avoid the failure: `get_or_create(...)`, or `bulk_create(..., ignore_conflicts=True)`.",
        "In a test that expects the error: `with self.assertRaises(IntegrityError), transaction.atomic(): ...`.",
        "You do not see what failed first: log the caught exception, or read the database's own log.",
    ),
    tags=("django", "transactions", "atomic", "integrityerror", "testcase"),
    strategy="try-catch",
    background="invalid-state",
)


def before():
    from django.db import IntegrityError, transaction
    from shop.models import Order

    with transaction.atomic():
        try:
            Order.objects.create(id=1, number="A3")
        except IntegrityError:
            print("there already")
        Order.objects.count()


def after():
    from django.db import IntegrityError, transaction
    from shop.models import Order

    with transaction.atomic():
        try:
            with transaction.atomic():
                Order.objects.create(id=1, number="A3")
        except IntegrityError:
            print("there already")
        Order.objects.count()
