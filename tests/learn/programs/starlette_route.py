"""A route that does not begin with a slash."""

from starlette.routing import Route

Route("items", lambda request: None)
