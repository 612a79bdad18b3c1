"""A label too few."""

from prometheus_client import Counter

Counter("requests", "Requests.", ["method", "path"]).labels("GET")
