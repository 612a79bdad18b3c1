r"""What counts as a secret: one table of rules, read by `redact`.

A rule is an RE2 pattern over the UTF-8 bytes of a text, compiled as Latin-1, so that every class is ASCII
and `[^x]` takes any other byte. Its capturing groups are what is hidden (exactly one takes part in a match);
all that stands outside them is context and stays. A rule ends where its own character class ends, never in
the middle of a word: that is what makes redacting twice the same as redacting once.

Rules stand in order of precision: where two overlap, the first one names the span. `is_secret` looks at the
hidden bytes and tells a secret from what only stands in its place (`password=None`, `${TOKEN}`).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["MARKER", "RULES", "VALUE_END", "Rule"]

MARKER = r"\[redacted:[a-z0-9-]+\]"


def _any(_value: bytes) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret.

    Attributes:
        name: lower-case words joined by `-`; stands in the marker.
        pattern: RE2 pattern; its groups are what is hidden.
        is_secret: decides on the hidden bytes.
        any_case: letters match in either case.
        runs_on: the value has no quotes, so it may go on behind a bracket or comma; `VALUE_END` says where it ends.
        spans_lines: may hold line breaks and older markers.
    """

    name: str
    pattern: str
    is_secret: Callable[[bytes], bool] = _any
    any_case: bool = False
    runs_on: bool = False
    spans_lines: bool = False


# --- tokens known by their shape ----------------------------------------------------------------------------

# Begins a token: a word boundary, or an escape whose last letter would hide the boundary (`\nghp_…`, `%3Dghp_…`).
_START = r"(?:\b|_|\\[nrt]|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]*m)"


def _has_digit(value: bytes) -> bool:
    return any(48 <= byte <= 57 for byte in value)


def _mixed(value: bytes) -> bool:
    """Digits, or letters of both cases: what random text has and a word has not."""
    return _has_digit(value) or (value != value.lower() and value != value.upper())


def _is_discord_token(value: bytes) -> bool:
    """The first part of a bot token is the bot's number in Base64."""
    head = value.split(b".", 1)[0]
    try:
        return base64.urlsafe_b64decode(head + b"=" * (-len(head) % 4)).isdigit()
    except binascii.Error:
        return False


def _is_basic_login(value: bytes) -> bool:
    """`user:password` in Base64."""
    try:
        return b":" in base64.b64decode(value + b"=" * (-len(value) % 4), validate=True)
    except binascii.Error:
        return False


def _is_aws_secret(value: bytes) -> bool:
    """Forty characters of mixed Base64; a git sha has forty too, but lower-case hex only."""
    return value != value.lower() and value != value.upper() and _has_digit(value)


_PREFIXED = (
    r"hvs\.[A-Za-z0-9_-]{24,}",  # HashiCorp Vault
    r"(?:shpat|shpca|shppa|shpss)_[A-Fa-f0-9]{32,}",  # Shopify
    r"dapi[0-9a-f]{32}(?:-[0-9])?\b",  # Databricks
    r"(?:glsa|glc)_[A-Za-z0-9_=+/]{32,}",  # Grafana
    r"NRAK-[A-Z0-9]{27}\b",  # New Relic
    r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",  # Docker Hub
    r"(?:r8|gsk)_[A-Za-z0-9]{32,}",  # Replicate, Groq
    r"(?:nvapi|xai|pplx|figd|dp\.pt|dp\.st)[-_.][A-Za-z0-9_.-]{32,}",  # NVIDIA, xAI, Perplexity, Figma, Doppler
    r"(?:sntrys|sntryu|rubygems|lin_api|ntn|sbp|pscale_tkn|pscale_pw)_[A-Za-z0-9_+/=-]{32,}",
    r"sb_secret_[A-Za-z0-9_-]{20,}",  # Supabase
    r"AGE-SECRET-KEY-1[A-Z0-9]{40,}",
    r"ATATT3x[A-Za-z0-9_=-]{40,}",  # Atlassian
    r"[0-9a-f]{32}-us[0-9]{1,2}\b",  # Mailchimp
    r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}\b",  # Postman
    r"wandb_v1_[A-Za-z0-9_-]{20,}",  # Weights & Biases
)

