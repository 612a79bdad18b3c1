"""The text of a record's page, both ways: `read_page` and `write_page`; `page_form` describes it."""

from __future__ import annotations

from app.domain.page_reader import is_page, read_page
from app.domain.page_writer import write_page

__all__ = ["is_page", "read_page", "write_page"]
