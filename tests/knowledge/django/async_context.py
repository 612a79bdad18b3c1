import asyncio

from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "ac64bf3da41579f0"
PROSE = Prose(
    documentation=(
        "The database was used from a coroutine in the ordinary, blocking way. That would hold up the whole event loop, and connections belong to one thread, so Django refuses it."
    ),
    trigger="A query or another call that blocks, made in a thread in which an event loop runs.",
    situations=(
        "An `async def` view or consumer that calls `.get()` or iterates over a queryset; following a foreign key (`order.customer`), which queries in silence; Jupyter notebooks, whose cells run in a loop; Playwright "
        "tests."
    ),
    solutions=(
        "Use the async form: `await Order.objects.aget(...)`, `async for order in queryset`, `await order.asave()`.",
        "Several calls, or code that has no async form: put them into one function and `await sync_to_async(function)()`.",
        "It happens at `order.customer`: fetch it along, `Order.objects.select_related('customer')`.",
        "The view does nothing that needs async: make it `def`.",
        "A notebook or test by yourself: set `DJANGO_ALLOW_ASYNC_UNSAFE=true` there, and never in a server.",
    ),
    tags=("django", "async", "orm", "jupyter", "channels"),
    strategy="configuration",
    background="invalid-state",
)


def before():
    from shop.models import Order

    async def first_number():
        order = Order.objects.get(number="A1")
        return order.number

    asyncio.run(first_number())


def after():
    from shop.models import Order

    async def first_number():
        order = await Order.objects.aget(number="A1")
        return order.number

    asyncio.run(first_number())
