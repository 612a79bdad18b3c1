"""Which kind of mistake an error speaks of: its backgroundTag, by the wording of its message.

Rules stand in order, the first that speaks decides; one that is not clear is worse than none. The set is closed and
documented in docs/learn.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from app.extract.conditions import read_condition
from app.extract.model import RaiseSite

__all__ = ["BACKGROUND_TAGS", "background_tag"]

_MAX_CHARS = 600
_PLACEHOLDER = re.compile(
    r"\{[^{}]*\}|%\(\w+\)[-#0 +]*[\d.*]*[a-z]|%[-#0 +]*[\d.*]*[srdifgxa]\b", re.IGNORECASE
)
_SPACE = re.compile(r"\s+")
# What to do about it, after the sentence that says what is wrong: "Please provide …" of anything.
_ADVICE = re.compile(r"(?<=[.!;:)]) please [^.!]*(?:[.!]|$)")
_SAID = re.compile(r"n't\b|\bnot\b|\bmismatch|\bdiffers?\b|\binvalid\b|\bunsupported\b|\bunknown\b")


@dataclass(frozen=True, slots=True)
class _Rule:
    """One rule: the tag, wordings that speak for it, classes that do so alone, and wordings that speak against."""

    tag: str
    says: re.Pattern[str] | None = None
    classes: re.Pattern[str] | None = None
    unless: re.Pattern[str] | None = None
    only: re.Pattern[str] | None = None

    def speaks(self, text: str, name: str) -> bool:
        if self.only is not None and not self.only.fullmatch(name):
            return False
        if self.unless is not None and self.unless.search(text):
            return False
        if self.classes is not None and self.classes.fullmatch(name):
            return True
        return self.says is not None and bool(text) and bool(self.says.search(text))


def _rule(
    tag: str,
    says: str | None = None,
    *,
    classes: str | None = None,
    unless: str | None = None,
    only: str | None = None,
) -> _Rule:
    return _Rule(
        tag,
        re.compile(says) if says else None,
        re.compile(classes) if classes else None,
        re.compile(unless) if unless else None,
        re.compile(only) if only else None,
    )


_PLATFORM = (
    r"(?:windows|linux|mac ?os|darwin|posix|unix|cuda|gpus?|cpus?|rocm|hip|npus?|xpus?|tpus?|mps|hopper|blackwell|ampere|"
    r"sm ?_?\d+\w*|amd|nvidia|arm64|aarch64|x86(?:_64)?|platforms?|operating systems?|devices?|compute capability)"
)
_TYPES = (
    r"(?:str|strings?|int|integers?|float|number|numeric|numbers|bool|boolean|bytes|list|lists|dict|dictionary|dictionaries|"
    r"mapping|tuple|set|sequence|iterable|callable|function|array|tensor|class|type|types|module|dataframe|series|datetime|"
    r"coroutine|generator|object|instance|subclass)"
)

_RULES: Final = (
    _rule(
        "missing-dependency",
        r"\b(?:pip3?|conda|apt|apt-get|brew|uv pip|uv|poetry|npm) (?:install|add)\b|\b(?:is|are|was)(?:n't| not) installed\b|"
        r"\bplease install\b|\b(?:must|needs?|should|have|has|requires?|required)(?: \S+){0,5} (?:be )?installed\b|"
        r"\binstall (?:the )?`?\S+`? (?:to use|first|with|using|via|package|library)|"
        r"\bno module named\b|\bmissing (?:optional )?dependenc(?:y|ies)\b|"
        r"\b(?:packages?|library|libraries|module) (?:is|are) (?:required|missing|not available|unavailable|needed)\b",
        classes=r"ModuleNotFoundError|PackageNotFoundError|(?:Optional|Missing)DependencyNotAvailable",
        unless=r"\balready installed\b|\binstalled_apps\b|\bdowngrade\b|\bnot compatible\b|\bincompatible\b",
    ),
    _rule(
        "missing-dependency",
        r"\b(?:requires?|required|needs?|needed|could not import|failed to import|unable to import|not available|"
        r"is missing|couldn't import|can(?:no|')t import)\b",
        only="ImportError",
        unless=r"\bcannot import name\b|\bcircular\b|\bversion\b|>=|\bupgrade\b|\bhas no attribute\b|\bnot compatible\b|\bincompatible\b",
    ),
    _rule(
        "out-of-memory",
        r"\bout of (?:\S+ ){0,2}memory\b|\b(?:not enough|insufficient)(?: \S+){0,3} memory\b|"
        r"\bmemory (?:pool )?(?:is )?exhausted\b",
        classes=r"MemoryError|\w*OutOfMemory\w*",
    ),
    _rule(
        "deprecated-usage",
        r"\bdeprecated\b|\b(?:has|have) been (?:removed|renamed)\b|\b(?:was|were) removed (?:in|from)\b|\bwill be removed\b|"
        r"\bno longer (?:supported|available|accepted|supports|accepts)\b",
        classes=r"(?:Pending)?DeprecationWarning|RemovedIn\w+Warning|\w*Deprecat(?:ed|ion)\w*Warning",
    ),
    _rule(
        "timeout",
        r"\btimed[ -]?out\b|\btimeout (?:while|expired|exceeded|waiting|reached|occurred|after|when)\b|"
        r"\bdeadline exceeded\b|\bexceeded (?:the )?(?:\S+ )?timeout\b",
        classes=r"TimeoutError|(?:Connect|Connection|Read|Write|Pool|Request|Gateway)?Time[Oo]ut(?:Error|Exception|Expired)?",
    ),
    _rule(
        "permission-denied",
        r"\bpermission denied\b|\baccess (?:is |was )?denied\b|\b(?:is|are)(?:n't| not) authori[sz]ed\b|"
        r"\bunauthori[sz]ed\b|\bdo(?:es)?(?:n't| not) have (?:the )?(?:\S+ )?permissions?\b|\blacks? permission\b",
        classes=r"PermissionError|PermissionDenied|Forbidden|AccessDenied|Unauthori[sz]ed|NotAuthori[sz]ed\w*",
    ),
    _rule(
        "file-not-found",
        r"\bno such file\b|\b(?:files?|directory|directories|folder|path|checkpoint)\b(?: \S+){0,4}? (?:(?:was |were |is |could )?"
        r"not (?:be )?found|(?:does not|doesn't|do not|don't|did not) exist|is missing(?=$|[.,;:!]))(?!\w)|"
        r"\b(?:can ?not|can't|could not|couldn't|unable to|failed to) (?:find|locate|open)(?: \S+){0,3} "
        r"(?:files?|directory|folder)\b|\bno (?:\S+ ){0,2}files? (?:were |was )?found\b",
        classes="FileNotFoundError",
    ),
    _rule(
        "connection-failed",
        r"\b(?:failed|unable|could not|couldn't|can ?not|can't) (?:to )?(?:re)?connect\b|"
        r"\bconnection (?:\S+ ){0,4}?(?:refused|failed|reset|lost|aborted|timed out|was closed unexpectedly)\b|"
        r"\bfailed to establish\b",
        classes=r"Connection(?:Refused|Reset|Aborted)?Error|BrokenPipeError|ConnectError",
        only=r"(?!ValueError|TypeError).*",
    ),
    _rule(
        "version-mismatch",
        r"\bversions?\b(?: \S+){0,5}? (?:mismatch|incompatible|too old|too new|not supported|unsupported|"
        r"(?:is|are) required|or (?:newer|later|higher|above|greater)|does not match|do not match|doesn't match)\b|"
        r"\bversion mismatch\b|\b(?:incompatible|unsupported|outdated|wrong)(?: \S+){0,2} version\b|"
        r"\brequires?(?: \S+){0,4}? (?:>=|<=|==|>|<|version|at least) ?v?\d+\.\d+|"
        r"\brequires?(?: \S+){0,3} version\b|\bplease (?:upgrade|downgrade)\b|\bupgrade (?:to|your)\b|"
        r"\bonly supported (?:in|from|with|on) \S+ \d+\.\d+",
        unless=r"\bmust be an? (?:string|int|integer|float)\b",
    ),
    _rule(
        "unsupported-platform",
        rf"\b(?:only|not|isn't|never|doesn't|aren't)(?: yet| currently)? (?:be )?(?:supports?|supported|available|implemented|works?|"
        rf"run|usable)(?: \S+){{0,2}}? (?:on|for|under|in) (?:\S+ ){{0,3}}?{_PLATFORM}\b|"
        rf"\bonly (?:supports?|runs? on|works? on) (?:\S+ ){{0,2}}?{_PLATFORM}\b|"
        rf"\b(?:unsupported|unknown) (?:platform|device type|device|os|operating system|architecture|gpu)\b|"
        r"\b(?:platform|operating system|architecture|gpu)(?: \S+){0,2} (?:is|are)(?:n't| not) supported\b|"
        rf"\brequires? (?:an? |the )?(?:\S+ )?(?:cuda|gpus?|nvidia|rocm|hopper|blackwell|sm ?_?\d+|compute capability|npu|linux|"
        r"windows|macos)\b|\bcuda is(?:n't| not) available\b|\bno (?:cuda|gpu|accelerator) (?:\S+ )?(?:available|found)\b|"
        r"\bgpu is(?:n't| not) available\b",
    ),
    _rule(
        "unsupported-feature-combination",
        r"\bmutually exclusive\b|\b(?:incompatible|not compatible|conflicts?|conflicting|in conflict) with\b|"
        r"\b(?:can ?not|can't|must not|mustn't|should not|shouldn't|may not) (?:both )?be "
        r"(?:both |simultaneously )?(?:used|combined|specified|set|mixed|enabled|passed|provided|given|true|requested|defined)?"
        r"(?: \S+){0,3}? ?(?:with|together|both|simultaneously|at the same time|alongside|in combination|along with)\b|"
        r"\b(?:can ?not|can't|do not|don't|must not|should not|may not) (?:specify|use|set|mix|combine|pass|provide|have|enable|supply|"
        r"give|define)(?: both\b|(?: \S+){1,8}? (?:together|simultaneously|at the same time|in combination|alongside)\b|"
        r"(?: \S+){1,6}? (?:together )?with\b(?! (?:types?|an?|the|no|values?|different|names?|unknown|empty|invalid|more|less|only|this)\b))|"
        r"\b(?:only|at most|exactly|either) one of\b.{0,80}\b(?:can|may|should|must) be\b|"
        r"\b(?:not|isn't|aren't|doesn't|don't|never)(?: yet| currently| fully)? (?:be )?support(?:ed|s)?(?: \S+){0,3}? "
        r"(?:with|when|together|in combination|alongside|if|under|unless|while)\b|"
        r"\bonly (?:be )?(?:supported|available|valid|works?|allowed|applicable|implemented|compatible) (?:\S+ )?(?:for|with|when|if|together)\b|"
        r"\bonly (?:be )?(?:used|set|meaningful) (?:\S+ )?(?:with|when|if|together)\b|\bonly supports?(?: \S+){1,5}? (?:when|if)\b",
        unless=r"\bdtypes?\b(?! (?:is|when|with))|\bpython\b",
    ),
    # Two things named in words, of which one does not support the other.
    _rule(
        "unsupported-feature-combination",
        r"^(?:[^{}\s]+ ){2,}(?:do|does) not (?:yet |currently |fully )?support (?!any\b|it\b|this\b|that\b|the)[^{}\s.,;:]+",
        only=r"(?!\w*Warning|TypeError).*",
        unless=r"\b(?:types?|dtypes?|versions?|python|objects?|operation|method|platforms?|devices?)\b|\(\)",
    ),
    _rule(
        "not-implemented",
        r"\bnot(?: yet)? (?:been )?implemented\b|\b(?:must|should|need to|needs to|have to|has to) (?:be )?(?:implement|override|overridden|"
        r"implemented|define (?:a |the )?\S* ?method)\b|\bsubclass(?:es)? (?:must|should)\b|\bunimplemented\b|\bisn't implemented\b",
        classes=r"NotImplementedError",
        unless=r"\bsupport(?:ed|s)?\b",
        only=r"(?!\w*Warning).*",
    ),
    _rule(
        "incompatible-model-configuration",
        r"\b(?:model|checkpoint|hf_config|draft model|target model|architecture)\b(?: \S+){0,6}? (?:mismatch|incompatible|"
        r"not compatible|does not match|do not match|doesn't match|must match)\b|"
        r"\b(?:mismatch|incompatible)\b(?: \S+){0,4}? (?:model|checkpoint|hf_config)\b",
        unless=r"\bshapes?\b|\bchecksum\b|\bdims?\b|^(?!.*\b(?:config\w*|quantization|variant|vocab\w*|invariants|architecture)\b)",
    ),
    _rule(
        "shape-mismatch",
        r"\bshapes? mismatch\b|\b(?:wrong|invalid|unexpected|incompatible|incorrect|bad|mismatched|inconsistent|unsupported)"
        r"(?: \S+){0,3} (?:shapes?|dimensions?|ndim)\b|"
        r"\b(?:shapes?|ndim|dimensions?|lengths?|sizes?)\b(?: \S+){0,6}? (?:mismatch|must be|must match|must have|should be|should match|"
        r"(?:do|does|did)(?:n't| not) (?:match|agree)|differs?|incompatible|not aligned|not equal|(?:is|are)(?:n't| not) (?:compatible|the same))\b|"
        r"\bexpect(?:s|ed)?(?: \S+){0,5}? shapes?\b|\b(?:must|should|to) (?:all )?(?:have|be of|be)(?: \S+){0,2} (?:same|equal) "
        r"(?:lengths?|shapes?|sizes?|number of)\b|\b(?:must|should) (?:be|have)(?: \S+){0,2} [1-9nk]-?d(?:imensional)?\b|"
        r"\b(?:cannot|could not|can't) (?:be )?broadcast\b|"
        r"\bexpect(?:ed|s)? (?:an? )?(?:\S+ )?[1-9]-?d(?:imensional)? (?:array|tensor)\b",
        unless=r"\b(?:file|batch|page|block|chunk|pool|window|buffer|step|cache|group|tp|pp|dp|cp|world)[_ -]?sizes?\b|"
        r"\bmust be (?:an? |of type )?(?:int|integer|tuple|str|string|positive|non-?negative|greater|less|at least|divisible)\b",
    ),
    _rule(
        "duplicate-name",
        r"\balready (?:exists?|registered|defined|in use|taken|present|declared|used|been (?:registered|defined|added|declared|used|mapped)|"
        r"(?:has|have) an?)\b|\bduplicated?s?\b|\b(?:must|should) be unique\b|\b(?:is|are)(?:n't| not) unique\b|"
        r"\bmultiple(?: \S+){1,3} with the same\b|\b(?:defined|specified|given|listed|registered) (?:more than once|twice|multiple times)\b",
        classes=r"FileExistsError|\w*AlreadyExists\w*|\w*AlreadyRegistered\w*|Duplicate\w+",
    ),
    _rule(
        "invalid-state",
        r"\balready (?:been )?(?:closed|started|running|initiali[sz]ed|finished|set|disposed|released|stopped|called|awaited|begun|active|"
        r"connected|done|consumed|complete|completed|frozen|locked|configured|loaded|built|ended|shut down|sent)\b|"
        r"\b(?:not|n't) (?:been |yet |yet been )?(?:initiali[sz]ed|started|running|connected|fitted|ready|"
        r"set up|loaded|built|prepared)(?: yet)?\b|\b(?:is|was)(?:n't| not) (?:open|opened|active|bound|attached)\b|\b(?:is|was|has been|been) closed\b|\bclosed (?:file|connection|"
        r"transaction|session)\b|\bmust be called (?:before|after|first|prior)\b|\bmust (?:first )?call\b|\bcall \S+ (?:first|before)\b|"
        r"\b(?:can ?not|can't|must not|may not) (?:be )?\S+(?: \S+){0,6}? (?:after|once|while|before|during)\b|"
        r"\b(?:invalid|wrong|illegal|inconsistent|unexpected) state\b|\bbefore (?:calling|using|it is|it's)\b",
        classes=r"\w*InvalidState\w*|InvalidRequestError|NotFittedError|\w*AlreadyClosed\w*|AppRegistryNotReady",
        unless=r"\breadable\b",
    ),
    _rule(
        "parse-failure",
        r"\b(?:failed|unable|could not|couldn't|can ?not|can't|error|errors)(?: to| while| when| in)? (?:parse|parsing|decode|decoding|"
        r"deserialize|unmarshal|interpret \S+ as (?:json|yaml))\b|\b(?:invalid|malformed|bad|not valid|not a valid)(?: \S+)? (?:json|yaml|xml|syntax|"
        r"toml|utf-?8|base64|csv|ini|html|url|uri|header)\b|\bmalformed\b|\bparse error\b|\bsyntax error\b|\bunterminated\b|"
        r"\bunexpected (?:token|character|end of (?:file|input|string|data))\b",
        classes=r"(?:Syntax|Indentation|Tab)Error|Unicode(?:Decode|Encode)?Error|JSONDecodeError|\w*Pars(?:e|er|ing)Error|\w*DecodeError",
        unless=r"\bexceed",
    ),
    _rule(
        "missing-argument",
        r"\bmissing(?: \S+){0,4} (?:arguments?|parameters?|options?|keywords?|required)\b|"
        r"\b(?:arguments?|parameters?|options?|fields?|keywords?|settings?|flags?|values?|one of)\b(?: \S+){0,6}? (?:is|are|be) (?:required|missing|"
        r"mandatory)\b|"
        r"\b(?:must|ha(?:s|ve) to|should|required to|please|either) (?:also |explicitly |be )?(?:specif(?:y|ied)|provide(?:d)?|pass(?:ed)?|"
        r"supply|supplied|given|be set)\b(?! (?:to|as|in|by|with|before|through|via|into|on|at|if|when)\b)|"
        r"\b(?:is|are) (?:a )?required(?:\b(?! (?:to be)\b))|\b(?:can ?not|can't|must not|should not|may not) be (?:none|empty|null|blank)\b|"
        r"\brequires? (?:setting |passing |specifying |an? explicit |either )|"
        r"\b(?:was|were|is|are)(?:n't| not) (?:specified|provided|given|supplied|passed)\b|"
        r"\bno (?:\S+ ){1,3}(?:was |were )?(?:specified|provided|given|supplied|passed)\b|"
        r"\b(?:must|should) not be none\b|\bneeds? to be (?:set|specified|provided)\b|\brequires at least (?:one|1)\b",
        unless=r"\bmissing values?\b|\bnot (?:found|exist)\b|\bbut (?:got|found|is|was)\b",
    ),
    _rule(
        "wrong-type",
        r"\b(?:invalid|wrong|unexpected|unsupported|incorrect|bad|unknown|unrecogni[sz]ed) (?:\S+ )?(?:types?|data type)\b(?! of)",
        only="TypeError",
    ),
    _rule(
        "wrong-type",
        rf"\b(?:must|should|has to|have to|needs to|need to|can only|may only)(?: \S+)? be (?:either )?(?:an? |of type |of |instances? of |one of the types? |the )?"
        rf"(?:\S+ )?{_TYPES}\b(?! (?:of (?:length|size|shape)|with|between|in))|"
        rf"\bexpect(?:s|ed|ing)?(?: \S+){{0,3}}? (?:an? |to be an? )?(?:instance of |object of type )?{_TYPES}\b(?=,|;|\.|:| but| got| or| instead|$| not)|"
        rf"\b(?:is|are|was)(?:n't| not) (?:an? )?(?:instance of|subclass of|of type|callable|iterable|hashable|serializable|json serializable|"
        rf"{_TYPES})\b|\bgot (?:an? )?(?:unexpected )?type\b|\binstead of (?:an? )?{_TYPES}\b|"
        r"\b(?:cannot|can't|could not) (?:be )?(?:convert|converted|cast|coerce)\b|\bunsupported operand\b|"
        r"\bonly (?:accepts?|supports?|takes?|works? with) (?:\S+ )?(?:str|strings?|ints?|integers?|floats?|lists?|dicts?|tuples?|arrays?|tensors?|types)\b|"
        r"\bof (?:the )?type {}",
        unless=r"\bpositive\b|\bnegative\b|\bgreater\b|\bless\b|\bbetween\b|\bunique\b|\bmultiple of\b|\bone of \{|\bone of \[|\bone of '|>|<",
    ),
    _rule(
        "out-of-range",
        r"\bout of (?:range|bounds)\b|\b(?:must|should|has to|have to|needs? to|can ?not|can't|may not)(?: \S+)? be (?:an? |the )?(?:\S+ )?(?:strictly |either )?"
        r"(?:non-?negative|non-?zero|positive|negative|greater|less|larger|smaller|bigger|longer|shorter|higher|lower|more|fewer|zero|at least|at most|"
        r"between|within|in (?:the )?(?:range|interval|open interval|closed interval)|in [\[(]|>=?|<=?|≥|≤)|"
        r"\bexceed(?:s|ed|ing)?\b|\btoo (?:large|small|long|short|big|high|low|many|few)\b|"
        r"\b(?:greater|larger|less|smaller|longer|higher|lower|more) than\b(?! one\b)|\bbeyond the\b|\bat (?:least|most) (?:\d|{})|"
        r"\bbetween (?:{}|-?\d\S*) and (?:{}|-?\d)",
        unless=r"\brecursion\b",
    ),
    _rule(
        "unknown-name",
        r"\b(?:unknown|unrecogni[sz]ed|undefined)\b(?! (?:error|exception|reason|type|format))|\bno such\b|"
        r"\b(?:is|are|was|were)(?:n't| not) (?:a )?(?:registered|recogni[sz]ed|known|found|defined)\b|\bnot found\b|"
        r"\b(?:does not|doesn't|do not|did not) exist\b|\b(?:could not|couldn't|can ?not|can't|unable to|failed to) (?:find|locate|resolve)\b|"
        r"\bha(?:s|ve) no (?:\S+ )?(?:attributes?|fields?|members?|columns?|keys?|parameters?|items?|named|propert(?:y|ies)|methods?)\b|"
        r"\bno (?:\S+ ){1,3}(?:named|called|with (?:the )?name|found|registered)\b|\bunexpected keyword\b|"
        r"\bnot a (?:valid )?(?:field|attribute|column|key|parameter|member|property)\b",
        classes=r"(?:\w+)?(?:NotFound|DoesNotExist|NoSuch\w+|FieldDoesNotExist)(?:Error|Exception)?",
    ),
    _rule(
        "invalid-argument-value",
        r"\b(?:invalid|illegal|unsupported|bad|incorrect)\b|\bmust be (?:one of|either|in|among|set to|a (?:multiple|power)|equal|divisible|{}|')|"
        r"\bexpected (?:one of|either)\b|\bnot (?:a |an )?(?:valid|allowed|acceptable|permitted)\b|"
        r"\b(?:is|are)(?:n't| not) (?:one of|in|among|divisible|a multiple)\b|\bnot divisible\b|\bdivisible by\b|"
        r"\bshould be (?:one of|either|in|among|equal|{}|')|\b(?:allowed|supported|valid|possible|available|accepted) "
        r"(?:values?|options?|choices?|modes?|types?|formats?|backends?) (?:are|is|:)|\bchoose (?:from|one|between)\b|\bmultiple of\b|\bmust (?:equal|match|contain|start|end)\b|"
        r"\bunknown (?:type|format)\b",
        only=r"ValueError|ArgumentTypeError|BadParameter|ImproperlyConfigured|\w*(?:Invalid|Config|Argument|Parameter|Option|Validation|Value)\w*",
    ),
)

BACKGROUND_TAGS: Final = frozenset(rule.tag for rule in _RULES)


def background_tag(site: RaiseSite) -> str | None:
    """Return the kind of mistake, one of `BACKGROUND_TAGS`; None where no rule speaks clearly.

    What decides is the wording of the message; without a rule for it, a guard that tests for accepted values or types.
    """
    text = _SPACE.sub(" ", _PLACEHOLDER.sub("{}", (site.template or "")[:_MAX_CHARS])).strip().lower()
    name = (site.error_class or "").rsplit(".", 1)[-1]
    if site.kind == "log":
        return None
    fault = _ADVICE.sub("", text).strip()
    if not _SAID.search(fault):
        fault = text  # the advice is all that tells
    for rule in _RULES:
        if rule.speaks(fault if rule.tag == "missing-argument" else text, name):
            return rule.tag
    return _by_guard(site, name)


def _by_guard(site: RaiseSite, name: str) -> str | None:
    """Read the kind from the guard that stands nearest to the site."""
    if not site.guards:
        return None
    guard = site.guards[-1]
    if guard.kind == "except":
        missing = name == "ImportError" and re.search(r"\b(?:ImportError|ModuleNotFoundError)\b", guard.text)
        return "missing-dependency" if missing else None
    if guard.kind not in {"if", "else", "after-return", "assert"}:
        return None
    own = site.kind == "assert"
    tested = read_condition(guard.text, holds=guard.kind == "if" and not own).tests_for()
    if tested == "type" and name in {"TypeError", "AssertionError"}:
        return "wrong-type"
    if tested == "value" and name in {"ValueError", "AssertionError"} and (site.template or not own):
        return "invalid-argument-value"
    return None
