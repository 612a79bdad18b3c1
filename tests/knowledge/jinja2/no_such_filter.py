from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "50659765409c6dc3"
PROSE = Prose(
    documentation="The template uses a filter or test that this environment does not have. Filters belong to the environment, not to the template.",
    trigger="`{{ value | name }}` or `is name` where no filter or test of that name is registered; it is noticed when the template is compiled.",
    situations=(
        "Filters of Ansible (`to_json`, `bool`), Django or Flask in plain Jinja; a filter registered on another environment; "
        "`tojson` and `items`, which older versions lack."
    ),
    solutions=(
        "Register it before the template is loaded: `environment.filters['money'] = money` (a test: `environment.tests[...]`).",
        "With Starlette's templates: `templates.env.filters['money'] = money`; in Flask: `@app.template_filter()`.",
        "It is a filter of another program: look for the one that Jinja has (`tojson` for `to_json`, `title`, `default`).",
        "Older Jinja: upgrade it.",
    ),
    tags=("jinja2", "templates", "filters", "ansible"),
    strategy="configuration",
    background="unknown-name",
    site="jinja2/compiler.py CodeGenerator._filter_test_common",
)


def before():
    environment = Environment()
    environment.from_string("{{ price | money }}").render(price=9.5)


def after():
    environment = Environment()
    environment.filters["money"] = lambda value: f"{value:.2f} €"
    environment.from_string("{{ price | money }}").render(price=9.5)
