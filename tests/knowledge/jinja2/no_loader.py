from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "ad80f34a298c1c1e"
PROSE = Prose(
    documentation="The environment was made without a loader, so it can compile texts and has no place to look for templates by name.",
    trigger="`get_template()`, `{% include %}`, `{% extends %}` or `{% import %}` in an `Environment()` without `loader`, a template made by `Template('...')` included.",
    situations="`Template(open('page.html').read())` with an `{% extends %}` in it.",
    solutions=(
        "Give it a loader and ask by name: `Environment(loader=FileSystemLoader('templates')).get_template('page.html')`.",
        "The templates are texts in the program: `Environment(loader=DictLoader({'base.html': ...}))`.",
    ),
    tags=("jinja2", "templates", "loader", "inheritance"),
    strategy="configuration",
    background="missing-argument",
    site="jinja2/environment.py Environment._load_template",
)


def before():
    from jinja2 import Template

    Template("{% extends 'base.html' %}").render()


def after():
    from jinja2 import DictLoader

    environment = Environment(
        loader=DictLoader({"base.html": "<main></main>", "page.html": "{% extends 'base.html' %}"})
    )
    environment.get_template("page.html").render()
