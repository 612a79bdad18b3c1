from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "6e4f101541d4d6a3"
PROSE = Prose(
    documentation=(
        "A view came to its end without returning a response. A function that ends without `return` gives None in Python; the message names the view."
    ),
    trigger="Handling a request by a view that returns None on the way that this request took.",
    situations=(
        "`render(...)` without `return`; a form view that returns for POST and valid only; a method of a class-based view that overrides `get`, `post` or `dispatch` and forgets to return what `super()` gave."
    ),
    solutions=(
        "Write `return` before `render(...)` or `redirect(...)`.",
        "A form: return below the `if form.is_valid():` too, so that an invalid form and a GET are answered with the page.",
        "A class-based view: `return super().dispatch(request, *args, **kwargs)`.",
        "A decorator of yours: its inner function has to return what the view returned.",
    ),
    tags=("django", "views", "forms", "response"),
    strategy="validation",
    background="wrong-type",
)


def before():
    from django.http import HttpResponse
    from django.test import Client
    from django.urls import path

    def order_list(request):
        HttpResponse("orders")

    urlpatterns = [path("orders/", order_list)]

    Client(headers={"host": "shop.example"}).get("/orders/")


def after():
    from django.http import HttpResponse
    from django.test import Client
    from django.urls import path

    def order_list(request):
        return HttpResponse("orders")

    urlpatterns = [path("orders/", order_list)]

    Client(headers={"host": "shop.example"}).get("/orders/")
