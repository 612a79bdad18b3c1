"""What the author of a record writes: prose beside the two programs that prove it.

A proof is a module `tests/knowledge/<distribution>/<slug>.py` with

- `ID`: of its record; empty in a new one, `python -m tests.knowledge.write` fills it in;
- `PROSE`: see below;
- `before()` and `after()`: the first fails with the error, the second does not. Their bodies are run as programs of
  their own, behind the other lines of the module, and become `exampleFix`;
- `before_…()` with `after_…()`: further causes of the same error, proven and not shown;
- `validation(…)`: its body becomes `validationCode`; it raises for what `bad()` returns and not for `good()`;
- `GUARD`: a function that becomes `typeGuard`; true for what `good()` returns, false for `bad()`;
- `good()`, `bad()`: a tuple of arguments each;
- `prepare()`: runs before each of them in its process, and is not shown;
- `PYTEST`: a list of options; the bodies are then files of tests, and pytest runs them;
- `handling()`: its body becomes `tryCatchPattern`; it meets the error and ends without one.

A record of what cannot be run without an accelerator is a file `tests/knowledge/reviewed/<distribution>/<slug>.py`, read and never
run, with

- `ID`: as above, filled in by `python -m tests.knowledge.review`;
- `READ`: the two releases at which a second reader has read it against the source; `()` until then, and then it is not shipped;
- `PROSE`: with `site`, whose path may be the end of it; `message` only where several sites fit (words of the template that only
  this one has), or where the text was made elsewhere (then all of it);
- `FIX`: becomes `exampleFix`: a command line, Python or a configuration, with `# before` and `# after`;
- `VALIDATION`: becomes `validationCode`, where there is one.

Only the standard library is imported here: the modules are loaded in processes that do nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Prose"]


@dataclass(frozen=True, kw_only=True)
class Prose:
    """The prose of a record, ours throughout.

    Attributes:
        documentation: what the error means, in two or three sentences.
        trigger: when it happens, from the guard of the site.
        situations: how people get there.
        solutions: two to five, in order of preference; each says what to do.
        prevention: how not to meet it again.
        tags: what it is about, at most six.
        strategy: `validation`, `type-guard`, `try-catch`, `configuration`, …
        background: the kind of mistake, where the rules of `learn` name none or another one.
        site: `path` or `path function` of the raise site, where no traceback tells. In what is reviewed a third word, from 1,
            counts equal ones in the function, and `; ` stands before its place in an older release.
        message: the template of the message, where the site raises a text that was made elsewhere.
        place: `path:line function class code` of a site that `learn` does not find: the `raise` of a class that is held in
            a variable, the call of a function that logs or fails under a name of its own, or, in compiled code, the line
            that holds the text, in the source distribution of the release that is installed. `-` stands for none.
        several: other messages come from that site too: the id is made of this message, and not of the site alone.
    """

    documentation: str
    trigger: str
    situations: str | None = None
    solutions: tuple[str, ...]
    prevention: tuple[str, ...] = ()
    tags: tuple[str, ...]
    strategy: str | None = None
    background: str | None = None
    site: str | None = None
    message: str | None = None
    place: str | None = None
    several: bool = False
