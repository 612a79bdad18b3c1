from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "fae06f567e09be21"
PROSE = Prose(
    documentation="Blocks overlap, or one is not closed: an end came that does not belong to the block that is open at this place.",
    trigger="An `endfor`, `endif`, `endblock` and so on while another block is open inside.",
    situations="A missing `{% endif %}` after an edit; an `if` that is opened in one branch and closed in another; `{% endblock %}` removed with its neighbour.",
    solutions=(
        "The message names the innermost open block: add its end before the tag that Jinja met.",
        "An `if` round half of an element: put the choice into the attribute or into a macro, since each block has to end where it began.",
        "Name the ends, `{% endblock content %}`, so that the wrong one is seen at once.",
    ),
    tags=("jinja2", "templates", "syntax", "blocks", "nesting"),
    strategy="validation",
    background="parse-failure",
    message="Encountered unknown tag {name!r}. You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for {expected}. The innermost block that needs to be closed is {block!r}.",
    place="jinja2/parser.py:88 Parser.fail TemplateSyntaxError -",
)


def before():
    Environment().from_string("{% for item in items %}{% if item %}{{ item }}{% endfor %}")


def after():
    Environment().from_string(
        "{% for item in items %}{% if item %}{{ item }}{% endif %}{% endfor %}"
    ).render()
