"""Ordered search against RE2 over real patterns: those of the packages that the tests themselves need."""

from __future__ import annotations

import random

from app.domain.patterns import compile_pattern
from app.domain.templates import pattern_of_template
from tests.domain.test_ordered import by_engine
from tests.real_sites import message_of, real_templates, real_texts


def test_ordered_search_agrees_with_the_engine() -> None:
    """Each real pattern against a few real messages, its own kind among them: RE2's places and captures."""
    chooser = random.Random(11)
    for template in chooser.sample(real_templates(), 400):
        pattern = pattern_of_template(template)
        compiled = compile_pattern(pattern)
        message = message_of(template, chooser)
        for text in (f"x {message}", chooser.choice(real_texts())):
            found = compiled.find(text)
            wanted = by_engine(pattern, text, 0, whole=True) or by_engine(pattern, text, 0, whole=False)
            assert (found and (found.start, found.end, found.groups)) == (
                wanted and (wanted.start, wanted.end, wanted.groups)
            ), pattern
