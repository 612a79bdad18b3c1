from tests.knowledge.form import Prose
from tests.knowledge.shop import prepare_shop

prepare = prepare_shop
ID = "1b44941d934f9998"
PROSE = Prose(
    documentation=(
        "An address was to be made from the name of a route, and there is no route of that name. (Where the name is right and the arguments are not, the message says so and lists the patterns that were tried.)"
    ),
    trigger="`reverse(name)`, `redirect(name)` or `{% url 'name' %}` with a name that no `path()` has.",
    situations=(
        "An app whose `urls.py` has `app_name`, so that its names begin with `shop:`; a misspelt name; `{% url name %}` without quotes, which looks for a variable; an app that is not included in "
        "the root `urls.py`."
    ),
    solutions=(
        "The `urls.py` of the app has `app_name = 'shop'`: write `shop:order-list`.",
        "The name in the message is empty (`Reverse for ''`): in the template the quotes are missing, `{% url 'order-list' %}`.",
        "Compare with `name=` in `path(...)`: hyphen or underscore; a view without a `name` cannot be reversed.",
        "The app's routes are not in the root `urls.py`: `path('orders/', include('shop.urls'))`.",
    ),
    tags=("django", "urls", "reverse", "templates"),
    strategy="configuration",
    background="unknown-name",
)


def before():
    from django.http import HttpResponse
    from django.urls import include, path, reverse

    def order_list(request):
        return HttpResponse("orders")

    shop_urls = ([path("", order_list, name="order-list")], "shop")
    urlpatterns = [path("orders/", include(shop_urls))]

    reverse("order-list")


def after():
    from django.http import HttpResponse
    from django.urls import include, path, reverse

    def order_list(request):
        return HttpResponse("orders")

    shop_urls = ([path("", order_list, name="order-list")], "shop")
    urlpatterns = [path("orders/", include(shop_urls))]

    reverse("shop:order-list")
