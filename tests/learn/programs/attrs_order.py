"""A mandatory attribute after one with a default."""

import attr


@attr.s
class Point:
    """A point."""

    x = attr.ib(default=0)
    y = attr.ib()