_SHAPES = (
    Rule(
        "aws-secret-key",
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}[^A-Za-z0-9/+]{1,40}(?:[A-Za-z_ ]{1,40}[^A-Za-z0-9/+]{1,10})?"
        r"([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)",
        _is_aws_secret,
    ),
    Rule("aws-key-id", _START + r"((?:AKIA|ASIA)[0-9A-Z]{16})\b"),
    Rule("github-token", r"(gh[pousr]_[A-Za-z0-9_]{20,}(?:[.-][A-Za-z0-9_-]{10,})*)", _mixed),
    Rule("github-token", r"(github_pat_[A-Za-z0-9_]{22,})"),
    Rule("gitlab-token", _START + r"(gl[a-z]{2,6}-[A-Za-z0-9_.=-]{20,})", _has_digit),
    Rule("slack-token", _START + r"(xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,})"),
    Rule(
        "slack-webhook",
        r"hooks\.slack(?:-gov)?\.com\\?/(?:services|workflows|triggers)\\?/([A-Za-z0-9/\\_+-]{10,})",
    ),
    Rule(
        "discord-webhook",
        r"discord(?:app)?\.com\\?/api\\?/(?:v[0-9]+\\?/)?webhooks\\?/[0-9]+\\?/([A-Za-z0-9_-]{20,})",
    ),
    Rule(
        "discord-token",
        _START + r"([A-Za-z0-9_-]{23,30}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,})",
        _is_discord_token,
    ),
    Rule("stripe-key", _START + r"((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{16,})"),
    Rule("google-key", _START + r"(AIza[A-Za-z0-9_-]{35,})"),
    Rule(
        "google-key", _START + r"(GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_.-]{20,}|1//0[A-Za-z0-9_-]{30,})"
    ),
    Rule("sk-key", _START + r"(sk-[A-Za-z0-9_-]{20,})", _has_digit),
    Rule("hugging-face-token", _START + r"((?:hf_|api_org_)[A-Za-z0-9]{20,})", _mixed),
    Rule("pypi-token", _START + r"(pypi-[A-Za-z0-9_-]{32,})", _mixed),
    Rule("npm-token", _START + r"(npm_[A-Za-z0-9]{30,})", _mixed),
    Rule(
        "azure-key",
        r"(?:AccountKey|SharedAccessKey|SharedAccessSignature|SharedSecretValue)=([^\s;\"'`<>]{8,})",
        any_case=True,
    ),
    Rule("azure-key", _START + r"([A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,})"),
    Rule("digitalocean-token", r"(do[opr]_v1_[a-f0-9]{64})"),
    Rule("twilio-key", _START + r"(SK[0-9a-f]{32})\b"),
    Rule("sendgrid-key", _START + r"(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})", _has_digit),
    Rule("telegram-token", r"(?:\b|bot|_)([0-9]{6,12}:AA[A-Za-z0-9_-]{32,})"),
    Rule("vendor-token", _START + r"(" + "|".join(_PREFIXED) + r")", _has_digit),
    Rule("jwt", _START + r"(eyJ[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*){1,4})"),
    # A whole block; `redact` itself finds the lines of one whose end is cut off.
    Rule(
        "private-key",
        r"((?:(?m:^)[A-Za-z0-9+/=]+\r?\n)?(?:[A-Za-z0-9+/]{40,}(?:\s|\\+[nr])+)+(?:[A-Za-z0-9+/=]+(?:\s|\\+[nr])*)?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)",
        spans_lines=True,
    ),
)

# --- secrets known by where they stand ----------------------------------------------------------------------

# What stands where a secret would stand, but is none.
_PLACEHOLDER = re.compile(
    rb"""(?ix)
      <[^<>]*>? | \$\{?[\w.:-]*\}? | \$\(.* | \{+[\w.:!\ -]*\}* | %\(?\w*\)?[sdr]? | %\w+%
    | \[?(?:redacted|hidden|masked|filtered|removed|omitted|secret)\]?
    | x{3,} | your[-_ ].* | 0x[0-9a-f]+ | .*\*{3,}.* | \d{1,3}
    """
)
_WORDS = frozenset(
    b"a accepted an and any argument arg as at bad be blank bool boolean by bytes can cannot change check class could denied "
    b"disabled does doesn't done either else empty enabled enter error expected expired fail failed failure false field file "
    b"flag float for format found from function given got had has have here if in incorrect input instead int integer "
    b"invalid is it length may method mismatch missing must na nan needed new nil no none not null object of off ok on "
    b"only optional option or param parameter parse path please property provided read rejected required result retry "
    b"revoked secretstr set should skipped str string success text that the then this to token too true type typing.any "
    b"undefined unknown unset updated use used using valid value var was were when which will with without wrong yes you your".split()
)
_NAME = re.compile(
    rb"(?i)(?:self|cls|args|kwargs|config|conf|cfg|settings|options|opts|os|this|process\.env|env)\.[\w.]+"
    rb"|(?:[\w.]*[_.])?(?:passw(?:or)?d|secret|key|token|pass|pwd|passphrase|password)"
)
_PATH = re.compile(rb"(?:~|\.{0,2}|[A-Za-z]:)[/\\](?:[^\sA-Z]+|.*\.[A-Za-z0-9]{1,5})")


# A word, or a type with its parameters, that stands alone: `required.`, `Optional[str]`, `str | None`.
_FIRST_WORD = re.compile(
    rb"[A-Za-z][A-Za-z.']*[A-Za-z](?=\[|[.,:;!?]*(?:\s|$))|[A-Za-z](?=[.,:;!?]*(?:\s|$))"
)


