"""How much a word says: rare ones tell errors apart, `must` and `not` do not.

Rarity is counted over the patterns of the base. A small base has seen too little to count, so the counts
begin from shares that words of error messages have in general, as if `_PRIOR_PATTERNS` patterns had been
seen before. Units are nats, so that the sum over words is a log-likelihood against chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log
from types import MappingProxyType

__all__ = ["Rarity", "class_rarity", "is_common"]

_PRIOR_PATTERNS = 500
# More than this no word says: it may be rare because it is a name that a value brought.
_MOST = 8.0
# Per thousand distinct templates: the mean of 25 public packages, each with 60 templates or more.
_SHARES = """
not 237 must 145 cannot 82 use 75 got 54 invalid 54 no 49 can 46 type 46 supported 46 only 44 value 44 please 44
instead 41 expected 40 set 39 does 36 one 35 deprecated 35 you 34 should 33 found 32 argument 32 name 30 requires 30
when 30 file 29 will 28 error 28 valid 27 path 27 response 27 failed 26 model 24 using 24 request 23 support 22 url 21
arguments 20 none 20 non 20 empty 20 function 20 list 19 installed 19 required 19 provided 19 method 19 object 19
install 19 either 19 key 19 data 18 could 18 string 18 used 18 true 17 values 17 specify 17 both 17 missing 16
removed 16 version 16 https 16 pass 16 parameter 16 received 16 call 15 already 15 input 15 field 15 config 15
module 15 attribute 15 available 14 mode 14 pip 14 unknown 14 instance 14 multiple 14 than 13 class 13 http 13
without 13 specified 13 more 13 unsupported 13 unexpected 13 all 13 length 13 may 13 client 13 passed 13 header 12
allowed 12 default 12 after 12 read 12 false 12 stream 12 same 12 provide 12 bytes 11 integer 11 make 11 size 11
your 11 too 11 directory 11 unable 11 connection 11 before 11 load 10 json 10 parse 10 which 10 match 10 start 10
attempted 10 body 10 number 10 least 10 format 10 implemented 10 run 10 python 10 contain 10 called 10 did 9 token 9
parameters 9 dict 9 context 9 keyword 9 find 9 different 9 create 9 index 9 message 8 str 8 exist 8 async 8 see 8
given 8 status 8 doesn 8 first 8 operation 8 environment 8 package 8 closed 8 because 8 com 7 strings 7 host 7
query 7 yet 7 fields 7 setting 7 variable 7 takes 7 return 7 callable 7 keys 7 check 7 types 6 server 6 any 6
longer 6 metadata 6 need 6 tuple 6 github 6 explicitly 6 while 5 would 5 there 5 been 5 during 5 other 5 they 5
"""
_LISTED = dict(zip(_SHARES.split()[::2], map(int, _SHARES.split()[1::2]), strict=True))
_SHARE_OF_OTHERS = 0.5
# The same of classes, per thousand raise sites, where the base is small.
_PRIOR_RECORDS = 200
_CLASSES = {
    "ValueError": 280,
    "AssertionError": 100,
    "TypeError": 90,
    "RuntimeError": 80,
    "NotImplementedError": 60,
    "AttributeError": 20,
    "ImportError": 20,
    "KeyError": 20,
    "UserWarning": 20,
    "DeprecationWarning": 10,
    "Exception": 10,
    "IndexError": 5,
    "OSError": 10,
}


@dataclass(frozen=True, slots=True)
class Rarity:
    """Rarity of words in one base.

    Attributes:
        patterns_with: how many patterns hold a word; a word that is missing is in none.
        patterns: how many there are.
    """

    patterns_with: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    patterns: int = 0

    def of(self, word: str) -> float:
        """Return what a word says, 0 to 8."""
        expected = _PRIOR_PATTERNS * _LISTED.get(word, _SHARE_OF_OTHERS) / 1000
        seen = max(0, self.patterns_with.get(word, 0))
        rarity = log((max(0, self.patterns) + _PRIOR_PATTERNS) / (seen + expected))
        return min(max(rarity, 0.0), _MOST)

    def information(self, words: Iterable[str]) -> float:
        """Return what distinct words say together; the order of the words does not change it."""
        return sum(sorted(map(self.of, set(words))))


def is_common(word: str) -> bool:
    """Tell whether error messages have a word often, in any base."""
    return word in _LISTED


def class_rarity(name: str, records: int, total: int) -> float:
    """Return what a class's name says, 0 to 8, where so many of all records have it."""
    expected = _PRIOR_RECORDS * _CLASSES.get(name, 1) / 1000
    rarity = log((max(0, total) + _PRIOR_RECORDS) / (max(0, records) + expected))
    return min(max(rarity, 0.0), _MOST)
