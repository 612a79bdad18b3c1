from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "4b91857d58f450ec"
PROSE = Prose(
    documentation="Between the braces of the template stands a character that no Jinja expression has. The frame above the message shows file and line of the template.",
    trigger="Characters such as `\\`, `?`, `$`, `#`, `&` or typographic quotes inside `{{ }}` or `{% %}`.",
    situations=(
        "JavaScript or shell code with `{{` in it; `a ? b : c` or `a && b`; quotes that a word processor made curly; a "
        "backslash before a quote, put there by a shell or YAML."
    ),
    solutions=(
        "Look at the place that the message names: `?:` is `a if x else b`, `&&` is `and`, `!x` is `not x`.",
        "Backslashes before quotes: change the outer quotes, or use a block text in YAML (`|`).",
        "Curly quotes: type plain ones.",
        "The braces are not Jinja's (Vue, GitHub Actions, Helm): put the part between `{% raw %}` and `{% endraw %}`.",
    ),
    tags=("jinja2", "templates", "syntax", "javascript", "yaml"),
    strategy="validation",
    background="parse-failure",
    site="jinja2/lexer.py Lexer.tokeniter",
)


def before():
    Environment().from_string("{{ paid ? 'yes' : 'no' }}")


def after():
    Environment().from_string("{{ 'yes' if paid else 'no' }}").render(paid=True)
