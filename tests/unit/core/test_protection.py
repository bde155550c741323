"""What is protected in a text, and which edits leave it alone."""

import pickle
import re
import time

import numpy as np
import pytest

from hf_robust.core import protection as rules_module
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.protected_kinds import spans_of
from hf_robust.core.protection import Protection, carried_over, protection, spared
from hf_robust.core.text_columns import Strings, TextColumn

FOUND = {
    "urls": ["https://example.org/a_(b)?x=1#y", "www.foo.com", "ftp://a.b/c", "imdb.com/title", "http://t.cn/A6x"],
    "emails": ["jo@example.org", "al.b+c@mail.de.com", "x_y@a-b.net"],
    "markup": [
        "<br />",
        "<a href='x'>",
        "</div>",
        "<!-- no -->",
        "&amp;",
        "&#39;",
        "&#x2F;",
        "`code`",
        "[t](http://x.y)",
    ],
    "placeholders": ["[NAME]", "[your name]", "{name}", "{{ user.id }}", "<user>", "%s", "%(x)d", "$VAR", "${HOME}"],
    "numbers": ["12", "3.50", "$5.00", "10%", "1,000", "9:30", "twenty-two", "三十二", "2nd"],
    "quotes": ['"not me"', "“so far”", "'it's ok'", "「好」", "«oui»"],
}
FOUND["placeholders"] += ["snake_case", "__init__", "@john_doe", "@a.b", "#GoodFilm", "<|end|>"]
PLAIN = [
    "A good film. It was fun, and I liked it: 5 of them said so!",
    "The end.It was a < b and c > d, R&D by AT&T, 50% off; it's mine.",
    "So good... and then (I think) not; the C# of C++ - e.g. in the U.S.",
]


@pytest.mark.parametrize(("kind", "piece"), [(kind, piece) for kind, pieces in FOUND.items() for piece in pieces])
@pytest.mark.parametrize("frame", ["{}", "we see {} here", "see {}, and {}.", "看{}，很好"])
def test_kinds(kind, piece, frame):
    text = frame.replace("{}", piece)
    found = [text[start:end] for start, end in protection([kind], defaults=False).spans(text)]
    assert found == [piece] * frame.count("{}")


@pytest.mark.parametrize("text", PLAIN)
def test_plain_texts_hold_nothing_that_is_protected_by_default(text):
    assert protection().spans(text) == []


@pytest.mark.parametrize(
    "unit", ["<a '", "<!--", "[a", "`", "{", "@a", "a_", "http://(", "aaaa", "a.", "%(", "'a ", "一", ")]"]
)
@pytest.mark.parametrize("kind", FOUND)
def test_long_texts_take_linear_time(kind, unit):
    began = time.process_time()
    spans_of(kind, unit * (100_000 // len(unit)))
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    ("entry", "text", "found"),
    [
        ("Paris", "paris, PARIS and Parisian", ["paris", "PARIS"]),
        ("new york", "New York, new\n york, New Yorker", ["New York", "new\n york"]),
        ("C++", "C++17 and c++", ["C++", "c++"]),
        ("don't", "Don’t and don't", ["Don’t", "don't"]),
        ("[name]", "[NAME]s", ["[NAME]"]),
        ("北京", "在北京大学", ["北京"]),
        ("re:[A-Z]{2}-\\d", "AB-1 ab-1", ["AB-1"]),
        (re.compile("ab-1", re.IGNORECASE), "AB-1 ab-1", ["AB-1", "ab-1"]),
    ],
)
def test_entries(entry, text, found):
    assert [text[start:end] for start, end in protection([entry], defaults=False).spans(text)] == found


def test_stretches_that_overlap_are_one():
    rules = protection(["new york", "york city", "re:City Hall"], defaults=False)
    assert rules.spans("In New York City Hall") == [(3, 21)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("film", r"say protect=\['film'\]"),
        (re.compile("x"), "must be a list"),
        ([3], "found 3 in it"),
        ([""], "empty entry"),
        (["  "], "empty entry"),
        (["re:"], "empty entry"),
        (["re:("], "invalid"),
        ([re.compile(b"x")], "pattern of bytes"),
        ({"a": 1}, "must be a list"),
    ],
)
def test_what_is_no_protection_is_refused(given, message):
    with pytest.raises(UsageError, match=message):
        protection(given)


def test_defaults_are_true_or_false():
    with pytest.raises(UsageError, match="protect_defaults must be True or False"):
        protection((), "no")


def test_fingerprint_holds_entries_defaults_and_the_version(monkeypatch):
    one = pickle.dumps(protection(["a"]))
    assert pickle.loads(one) == protection(["A"])
    assert len({one, pickle.dumps(protection(["b"])), pickle.dumps(protection(["a"], defaults=False))}) == 3
    monkeypatch.setattr(rules_module, "RULES_VERSION", "other")
    assert pickle.dumps(protection(["a"])) != one


def test_columns_find_what_texts_do():
    pieces = [piece for pieces in FOUND.values() for piece in pieces]
    texts = [f"we see {piece} here" for piece in pieces] + PLAIN + [f"é {piece}" for piece in pieces] + pieces + [""]
    column = TextColumn(Strings.of([text.encode() for text in texts]))
    for rules in (protection(), protection(["numbers", "here", "re:s.e"]), Protection()):
        start, end, row = rules.guards(column)
        for number, text in enumerate(texts):
            base = column.offsets[number]
            mine = [(int(a - base), int(b - base)) for a, b in zip(start[row == number], end[row == number])]
            spans = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in rules.spans(text)]
            assert mine == spans, text
    assert np.array_equal(Protection().rows(column), np.zeros(len(texts), bool))


def test_edits_that_touch_what_is_protected_are_left_out():
    text, spans = "see a.com now", [(4, 9)]
    edits = [Edit(0, 3, "saw"), Edit(4, 5, "b"), Edit(9, 9, "!")]
    assert spared(text, edits, spans, together=False, rearranges=False) == [edits[0], edits[2]]
    with pytest.raises(NotApplicable, match="protected text"):
        spared(text, edits[1:2], spans, together=False, rearranges=False)
    with pytest.raises(NotApplicable, match="protected text"):
        spared(text, edits, spans, together=True, rearranges=False)
    whole = [Edit(0, 13, "now a.com is seen")]
    assert spared(text, whole, spans, together=True, rearranges=False) == whole
    moved = [Edit(0, 10, ""), Edit(13, 13, " see a.com")]
    assert spared(text, moved, spans, together=False, rearranges=True) == moved
    assert carried_over(text, " now see a.com", spans, moved) == [(9, 14)]


def test_entries_that_no_text_holds():
    rules = protection(["film", "flim", "urls", "re:z+", "entities"])
    assert rules.unmatched(["A film", "www.a.com"]) == ["flim", "re:z+"]
