from jinja2 import Environment, StrictUndefined

from tests.knowledge.form import Prose

ID = "e9b10a5b69ac45df"
PROSE = Prose(
    documentation=(
        "The template used a name that it was not given, in a way that an undefined value does not allow: with "
        "StrictUndefined at all, otherwise by reading an attribute, calling it or calculating with it."
    ),
    trigger="Rendering a template with a variable that is neither passed, nor set, nor imported there.",
    situations=(
        "A misspelt name; a macro or included file that was imported without context; a loop variable used after its loop; "
        "Ansible and dbt variables that only some hosts or targets have."
    ),
    solutions=(
        "Compare the name with what is passed: `render(user=user)`.",
        "It may be missing: `{{ name | default('nobody') }}` or `{% if name is defined %}`.",
        "The name stands in a macro: import it `with context`, or pass the value as an argument.",
        "Set inside a loop or block: use `{% set ns = namespace(total=0) %}` and `ns.total`, since plain `set` ends with the block.",
    ),
    tags=("jinja2", "templates", "undefined", "ansible", "strict-undefined"),
    strategy="validation",
    background="unknown-name",
    place="jinja2/runtime.py:859 Undefined._fail_with_undefined_error UndefinedError -",
    message="{name!r} is undefined",
)


def before():
    environment = Environment(undefined=StrictUndefined)
    environment.from_string("Hello {{ user }}").render(name="Ada")


def after():
    environment = Environment(undefined=StrictUndefined)
    environment.from_string("Hello {{ name }}").render(name="Ada")


def before_optional():
    environment = Environment()
    environment.from_string("Hello {{ user.name }}").render()


def after_optional():
    environment = Environment()
    environment.from_string("Hello {{ user.name if user is defined else 'nobody' }}").render()
