"""A rule that the parser has not."""

from markdown_it import MarkdownIt

MarkdownIt().enable("no_such_rule")
