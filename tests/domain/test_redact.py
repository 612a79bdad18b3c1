"""Secrets are hidden, everything else stays: a table of rules, a table of look-alikes, and the laws."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.domain import redact as redact_module
from app.domain.redact import Redacted, redact
from app.domain.secret_rules import MARKER, RULES


def fake(prefix: str, length: int, alphabet: str = "aB3dE5gH7jK9mN2pQ4sT6vW8xY1z") -> str:
    """A made-up token: `length` characters behind the prefix, so that no whole one stands in this file."""
    return prefix + (alphabet * (length // len(alphabet) + 1))[:length]


HEX = "0a1b2c3d4e5f6789"
AWS_ID = fake("AKIA", 16, "A2B4C6D8E1F3G5H7")
AWS_SECRET = fake("", 40, "aB3/dE5+gH7")
GITHUB = fake("ghp_", 36)
JWT = fake("eyJ", 20) + "." + fake("eyJ", 30) + "." + fake("", 43)
DISCORD = "MTIzNDU2Nzg5MDEyMzQ1Njc4" + "." + fake("", 6) + "." + fake("", 38)

# rule, text, the part that is hidden
SECRETS = [
    ("url-password", "postgres://app:hunter2@db/main", "hunter2"),
    ("url-password", "redis://:hunter2@cache:6379/0", "hunter2"),
    ("url-password", "mongodb://u:p@ss@h1:27017,h2:27017/db?mail=a@b", "p@ss"),
    ("url-password", r"{\"dsn\": \"amqp:\/\/u:hunter2@h\"}", "hunter2"),
    ("url-password", "fatal: https://oauth2:hunter2@git.example/a.git not found", "hunter2"),
    ("url-token", f"https://{fake('', 32, HEX)}@o1.ingest.example/42", fake("", 32, HEX)),
    ("url-parameter", f"GET /a.bin?X-Amz-Signature={fake('', 64, HEX)}&x=1 403", fake("", 64, HEX)),
    ("url-parameter", "blob/x?sv=2024&sig=aB3%2FdE5gH7jK9mN2p%3D&se=9", "aB3%2FdE5gH7jK9mN2p%3D"),
    ("authorization", "Authorization: Bearer abc.def-123", "abc.def-123"),
    ("authorization", "-H 'authorization: token abcdef'", "abcdef"),
    ("authorization", '{"Authorization": "Basic YTpi"}', "YTpi"),
    ("authorization", 'Authorization: Digest username="a", response="b"', 'username="a", response="b"'),
    ("authorization", f"Authorization: {fake('', 30)}", fake("", 30)),
    (
        "authorization",
        f"Authorization: AWS4-HMAC-SHA256 Signature={fake('', 64, HEX)}",
        f"Signature={fake('', 64, HEX)}",
    ),
    ("bearer-token", "sent Bearer abcdef-123456 to it", "abcdef-123456"),
    ("basic-login", "with basic dXNlcjpodW50ZXIy got 401", "dXNlcjpodW50ZXIy"),
    ("cookie", "Cookie: session=abc; theme=dark", "session=abc; theme=dark"),
    ("cookie", "< Set-Cookie: sid=abc; Path=/", "sid=abc; Path=/"),
    ("command-password", "+ curl -sS -u bob:hunter2 https://x.example", "hunter2"),
    ("command-password", "mysql -u root -phunter2 shop", "hunter2"),
    # keys, in every dress
    ("secret", "password=hunter2", "hunter2"),
    ("secret", "PASSWORD='hun ter2'", "hun ter2"),
    ("secret", "export PGPASSWORD=x1y2 && psql", "x1y2"),
    ("secret", "MYSQL_ROOT_PASSWORD=a,b", "a,b"),
    ("secret", "DB_PASS=hunter2", "hunter2"),
    ("secret", "PASSWORD=&x9$kk", "&x9$kk"),
    ("secret", "PASSWORD=ab&cd(e", "ab&cd(e"),
    ("secret", "  password: correct horse battery staple  # note", "correct horse battery staple"),
    ("secret", "spring.datasource.password: hunter2", "hunter2"),
    ("secret", '{"dbPassword": "a\\"b", "user": "bob"}', 'a\\"b'),
    ("secret", r'{"log": "{\"password\": \"a\\\"b\", \"user\": \"bob\"}"}', r"a\\\"b"),
    ("secret", r'"{\\\"password\\\": \\\"abc\\\", \\\"user\\\": \\\"bob\\\"}"', "abc"),
    ("secret", "Config(host='h', password='abc', port=1)", "abc"),
    ("secret", "Config(password=abc,host=h,port=1)", "abc"),
    ("secret", "Config(api_key=b'abc', port=1)", "abc"),
    ("secret", "{'client_secret': 'abc'}", "abc"),
    ("secret", 'os.environ["API_KEY"] = "abc"', "abc"),
    ("secret", 'password: str = "abc"', "abc"),
    ("secret", 'password: str | None = "abc"', "abc"),
    ("secret", 'config[:password] = x, :password => "abc"', "abc"),
    ("secret", "GET /login?user=bob&password=abc&next=/ 200", "abc"),
    ("secret", "secret%3Dabc%26x%3D1", "abc%26x%3D1"),
    ("secret", "serve --api-key abc --port 80", "abc"),
    ("secret", "serve --api-key=abc --port 80", "abc"),
    ("secret", "Command '['serve', '--api-key', 'abc', '-v']' failed", "abc"),
    ("secret", r"{\"env\": \"PASSWORD=abc\nUSER=bob\"}", "abc"),
    ("secret", "<bind><ldap.password>abc</ldap.password></bind>", "abc"),
    ("secret", "Incorrect API key provided: abc12345", "abc12345"),
    ("secret", "Server=x;Uid=sa;Pwd=abc;Database=y", "abc"),
    ("secret", '{"name": "DB_PASSWORD", "value": "abc"}', "abc"),
    ("secret", "- name: DB_PASSWORD\n  value: abc", "abc"),
    ("secret", "passphrase = `abc`", "abc"),
    ("secret", "“password”: “abc”", "abc"),
    ("secret", "“password”: “hun ter2”", "hun ter2"),
    ("secret", "authorization = x; password = “hun ter2”", "hun ter2"),
    ("secret", "aws_secret_access_key = abc/def", "abc/def"),
    ("secret", "X-Api-Key: abc", "abc"),
    ("secret", "used password: hunter2, then it failed", "hunter2"),
    ("secret", "(password: hunter2).", "hunter2"),
    ("secret", "пароль / password=пароль123 ок", "пароль123"),
    ("token", f"token={fake('', 24)}", fake("", 24)),
    ("token", f"--token {fake('', 24)} --x", fake("", 24)),
    ("token", f'"token": "{fake("", 24)}"', fake("", 24)),
    # shapes
    ("aws-key-id", f"using {AWS_ID} now", AWS_ID),
    ("aws-key-id", f'"x\\n{AWS_ID}"', AWS_ID),
    ("github-token", f"remote: {GITHUB} denied", GITHUB),
    ("github-token", f"clone https://{GITHUB}@github.example/a/b", GITHUB),
    ("github-token", fake("github_pat_", 60), fake("github_pat_", 60)),
    ("gitlab-token", fake("glpat-", 20), fake("glpat-", 20)),
    ("slack-token", fake("xoxb-", 40), fake("xoxb-", 40)),
    ("slack-token", fake("xapp-1-", 40), fake("xapp-1-", 40)),
    (
        "slack-webhook",
        f"https://hooks.slack.com/services/{fake('T', 8)}/{fake('B', 8)}/{fake('', 24)}",
        f"{fake('T', 8)}/{fake('B', 8)}/{fake('', 24)}",
    ),
    ("discord-webhook", f"https://discord.com/api/webhooks/123456/{fake('', 68)}", fake("", 68)),
    ("discord-token", f"login {DISCORD} failed", DISCORD),
    ("stripe-key", fake("sk_live_", 24), fake("sk_live_", 24)),
    ("stripe-key", fake("rk_live_", 24), fake("rk_live_", 24)),
    ("google-key", fake("AIza", 35), fake("AIza", 35)),
    ("google-key", fake("ya29.", 60), fake("ya29.", 60)),
    ("sk-key", fake("sk-", 48), fake("sk-", 48)),
    ("sk-key", fake("sk-ant-api03-", 48), fake("sk-ant-api03-", 48)),
    ("sk-key", fake("sk-proj-", 48), fake("sk-proj-", 48)),
    ("hugging-face-token", fake("hf_", 34), fake("hf_", 34)),
    ("pypi-token", fake("pypi-", 60), fake("pypi-", 60)),
    ("npm-token", fake("npm_", 36), fake("npm_", 36)),
    ("azure-key", f"AccountName=x;AccountKey={fake('', 86)}==;EndpointSuffix=core", fake("", 86) + "=="),
    ("azure-key", "SharedAccessSignature=sv=2024&sig=abc%3D;x=1", "sv=2024&sig=abc%3D"),
    ("azure-key", fake("abc8Q~", 34), fake("abc8Q~", 34)),
    ("digitalocean-token", fake("dop_v1_", 64, HEX), fake("dop_v1_", 64, HEX)),
    ("twilio-key", fake("SK", 32, HEX), fake("SK", 32, HEX)),
    ("sendgrid-key", fake("SG.", 22) + "." + fake("", 43), fake("SG.", 22) + "." + fake("", 43)),
    ("telegram-token", f"/bot{fake('123456789:AA', 33)}/getMe", fake("123456789:AA", 33)),
    ("vendor-token", fake("hvs.", 90), fake("hvs.", 90)),
    ("vendor-token", fake("gsk_", 52), fake("gsk_", 52)),
    ("vendor-token", fake("dapi", 32, HEX), fake("dapi", 32, HEX)),
    ("jwt", f"decode {JWT} failed", JWT),
]

# Texts that look like a secret to a simple rule, and are none.
INNOCENT = [
    "password incorrect",
    "password: incorrect",
    "Password: must be at least 8 characters",
    "invalid password: required",
    "token expected",
    "Secret key is missing",
    "Secret key: not found",
    "token=<eos>",
    "eos_token: </s>",
    "stop_token='<|eot_id|>'",
    "max_tokens=4096 num_tokens: 12 pad_token_id=128001",
    "Unexpected token: identifier",
    "tokenizer=llama-3.1-8b-instruct tokenizer_mode: auto",
    "commit 0132848349585cfe6aae51c4941cbae872505f8a",
    "id=123e4567-e89b-12d3-a456-426614174000",
    "trace_id: 4bf92f3577b34da6a3ce929d0e0e4736",
    "    --hash=sha256:0132848349585cfe6aae51c4941cbae872505f8a0132848349585cfe6aae51c4",
    "sglang 0.5.19+cu128.g0132848",
    "<object at 0x7fe0d325ea00>",
    "password: str",
    "    password: str | None = None",
    "api_key: Optional[str] = None",
    "def login(password=None, token: str = ''):",
    "client = Client(password=password, api_key=settings.api_key, secret=self.secret)",
    'password = kwargs.get("password")',
    'api_key=os.environ["API_KEY"]',
    "token: Token = Depends(get_token)",
    "KeyError: 'password'",
    'if password == "":',
    "password=${DB_PASSWORD}",
    "password: {{ vault.password }}",
    "postgres://${USER}:${PASSWORD}@db",
    "postgres://user:<password>@db",
    "password=********",
    "Password: ****abcd",
    "--password PASSWORD",
    "usage: serve [--api-key API_KEY] [--hf-token HF_TOKEN]",
    "use --password to set it; --api-key is required",
    'api_key="your-api-key"',
    '{"password": ["This field is required."]}',
    '{"password": "This field is required."}',
    "Access denied for user 'root'@'localhost' (using password: YES)",
    'password authentication failed for user "bob"',
    'secret "tls" not found',
    "secretName: my-tls",
    "PWD=/home/bob OLDPWD=/root",
    "password_file=/run/secrets/x",
    "private_key: /etc/ssl/private/server.key",
    'File "/opt/venv/lib/python3.11/site-packages/oauth/token.py", line 3, in password',
    "forward_pass=12.5 first_pass: true",
    "primary_key=True key: value",
    "Authorization: None",
    "Authorization header: missing",
    'WWW-Authenticate: Bearer realm="x", error="invalid_token"',
    "Bearer authentication required; Basic authentication is not supported",
    "http://host:8080/path?mail=a@b",
    "git@github.com:owner/name.git",
    "mail bob@example.com",
    "docker run -u 1000:1000 image",
    "sk-estimator-doc-link-wrapper-for-long-names",
    "risk-assessment-of-a-very-long-name-1234567890",
    "hf_transformers_model_name_or_path_1",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "credentials: include",
    "a basic knowledge of things",
    "module " + "a" * 25 + ".module." + "b" * 30,
    "[redacted:secret]",
    "",
]

KEY = "\n".join(
    [
        "-----BEGIN RSA PRIVATE " + "KEY-----",
        *[fake("", 64)] * 3,
        fake("", 20) + "=",
        "-----END RSA PRIVATE " + "KEY-----",
    ]
)


@pytest.mark.parametrize(("rule", "text", "hidden"), SECRETS)
def test_hides_a_secret_and_nothing_else(rule: str, text: str, hidden: str) -> None:
    """Each rule hides exactly the secret, names itself, and marks the place in the original text."""
    result = redact(text)
    start = text.rindex(hidden)
    assert result.text == text[:start] + f"[redacted:{rule}]" + text[start + len(hidden) :]
    assert result.found == ((rule, start, start + len(hidden)),)


@pytest.mark.parametrize("text", INNOCENT)
def test_leaves_look_alikes_alone(text: str) -> None:
    """What only looks like a secret stays as it is."""
    assert redact(text) == Redacted(text)


def test_every_rule_has_a_case() -> None:
    """No rule is in the table without a text that shows it."""
    shown = {rule for rule, _, _ in SECRETS} | {"aws-secret-key", "private-key"}
    assert {rule.name for rule in RULES} == shown


def test_every_rule_is_documented() -> None:
    """docs/privacy.md names every rule, and none that is not there."""
    page = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text(encoding="utf-8")
    table = page.split("| rule | what |")[1].split("\n\n")[0]
    named = {
        name for row in table.splitlines()[2:] for name in re.findall(r"`([a-z0-9-]+)`", row.split("|")[1])
    }
    assert named == {rule.name for rule in RULES}


def test_hides_an_aws_secret_beside_its_key_id() -> None:
    """Forty characters of Base64 are a secret next to a key id; a git sha there is none."""
    assert redact(f"{AWS_ID},{AWS_SECRET}").text == "[redacted:aws-key-id],[redacted:aws-secret-key]"
    sha = "0132848349585cfe6aae51c4941cbae872505f8a"
    assert redact(f"{AWS_ID} {sha}").text == f"[redacted:aws-key-id] {sha}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a\n{KEY}\nb", "a\n[redacted:private-key]\n\n\n\n\n\nb"),
        (
            f"a\r\n{KEY}\r\nb".replace("\n", "\r\n").replace("\r\r", "\r"),
            "a\r\n[redacted:private-key]\r\n\r\n\r\n\r\n\r\n\r\nb",
        ),
        ('{"key": "' + KEY.replace("\n", "\\n") + '", "x": 1}', '{"key": "[redacted:private-key]", "x": 1}'),
        ("k='" + KEY.replace("\n", "\\\\n") + "'", "k='[redacted:private-key]'"),
        (
            "\n".join("web-1  | " + line for line in KEY.split("\n")),
            "web-1  | [redacted:private-key]" + "\n" * 5,
        ),
        (
            KEY[:200] + "\n2031-01-01 INFO next line",
            "[redacted:private-key]\n\n\n\n2031-01-01 INFO next line",
        ),
        (
            '{"key": "' + KEY[:200].replace("\n", "\\n") + '", "x": 1}',
            '{"key": "[redacted:private-key]", "x": 1}',
        ),
        (KEY[60:] + "\nnext", "[redacted:private-key]" + "\n" * 5 + "next"),
        (KEY.split("\n", 1)[0], "[redacted:private-key]"),
        (f"{KEY}\n{KEY}", "[redacted:private-key]" + "\n" * 6 + "[redacted:private-key]" + "\n" * 5),
    ],
    ids=[
        "block",
        "crlf",
        "escaped",
        "twice escaped",
        "log prefix",
        "cut",
        "cut in JSON",
        "head missing",
        "first line only",
        "two",
    ],
)
def test_hides_private_keys(text: str, expected: str) -> None:
    """A private key goes as a block, whole or cut, however its lines are written, and its lines stay counted."""
    assert redact(text).text == expected


def test_joins_overlapping_secrets_under_the_more_precise_name() -> None:
    """A token that is also the value of a secret key is one secret."""
    text = f"API_KEY={GITHUB}"
    assert redact(text).text == "API_KEY=[redacted:github-token]"


def test_withholds_the_text_when_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure hides everything and keeps the number of lines."""

    def fail(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(redact_module, "_compiled", fail)
    assert redact("a\r\nb\n") == Redacted("[redacted:withheld]\r\n\n", (("withheld", 0, 5),))


def test_secrets_without_end_withhold_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """When reading again keeps finding more, nothing of the text is shown."""
    monkeypatch.setattr(redact_module, "_MAX_PASSES", 1)
    assert redact("password=hunter2").text == "[redacted:withheld]"
    assert redact("innocent").text == "innocent"


def test_a_pattern_that_does_not_compile_withholds_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken rule never lets raw text through."""
    broken = redact_module.Rule("broken", "(?=x)")
    monkeypatch.setattr(redact_module, "RULES", (broken,))
    assert redact("password=hunter2").text == "[redacted:withheld]"


def test_hides_half_surrogates_and_any_character_beside_a_secret() -> None:
    """Places are counted in code points, whatever the characters weigh in UTF-8."""
    text = "\ud800é\U0001f511 password=hunter2\udfff x"
    result = redact(text)
    assert result.text == "\ud800é\U0001f511 password=[redacted:secret] x"
    assert [text[start:end] for _, start, end in result.found] == ["hunter2\udfff"]


PIECES = [
    *(text for _, text, _ in SECRETS),
    *(hidden for _, _, hidden in SECRETS),
    *INNOCENT,
    KEY,
    KEY[:100],
    KEY[60:],
    *"=:&;,'\"`\\()[]{}<>|@/%#- \t\n\r",
    "\\n",
    '\\"',
    "\r\n",
    "\x1b[31m",
    "\u2028",
    "\x85",
    "é",
    "password",
    "token",
    "--secret ",
    "://u:",
    "Bearer ",
    "authorization: ",
    "[redacted:secret]",
    "[redacted:",
]
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=8).map("".join),
    st.text(),
)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
@example("password=\x85a")
@example("password: a [redacted:x] b")
def test_laws(text: str) -> None:
    """Twice is once; the number of lines stays; spans are ordered; what is outside them is unchanged."""
    result = redact(text)
    assert re.findall(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", result.text) == re.findall(
        r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text
    )
    done = 0
    rest = result.text
    for rule, start, end in result.found:
        assert done <= start < end <= len(text)
        before = text[done:start] + f"[redacted:{rule}]"
        assert rest.startswith(before)
        kept = re.match(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]*", rest[len(before) :])
        assert kept is not None
        breaks = "".join(re.findall(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text[start:end]))
        assert kept[0].startswith(breaks)
        rest = rest[len(before) + len(breaks) :]
        done = end
    assert rest == text[done:]
    assert redact(result.text) == Redacted(result.text)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(SECRETS),
    st.sampled_from(["", "x ", "2031-01-01 12:00:00 INFO ", "web-1  | ", "\n", "(", "é "]),
    st.sampled_from(["", " x", "\n", "\nx=1"]),
)
def test_a_secret_is_hidden_wherever_it_stands(case: tuple[str, str, str], before: str, after: str) -> None:
    """A log prefix in front and more lines behind hide no secret from a rule."""
    rule, text, hidden = case
    if "battery staple" in hidden and before.strip():
        return  # only at the start of a line a value without quotes may have spaces
    assert hidden not in redact(before + text + after).text.replace(f"[redacted:{rule}]", "")


def test_work_grows_with_the_text_and_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches per byte do not grow with the length of the text, in texts that invite it."""
    counts: list[int] = []
    original = redact_module._compiled

    class Counting:
        def __init__(self, pattern: Any) -> None:
            self._pattern = pattern
            self.groups = pattern.groups

        def __getattr__(self, name: str) -> Any:
            counts[-1] += 1
            return getattr(self._pattern, name)

    monkeypatch.setattr(redact_module, "_compiled", lambda *args: Counting(original(*args)))
    for piece in (
        "password=a&",
        "password=f(",
        "x://u:p@",
        KEY[:40] + "\n",
        'password="',
        "authorization: x ",
        "<password ",
    ):
        counts.clear()
        for length in (500, 1_000):
            counts.append(0)
            redact(piece * length)
        assert counts[1] <= 2.1 * counts[0] + 100, piece


def test_markers_have_the_published_form() -> None:
    """A marker is `[redacted:<rule>]` with a rule name in lower-case letters, digits and hyphens."""
    for rule in RULES:
        assert re.fullmatch(MARKER, f"[redacted:{rule.name}]")


def test_one_look_at_all_rules_misses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick look that most texts get says no only where every single rule says no."""
    texts = [text for row in SECRETS for text in row if isinstance(text, str)]
    quick = [redact(text) for text in texts]
    monkeypatch.setattr("app.domain.redact._MAX_AT_ONCE_BYTES", 0)
    assert [redact(text) for text in texts] == quick
