"""A loader that was given nothing to load from."""

from jinja2 import Environment

Environment().get_template("page.html")
