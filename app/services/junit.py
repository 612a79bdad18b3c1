"""An answer as JUnit XML, for CI systems that show test reports: each error is a case, a recognised one has failed."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as ET  # only written, never read

from app.domain.answer import Answer, EventAnswer
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.single import alone, recognised
from app.services.visible import one_line, shortened, visible

__all__ = ["junit"]

# XML 1.0 has no way to write these.
_NO_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MAX_NAME_CHARS: Final = 200


def junit(answer: Answer, *, log: str) -> str:
    """Return the XML document, with a line break at its end.

    Args:
        answer: what was found.
        log: name of the text that was matched.
    """
    failed = sum(1 for event in answer.events if recognised(event))
    counts = {
        "tests": str(len(answer.events)),
        "failures": str(failed),
        "skipped": str(len(answer.events) - failed),
        "errors": "0",
    }
    suites = ET.Element("testsuites", {"name": "errdex", **counts})
    suite = ET.SubElement(suites, "testsuite", {"name": _attribute(log), **counts})
    for event in answer.events:
        _case(suite, answer, event, log)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _case(suite: ET.Element, answer: Answer, event: EventAnswer, log: str) -> None:
    name = ": ".join(part for part in (event.error_class, event.message) if part) or "error"
    case = ET.SubElement(
        suite,
        "testcase",
        {
            "classname": _attribute(event.package or "unknown"),
            "name": _attribute(name),
            "file": _attribute(log),
            "line": str(event.start_line),
        },
    )
    if not recognised(event):
        ET.SubElement(case, "skipped", {"message": _attribute(event.hint or "Not in the records.")})
        return
    reply = reply_of(alone(answer, event), public_url=None)
    failure = ET.SubElement(
        case,
        "failure",
        {"type": _attribute(event.error_class or "error"), "message": _attribute(reply.headline)},
    )
    failure.text = _clean(markdown(reply))


def _attribute(text: str) -> str:
    return shortened(_clean(one_line(text)), _MAX_NAME_CHARS)


def _clean(text: str) -> str:
    return _NO_XML.sub("\ufffd", visible(text))
