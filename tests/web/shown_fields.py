"""Reads the fields of a record back from the HTML of its page, as a reader of the page sees them."""

from __future__ import annotations

import re
from typing import Any

from tests.web.html_document import Element

__all__ = ["shown_fields", "spoken"]

_UNSEEN = re.compile(r"⟨U\+[0-9A-F]{4,6}⟩")


def spoken(text: str) -> str:
    """A text of prose as the page shows it: code without its quotes, white space as one blank, paragraphs parted."""
    parts = re.split(r"\n[ \t]*\n\s*", text.replace("\r\n", "\n").strip())
    return "\n\n".join(" ".join(re.sub(r"`([^`\n]{1,500})`", r"\1", part).split()) for part in parts)


def shown_fields(page: Element) -> dict[str, Any]:
    """Return what the page says, by field."""
    main = page.one("main")
    sections = {section["id"]: section for section in main.all("section") if section.get("id")}
    found: dict[str, Any] = {}
    repo, severity, *error_class = (part.strip() for part in main.one("header").one("p").text.split(" · "))
    found |= {"repo": repo, "severity": severity, "errorClass": error_class[0] if error_class else None}
    found["title"] = main.one("h1").text
    if "message" in sections:
        found["errorMessage"] = sections["message"].one("p", class_="message").text
    if "meaning" in sections:
        found["documentation"] = _paragraphs(sections["meaning"])
    source = sections["source"]
    place = source.one("span", class_="path").text
    found["filePath"], _, line = place.rpartition(":")
    found["lineNumber"] = int(line)
    lines = source.all("span", class_="line")
    if lines:
        found["sourceCode"] = "\n".join(_code(line) for line in lines)
        numbers = [int(line.all("a", "span", class_="number")[0]["data-n"]) for line in lines]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        found["sourceCodeStart"], found["sourceCodeEnd"] = numbers[0], numbers[-1]
    links = [link["href"] for link in source.all("a") if link.words == "View on GitHub"]
    found["githubUrl"] = links[0] if links else None
    if "solutions" in sections:
        found["solutions"] = [
            " ".join(item.text.split()) for item in sections["solutions"].one("ol").all("li")
        ]
    if "fix" in sections:
        found["exampleFix"] = _fix(sections["fix"])
    for anchor, name in (
        ("validation", "validationCode"),
        ("guard", "typeGuard"),
        ("catch", "tryCatchPattern"),
    ):
        if anchor in sections:
            found[name] = sections[anchor].one("code").text
    if "when" in sections:
        found |= _when(sections["when"])
    if "prevention" in sections:
        found["preventionTips"] = [" ".join(item.text.split()) for item in sections["prevention"].all("li")]
    if "tags" in sections:
        chips = sections["tags"].all("a", class_="chip")
        found["tags"] = [chip.text for chip in chips if "kind" not in chip["class"].split()]
        kinds = [chip.text.removeprefix("kind: ") for chip in chips if "kind" in chip["class"].split()]
        found["backgroundTag"] = kinds[0] if kinds else None
    if "details" in sections:
        labels = {item.one("dt").text: item.one("dd").text for item in sections["details"].all("div")}
        for label, name in (
            ("Error code", "errorCode"),
            ("Error type", "errorType"),
            ("HTTP status", "httpStatus"),
            ("Handling strategy", "handlingStrategy"),
            ("Pattern", "messagePattern"),
        ):
            found[name] = labels.get(label)
    found["id"] = main.one("footer").all("a")[0].text.removeprefix("/api/errors/")
    return found


def _code(line: Element) -> str:
    """The text of a line of code without its number and without what is for screen readers only."""
    return "".join(
        child
        if isinstance(child, str)
        else ""
        if {"number", "unheard"} & set((child.get("class") or "").split())
        else _code(child)
        for child in line.children
    ).rstrip("\n")


def _paragraphs(section: Element) -> str:
    return "\n\n".join(" ".join(part.text.split()) for part in section.all("p"))


def _fix(section: Element) -> str:
    parts = []
    for block in section.all("div", class_="code"):
        label = block.one("span", class_="code-label").text
        lines = [line.text.rstrip("\n") for line in block.all("span", "del", "ins", class_="line")]
        kinds = set((block["class"]).split()) & {"before", "after"}
        parts.append("\n".join([f"# {label[:1].lower()}{label[1:]}", *lines] if kinds else lines))
    return "\n\n".join(parts)


def _when(section: Element) -> dict[str, str]:
    texts: dict[str, list[str]] = {}
    current: list[str] = []
    for child in section.children:
        if isinstance(child, Element) and child.tag == "h3":
            current = texts.setdefault(child.words, [])
        elif isinstance(child, Element) and child.tag == "p":
            current.append(" ".join(child.text.split()))
    names = {"Trigger": "triggerScenarios", "Common situations": "commonSituations"}
    return {names[heading]: "\n\n".join(parts) for heading, parts in texts.items()}
