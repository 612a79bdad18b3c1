from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "eff73c19d6d725be"
PROSE = Prose(
    documentation="Two blocks of one template have the same name. A child could not say which of them it replaces.",
    trigger="`{% block title %}` twice in one file, also in two branches of an `if`.",
    situations="A title that should stand in `<title>` and in `<h1>`; one block for each branch of an `if`.",
    solutions=(
        "The same content twice: write `{{ self.title() }}` in the second place.",
        "Two different things: give them two names.",
        "One of two, by a condition: put the `if` inside one block.",
    ),
    tags=("jinja2", "templates", "blocks", "inheritance"),
    strategy="configuration",
    background="duplicate-name",
    site="jinja2/compiler.py CodeGenerator.visit_Template",
)


def before():
    Environment().from_string(
        "<title>{% block title %}Shop{% endblock %}</title><h1>{% block title %}Shop{% endblock %}</h1>"
    )


def after():
    Environment().from_string(
        "<title>{% block title %}Shop{% endblock %}</title><h1>{{ self.title() }}</h1>"
    ).render()
