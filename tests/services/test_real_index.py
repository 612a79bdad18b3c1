"""The index against a full scan over a real corpus: through the rows of each database, as ingest writes them."""

from __future__ import annotations

from app.db import crossfire, index
from app.db.crossfire_sweep import New
from app.db.engine import Database
from app.domain.matching import find_all, find_truncated
from app.domain.patterns import analyse
from app.domain.templates import pattern_of_template
from app.services.candidates import Candidates
from tests.domain.reference import candidate
from tests.real_sites import real_templates, real_texts


def test_the_index_is_a_full_scan(each_database: Database) -> None:
    """The rows bring every hit, exact, contained, repeated and cut; and of all patterns they bring few."""
    facts = {pattern: analyse(pattern) for pattern in map(pattern_of_template, real_templates())}
    assert [one.problem for one in facts.values() if one.problem] == []
    everything = [candidate(number, pattern) for number, pattern in enumerate(facts)]
    searchable = [one for one in everything if facts[one.pattern].anchors]
    texts = real_texts()
    brought = 0
    with each_database.write() as session:  # never committed
        written = list(facts.items())
        fires = crossfire.FireCounts(session)
        for start in range(0, len(written), 500):
            chunk = {f"{start + at}": New(*one) for at, one in enumerate(written[start : start + 500])}
            index.add_patterns(session, chunk, fires)
        candidates = Candidates(session)
        for lines in (False, True):
            for text, near in zip(texts, candidates.containing(texts, lines=lines), strict=True):
                brought += len(near)
                found = {hit.candidate.pattern for hit in find_all(text, near, repeats=lines)}
                assert found == {
                    hit.candidate.pattern for hit in find_all(text, searchable, repeats=lines)
                }, text
        for text, near in zip(texts, candidates.beginning(texts), strict=True):
            brought += len(near)
            cut = {hit.candidate.pattern for hit in find_truncated(text, near)}
            assert cut == {hit.candidate.pattern for hit in find_truncated(text, everything)}, text
    assert brought < 3 * len(texts) * len(everything) / 50
