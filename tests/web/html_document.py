"""A page as a tree, by the standard library's parser; broken nesting is an error."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "img", "input", "hr", "wbr"})


class Element:
    """An element, with its attributes and what is in it."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        """Return an attribute's value, None where there is no such attribute."""
        return self.attributes.get(name)

    def walk(self) -> Iterator[Element]:
        """Yield the element and all below it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """Return the elements below with one of the tags, and with these attributes (`class_`: one of its classes)."""
        wanted_class = attributes.pop("class_", None)
        return [
            element
            for element in self.walk()
            if (not tags or element.tag in tags)
            and (wanted_class is None or wanted_class in (element.get("class") or "").split())
            and all(element.get(name) == value for name, value in attributes.items())
        ]

    def one(self, *tags: str, **attributes: str) -> Element:
        """Return the only such element."""
        found = self.all(*tags, **attributes)
        assert len(found) == 1, f"{len(found)} of {tags} {attributes}"
        return found[0]

    @property
    def text(self) -> str:
        """All text below, as it stands."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def words(self) -> str:
        """All text below, white space collapsed."""
        return " ".join(self.text.split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("#document", {}, None)
        self.open = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> names an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_endtag(self, tag: str) -> None:
        assert self.open.tag == tag, f"</{tag}> closes <{self.open.tag}>"
        assert self.open.parent is not None
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def parse(html: str) -> Element:
    """Read a page; raises AssertionError where tags do not nest or are left open."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open is reader.root, f"<{reader.open.tag}> is never closed"
    return reader.root
