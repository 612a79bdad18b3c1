"""Markup that closes what was not opened."""

from rich.text import Text

Text.from_markup("so [/bold] it ends")
