from jinja2 import Environment

from tests.knowledge.form import Prose

ID = "5ab7ce85ac05a586"
PROSE = Prose(
    documentation="A statement in the template begins with a word that Jinja does not know, here and now: a tag of another engine, of an extension that is not loaded, or an end without its beginning.",
    trigger="`{% word ... %}` where no such tag exists at that place.",
    situations="`{% load static %}`, `{% url %}` or `{% csrf_token %}` of Django; `{% trans %}` or `{% do %}` without the extension; `{% elseif %}` in place of `elif`; `{% end if %}`.",
    solutions=(
        "A tag of Django: use what your framework has, `url_for('static', path='site.css')` for `{% static %}`.",
        "A tag of an extension: `Environment(extensions=['jinja2.ext.i18n'])` for `trans`, `jinja2.ext.do` for `do`, `jinja2.ext.loopcontrols` for `break`.",
        "`else if` is `elif`; endings are one word: `endif`, `endfor`.",
        "It should not be read by Jinja at all: put it between `{% raw %}` and `{% endraw %}`.",
    ),
    tags=("jinja2", "templates", "syntax", "django", "extensions"),
    strategy="configuration",
    background="unknown-name",
    place="jinja2/parser.py:88 Parser.fail TemplateSyntaxError -",
    message="Encountered unknown tag {name!r}.",
)


def before():
    Environment().from_string("{% do items.append(1) %}")


def after():
    Environment(extensions=["jinja2.ext.do"]).from_string("{% do items.append(1) %}").render(items=[])
