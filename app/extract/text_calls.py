"""Calls that give a text that is known: message catalogues, methods of strings, functions that pass it on."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["CATALOGUE", "METHODS", "TRANSPARENT", "printed_value"]

# Functions of message catalogues: the positions of their messages.
CATALOGUE: dict[str, tuple[int, ...]] = {
    name: positions
    for positions, names in {
        (
            0,
        ): "_ N_ _l _lazy gettext gettext_lazy gettext_noop lazy_gettext ugettext ugettext_lazy _t lgettext",
        (0, 1): "ngettext ngettext_lazy ungettext ungettext_lazy lazy_ngettext",
        (1,): "pgettext pgettext_lazy dgettext",
        (1, 2): "npgettext npgettext_lazy dngettext",
    }.items()
    for name in names.split()
}
METHODS: dict[str, Callable[[str], str]] = {
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "lower": str.lower,
    "upper": str.upper,
    "capitalize": str.capitalize,
}
# Calls that give their argument's text as it is.
TRANSPARENT = frozenset({"str", "mark_safe", "force_str", "smart_str", "to_native", "ensure_str", "cast"})


def printed_value(value: object) -> str:
    """Return a constant as a program prints it."""
    if isinstance(value, str):
        return value
    try:
        return repr(value)
    except ValueError:  # an integer of thousands of digits
        return "…"
