"""Values for the interpolations of a template: what stands between the braces says what kind of thing is printed there."""

from __future__ import annotations

import random
import re

from app.domain.templates import Interpolation, parse_template

__all__ = ["message_of"]

_NAMES = (
    "alpha",
    "customer_id",
    "hidden_states",
    "left",
    "order",
    "main",
    "price",
    "status",
    "q_proj",
    "user",
)
_CLASSES = (
    "str",
    "int",
    "NoneType",
    "list",
    "dict",
    "Tensor",
    "DataFrame",
    "Invoice",
    "OrderForm",
    "ndarray",
)
_PATHS = (
    "/home/mira/forecast/data/2024.csv",
    "./config.json",
    "/mnt/models/base-7b/model.safetensors",
    "C:\\Users\\tom\\work\\orders.db",
    "/var/lib/shop/static",
)
_URLS = ("http://localhost:8000/v1/models", "https://files.example.org/a/b.tar.gz", "redis://cache:6379/0")
_MODELS = ("acme/base-7b", "llama-3-8b-instruct", "shop.Order", "bert-base-uncased", "orders")
_DTYPES = ("torch.float16", "float64", "torch.bfloat16", "object", "int64", "datetime64[ns]")
_DEVICES = ("cuda:0", "cpu", "cuda", "mps")
_ERRORS = (
    "[Errno 2] No such file or directory: 'config.json'",
    "Connection refused",
    "expected str, bytes or os.PathLike object, not NoneType",
    "'NoneType' object has no attribute 'shape'",
    "timed out after 30 seconds",
    "invalid literal for int() with base 10: 'twelve'",
)
_PHRASES = ("not yet", "the second one", "left outer", "a b c", "daily totals 2024", "max length")
_SQL = (
    "SELECT orders.id FROM orders",
    "orders.customer_id",
    "JOIN customers ON orders.customer_id = customers.id",
)

# The first rule whose expression is found decides.
_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(expression, re.IGNORECASE), kind)
    for expression, kind in (
        (r"__name__|__qualname__|type\(|class_?name|\bcls\b|_class\b", "class"),
        (r"\blen\(|\bnum_|_num\b|count|\bn_|\bndim|_size\b|\bsize\b|_len\b|length|index\b|\bidx|_id\b|\brank\b|_dim\b|\bport\b", "int"),
        (r"shape|\.size\(", "shape"),
        (r"dtype", "dtype"),
        (r"device", "device"),
        (r"url|endpoint|\buri\b", "url"),
        (r"path|file|dir(ectory)?\b|folder|\broot\b", "path"),
        (r"version", "version"),
        (r"\b(e|ex|exc|err|error|exception|reason|detail|msg|message)\b|str\(e", "error"),
        (r"keys\(|list\(|sorted\(|join\(|names\b|columns|choices|allowed|supported|available|fields|args\b|options", "list"),
        (r"model|repo|checkpoint", "model"),
        (r"\bsql|statement|clause|query|expr|join", "sql"),
        (r"time|seconds|ratio|rate|eps|threshold|\bprob", "float"),
        (r"name|\bkey\b|field|attr|column|label|param|\bop\b|mode|\bkind\b|method|backend|format", "name"),
        (r"^[a-z]$", "int"),
    )
)  # fmt: skip
_EITHER = re.compile(r"""(["'])(?P<one>[^"']*)\1 if .+ else (["'])(?P<other>[^"']*)\3""")
_CONVERSION = re.compile(r"![rsa](?=:|$)")
_SPECIFICATION = re.compile(r":([^{}:'\"]*)$")


def message_of(template: str, chooser: random.Random) -> str:
    """Return what a program would print for the template, with values drawn for its interpolations."""
    return "".join(
        part if isinstance(part, str) else _value(part, chooser) for part in parse_template(template)
    )


def _value(part: Interpolation, chooser: random.Random) -> str:
    source = part.source
    if source.startswith("%"):
        kind = source[-1]
        if kind in "diouxX":
            return str(_int(chooser))
        if kind in "eEfFgG":
            return f"{chooser.uniform(0, 100):.2f}"
        return _of_kind(_kind(part.name, chooser), chooser, quoted=kind in "ra")
    inner = source[1:-1]
    either = _EITHER.fullmatch(inner)
    if either:
        return chooser.choice((either["one"], either["other"]))
    specification = _SPECIFICATION.search(inner)
    if specification and "(" not in specification[1]:
        ending = specification[1][-1:]
        if ending in "dxb" or ending == ",":
            return f"{_int(chooser):,}" if ending == "," else str(_int(chooser))
        if ending in "fge%":
            return f"{chooser.uniform(0, 100):.2f}" + ("%" if ending == "%" else "")
    return _of_kind(_kind(inner, chooser), chooser, quoted="!r" in inner)


def _kind(expression: str, chooser: random.Random) -> str:
    bare = _CONVERSION.sub("", expression)
    for rule, kind in _RULES:
        if rule.search(bare):
            return kind
    return chooser.choices(
        ("name", "int", "phrase", "class", "list", "path", "error", "none"), (30, 20, 12, 8, 10, 6, 6, 3)
    )[0]


def _int(chooser: random.Random) -> int:
    return chooser.choice(
        (0, 1, 2, 3, 7, 8, 16, 32, 100, 512, 1024, 2048, 4096, 32000, chooser.randrange(1, 10**6))
    )


def _of_kind(kind: str, chooser: random.Random, *, quoted: bool) -> str:
    text: str
    match kind:
        case "class":
            text = chooser.choice(_CLASSES)
            return f"<class '{text}'>" if chooser.random() < 0.3 else text
        case "int":
            return str(_int(chooser))
        case "float":
            return f"{chooser.uniform(0, 60):.{chooser.choice((1, 2, 4))}f}"
        case "shape":
            sizes = ", ".join(str(_int(chooser)) for _ in range(chooser.randint(1, 4)))
            return f"torch.Size([{sizes}])" if chooser.random() < 0.6 else f"({sizes})"
        case "dtype":
            return chooser.choice(_DTYPES)
        case "device":
            text = chooser.choice(_DEVICES)
        case "url":
            text = chooser.choice(_URLS)
        case "path":
            text = chooser.choice(_PATHS)
        case "version":
            text = f"{chooser.randint(0, 5)}.{chooser.randint(0, 40)}.{chooser.randint(0, 9)}"
        case "error":
            text = chooser.choice(_ERRORS)
        case "list":
            return repr(chooser.sample(_NAMES, chooser.randint(1, 4)))
        case "model":
            text = chooser.choice(_MODELS)
        case "sql":
            text = chooser.choice(_SQL)
        case "phrase":
            text = chooser.choice(_PHRASES)
        case "none":
            return chooser.choice(("None", "", "True"))
        case _:
            text = chooser.choice(_NAMES)
    return repr(text) if quoted else text
