from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "efa62f9ee9734a5e"
PROSE = Prose(
    documentation="A block that was opened is never closed, or closed by the wrong word. Jinja looked for the end and reached the end of the file; the line in the message is where it gave up, not where the fault is.",
    trigger="A template in which an `if`, `for`, `block`, `macro` or other block has no matching end.",
    situations="A missing `{% endif %}` after an edit; blocks that overlap; the start of a block commented out in HTML, which Jinja does not care for.",
    solutions=(
        "The message names the innermost block that is open: look for its start above, and add its end.",
        "Blocks must be nested: close the inner one first.",
        "Parts of the template are commented out with `<!-- -->`: Jinja still reads them; use `{# #}`.",
    ),
    tags=("jinja2", "templates", "syntax", "blocks"),
    strategy="validation",
    background="parse-failure",
    place="jinja2/parser.py:88 Parser.fail TemplateSyntaxError -",
    message="Unexpected end of template. Jinja was looking for the following tags: {expected}. The innermost block that needs to be closed is {block!r}.",
)


def before():
    Environment().from_string("{% for item in items %}{{ item }}").render()


def after():
    Environment().from_string("{% for item in items %}{{ item }}{% endfor %}").render()
