"""A rule that does not begin with a slash."""

from werkzeug.routing import Rule

Rule("items")
