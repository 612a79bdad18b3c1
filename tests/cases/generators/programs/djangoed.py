import sys

import django
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import path
from django.views import debug

import kiln


def fire(request):
    kiln.fire("bowl", 12)
    return HttpResponse()


urlpatterns = [path("fire/", fire)]
settings.configure(DEBUG=True, ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"])
django.setup()
try:
    fire(None)
except kiln.KilnError:
    request = RequestFactory().get("/fire/")
    reporter = debug.ExceptionReporter(request, *sys.exc_info())
    print(reporter.get_traceback_text())
