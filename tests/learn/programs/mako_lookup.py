"""A template that is in no folder."""

from mako.lookup import TemplateLookup

TemplateLookup(directories=["/nowhere"]).get_template("missing.html")
