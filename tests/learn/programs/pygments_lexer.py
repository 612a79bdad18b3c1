"""A language that there is no lexer for."""

from pygments.lexers import get_lexer_by_name

get_lexer_by_name("no-such-language")
