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
FOUND["placeholders"] += [
    *("{date:%Y}", "{date:%d %B %Y}", "{0!r:>10}", "{x:,.2f}", "{user[name]}", "{price:€>10}", "{v:>{width}.{prec}f}"),
    *("{rows[0].name!s:^{width}}", "{:{w}}", "{n,number,#.##}", "{if?}", "{?q,lang}", "{/if}", "{#each}"),
    *("%(name)-10s", "%5.2f", "%1$s", "%2$-10s", "%ld", "%-*.*f", "%@", "%1$@", "%x", "%<price>.2f", "%Y", "%NAME_1%"),
    *("${VAR:-default}", "${A:-${B}}", "${VAR##*/}", "${#VAR}", "$(HOME)", "#{user.name}", "@{name}", "%{count}"),
    *("{{ user.name | upper }}", "{{ x | default('a, b') }}", "{{#if user}}", "{{/if}}", "{{{raw}}}", "{{> part}}"),
    *("{% if x %}", "{%- for a in b.c -%}", '{% set x = "a{b}" %}', "{# a comment #}", "{$x}", "{名字:>5}"),
    *("<%= x %>", "<% if a > b %>", "<?= $x ?>", "<?php echo $x; ?>", "<<NAME>>", "@@NAME@@"),
    *("[[x]]", "[[ user.name ]]", "[[page|the text]]"),
    "{count, plural, one {# item} other {# items}}",
    "{count, plural, offset:1 =0 {no one}\n one {you} other {you and # others}}",
    "{g, select, female {{n, plural, one {her item} other {her # items}}} other {{n} items}}",
]
PLAIN = [
    "I am 100 % sure: 5 % of a{b; and a } or {c, 20% more, 30 % increase, 12 % as 12 % certain, 50%off, 80%-90%.",
    "Smile :-} and :-{ or {: <3 >_< then a% b% [1] and [12, 13] or [...], $5, 5$, 5%+, 1 %-ile, f[[1, 2], [3]].",
    '{He said: "no, not today"; and so on, as he always did in those days.} A < B % C, {note: it is "so"}, {; {?',
    "百分之五，5 % 的人，{他说：“不行”；就走了}，100%确定。",
    "A good film. It was fun, and I liked it: 5 of them said so!",
    "The end.It was a < b and c > d, R&D by AT&T, 50% off; it's mine.",
    "The ``new wave'' and ``jazz'' of that time.",
    "So good... and then (I think) not; the C# of C++ - e.g. in the U.S.",
]
HOSTILE_UNITS = ["<a '", "<!--", "[a", "`", "{", "@a", "a_", "http://(", "aaaa", "a.", "%(", "'a ", "一", ")]"]
HOSTILE_UNITS += ["{%", "{#", "{{", "{a", "{a:", "{a[", "{a,plural,", "{a,plural,}", "{{a}", "${", "}{", "<%"]
HOSTILE_UNITS += ["[[a", "%-", "%<a", "$(a"]


@pytest.mark.parametrize(("kind", "piece"), [(kind, piece) for kind, pieces in FOUND.items() for piece in pieces])
def test_kinds(kind, piece):
    for frame in ("{}", "we see {} here", "see {}, and {}.", "看{}，很好"):
        text = frame.replace("{}", piece)
        found = [text[start:end] for start, end in protection([kind], defaults=False).spans(text)]
        assert found == [piece] * frame.count("{}"), text


@pytest.mark.parametrize("text", PLAIN)
def test_plain_texts_hold_nothing_that_is_protected_by_default(text):
    assert protection().spans(text) == []


@pytest.mark.parametrize("unit", HOSTILE_UNITS)
@pytest.mark.parametrize("kind", FOUND)
def test_long_texts_take_linear_time(kind, unit):
    began = time.process_time()
    spans_of(kind, unit * (100_000 // len(unit)))
    assert time.process_time() - began < 3


@pytest.mark.parametrize("text", ["{" * 50_000 + "}" * 50_000, "{x:" * 30_000 + "}" * 30_000])
def test_braces_in_braces_take_linear_time(text):
    began = time.process_time()
    spans_of("placeholders", text)
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
        ("film", r"use protect=\['film'\]"),
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