def _is_literal(value: bytes) -> bool:
    """A quoted value: all but placeholders and prose such as `"This field is required."`."""
    if not any(byte > 127 or chr(byte).isalnum() for byte in value):
        return False
    first = _FIRST_WORD.match(value)
    return not (first and first[0].lower() in _WORDS) and not _PLACEHOLDER.fullmatch(value)


def _is_value(value: bytes) -> bool:
    """A value without quotes: in code that is mostly a name, a type or a call, in prose a common word."""
    if not _is_literal(value) or _NAME.fullmatch(value):
        return False
    return not all(part.lower() in _WORDS for part in value.split(b"|"))


def _not_path(test: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    """Keys of files and working folders are paths as often as not."""
    return lambda value: test(value) and not _PATH.fullmatch(value)


_RANDOM = re.compile(rb"[A-Za-z0-9_\-+/=.~:%!@#$^*]{16,}")


def _is_random(value: bytes) -> bool:
    """Long, with letters and at least two digits: for keys such as `token`, which mostly hold no secret."""
    return (
        _RANDOM.fullmatch(value) is not None
        and sum(48 <= byte <= 57 for byte in value) >= 2
        and any(65 <= byte <= 90 or 97 <= byte <= 122 for byte in value)
        and _is_value(value)
        and not _PATH.fullmatch(value)
    )


_J = r"[ _.-]?"
_SECRET_KEYS = (
    r"passw(?:or)?d|pass[ _-]?phrase|passcode|secret"
    rf"|(?:access|account|api|encryption|license|master|private|secret|shared|signing|ssh|storage|subscription){_J}key"
    rf"|secret{_J}access{_J}key|shared{_J}access{_J}(?:key|signature)|service{_J}role{_J}key"
    rf"|(?:access|api|auth|bearer|bot|csrf|deploy|oauth2?|refresh|sas|secret|security|session|vault|webhook|xsrf){_J}token"
    r"|(?:admin|amqp|auth|database|db|ftp|git|ldap|login|mail|mongo|mysql|pg|postgres|proxy|rabbitmq|redis|registry|root|smtp|ssh|svn|user)[_.-]?pass"
    r"|\b_auth|[_.;,-][ \t]*pwd"
)
_OPEN_KEYS = r"token|auth|credentials?|jwt"

_KEY_END = r"[0-9]{0,2}(?:\\*[\"'`]\]?|\xe2\x80[\x98-\x9f])?"
_EQUALS = (
    r"(?:[ ](?:provided|supplied|given|used|is|was))?[ \t]*"
    r"(?:=>|:=|={1,3}|%3d|:[ \t]*(?:typing\.)?(?:optional\[)?(?:str|string|bytes|secretstr)\]?(?:[ ]*\|[ ]*none)?[ \t]*=|:"
    r"|,?[ \t]*\r?\n?[ \t]*\\*[\"']?value\\*[\"']?[ \t]*[:=])[ \t]*"
)
_QUOTED = (
    r"(?:[bruf]{0,2}\"((?:[^\"\\\r\n]|\\.)*)"
    r"|[bruf]{0,2}'((?:[^'\\\r\n]|\\.)*)"
    r"|`([^`\r\n]*)"
    r"|\xe2\x80[\x9c\x98]((?:[^\xe2\r\n]|\xe2[^\x80\r\n]|\xe2\x80[^\x98-\x9f\r\n])*)"
    # JSON inside a JSON string, then anything nested deeper.
    r"|\\\"((?:[^\"\\\r\n]|\\[^\"\\\r\n]|\\\\(?:\\\\|\\\"|[^\"\\\r\n]))*)"
    r"|\\\\+\"((?:[^\"\\\r\n]|\\+[^\"\\\r\n])*)"
    r"|\\+'((?:[^'\\\r\n]|\\+[^'\\\r\n])*))"
)
_PLAIN = r"([^\s\"'`\\&;,(){}\[\]]*)"
_FLAG_PLAIN = r"([^\s\"'`\\&;,(){}\[\]-][^\s\"'`\\&;,(){}\[\]]*)"

# The first place where a value without quotes is over: white space, a quote, or a separator that ends the text
# or leads to the next `name=`. Everything else may be part of a password.
VALUE_END = (
    r"[\s\"'`]|(?:\\+[nrt]|[&;,(){}\[\]]+)"
    r"(?:[\"']?[\w.-]{1,64}[\"']?[ ]?(?:[:=]|%3[dD])|[.!?:,;)}\]]*(?:\s|\z|\\*[\"'`]))"
)


def _by_key(
    name: str, keys: str, quoted: Callable[[bytes], bool], plain: Callable[[bytes], bool]
) -> list[Rule]:
    """Rules for `key = value` in every dress: env, JSON, YAML, query string, repr, flag, list of arguments."""
    flag = rf"--?[\w-]*(?:{keys})"
    return [
        Rule(name, rf"(?:{keys}){_KEY_END}{_EQUALS}{_QUOTED}", quoted, any_case=True),
        Rule(name, rf"(?:{keys}){_KEY_END}{_EQUALS}{_PLAIN}", plain, any_case=True, runs_on=True),
        Rule(name, rf"{flag}[ \t]+(?:\"([^\"\r\n]+)|'([^'\r\n]+))", quoted, any_case=True),
        Rule(name, rf"{flag}[ \t]+{_FLAG_PLAIN}", plain, any_case=True, runs_on=True),
        Rule(name, rf"{flag}\\*[\"'],[ \t]*\\*[\"']([^\"'\\\r\n]+)", quoted, any_case=True),
        Rule(name, rf"<[\w:.-]*(?:{keys})(?:[ \t][^<>\r\n]*)?>([^<\r\n]+)</", quoted, any_case=True),
    ]


_SCHEME = re.compile(rb"[A-Z0-9]+(?:-[A-Z0-9]+)+")  # SCRAM-SHA-256
_AUTHORIZATION = r"authorization\\*[\"']?[ \t]*[:=][ \t]*\\*[\"']?"

RULES: tuple[Rule, ...] = (
    *_SHAPES,
    Rule(
        "url-password",
        r"\b[a-z][a-z0-9+.-]*:(?://|\\/\\/)[^\s/:@?#\\\"'<>`]*:([^\s/?#\"'<>`\\]+)@",
        lambda value: not _PLACEHOLDER.fullmatch(value),
        any_case=True,
    ),
    Rule("url-token", r"https?:(?://|\\/\\/)([A-Za-z0-9_-]{20,})@", _has_digit, any_case=True),
    Rule(
        "url-parameter",
        r"[?&;](?:amp;)?(?:sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token)|key|auth|code|sv?token)="
        r"([A-Za-z0-9_.~%+/:=-]{16,})",
        lambda value: _has_digit(value) and not _PLACEHOLDER.fullmatch(value),
        any_case=True,
    ),
    Rule(
        "authorization",
        _AUTHORIZATION + r"(?:bearer|basic|token|apikey|bot|splunk)(?:[ \t]+|%20)([^\s\"'\\`,]+)",
        _is_value,
        any_case=True,
    ),
    Rule(
        "authorization",
        _AUTHORIZATION
        + r"(?:digest|negotiate|ntlm|aws4-hmac-sha256|hawk|signature|oauth)[ \t]+([^\s\"'\\`][^'\\`\r\n]*)",
        any_case=True,
    ),
    Rule(
        "authorization",
        _AUTHORIZATION + r"(?:[a-z][a-z0-9_-]*[ \t]+)?([A-Za-z0-9._~+/=:-]{12,})(?:[\s\"'\\`,;)]|\z)",
        lambda value: _has_digit(value) and _is_value(value) and not _SCHEME.fullmatch(value),
        any_case=True,
    ),
    Rule(
        "bearer-token",
        r"\bbearer(?:[ \t]+|%20)([A-Za-z0-9._~+/=-]{8,})",
        lambda value: (_has_digit(value) or len(value) >= 32) and _is_value(value),
        any_case=True,
    ),
    Rule("basic-login", r"\bbasic(?:[ \t]+|%20)([A-Za-z0-9+/]{8,}={0,2})", _is_basic_login, any_case=True),
    Rule(
        "cookie",
        r"\b(?:set-)?cookie\\*[\"']?[ \t]*:[ \t]*\\*[\"']?([\w.-]+=[^\"'\\\r\n]+)",
        any_case=True,
    ),
    Rule(
        "command-password",
        r"\bcurl\b[^\r\n]*?[ \t](?:-u|--user|-U|--proxy-user)[ =]?[\"']?[^\s:\"'=-][^\s:\"']*:([^\s\"']+)",
        _is_literal,
    ),
    Rule(
        "command-password",
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\r\n]*?[ \t]-p([^\s\"']+)",
        _is_literal,
    ),
    *_by_key("secret", _SECRET_KEYS, _is_literal, _not_path(_is_value)),
    # A YAML line: the value goes to the end of the line or to a comment.
    Rule(
        "secret",
        rf"(?m)^[ \t]*(?:-[ \t]+)?[\w.-]*(?:{_SECRET_KEYS})[\"']?[ \t]*:[ \t]+"
        r"([^\s\"'`&*!|>%@{}\[\],#\\-]\S*(?:[ \t]+[^\s#]\S*)+)",
        _is_literal,
        any_case=True,
    ),
    *_by_key("token", _OPEN_KEYS, _is_random, _is_random),
)
