from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "4af426ce003d95e3"
PROSE = Prose(
    documentation="The grammar wanted one thing at this place and the template has another, mostly because an expression ended early or a word is missing.",
    trigger="An expression in `{{ }}` or `{% %}` that is complete before its closing braces, or that lacks a part.",
    situations="`{% if a = b %}` with one equals sign; `{{ user name }}`; an f-string or a format with braces inside the braces; a Python statement such as `import`.",
    solutions=(
        "Got '=': compare with `==`.",
        "Expected 'end of print statement': there is a second word; a comma, operator, dot or quotes are missing before it.",
        "Expected 'end of statement block': more stands in the tag than it takes; `{% include 'a.html' %}` has no braces inside.",
        "A call with braces inside braces: `{{ f(x) }}` and not `{{ f({{ x }}) }}`.",
    ),
    tags=("jinja2", "templates", "syntax"),
    strategy="validation",
    background="parse-failure",
    site="jinja2/lexer.py TokenStream.expect",
)


def before():
    Environment().from_string("{{ user name }}")


def after():
    Environment().from_string("{{ user.name }}").render(user={"name": "Ada"})
