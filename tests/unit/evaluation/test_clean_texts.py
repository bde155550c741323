"""Texts as a benchmark of corruptions prepares them."""

import time

import pytest

from hf_robust.evaluation.clean_texts import cleaned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A <b>bold</b> claim<br /><br />Really.", "A bold claim Really."),
        ("w<b>or</b>d <!-- note --> <hr>end", "word end"),
        ("3 < 5 and <3 and <sigh>", "3 5 and 3 and sigh"),
        ("isn't O’Brien's 'quoted' text", "isnt OBriens quoted text"),
        ("ca n't , movie 's", "ca nt movie s"),
        ("well-made -- and/or_not", "well made and or not"),
        ("cost $1,000.50 (half)... ok?!", "cost 1000.50 half... ok?!"),
        ('He said "wow". Then: (left)!', "He said wow. Then left!"),
        ("AT&T &amp; R&D &quot;x&quot; &lt;b&gt; &nbsp;&#39;&#x27; &bogus; &copy", "AT T R D x b bogus copy"),
        ("  many\t\n spaces\u00a0here ", "many spaces here"),
        ("a \x93quote\x94 and\x00nul", "a quote and nul"),
        ("I ❤️ it 🙂 «très» 中文。好", "I ❤️ it 🙂 très 中文 好"),
        ("", ""),
        ("!?", "!?"),
        ("--", ""),
        ("<p></p>", ""),
        ("\ud83d lone", "\ud83d lone"),
    ],
)
def test_cleaned(text, expected):
    assert cleaned(text) == expected
    assert cleaned(expected) == expected
    assert cleaned(text, lower=True) == expected.lower()


@pytest.mark.parametrize(
    "text",
    [
        "<" * 200_000,
        "<a" * 100_000,
        "<!--" * 50_000,
        "<a " + "x" * 200_000,
        "&" * 200_000,
        "&a" * 100_000,
        "'" * 200_000,
        "-" * 200_000,
        "</" + " " * 200_000,
        "&#1" * 60_000,
        "-." * 100_000,
        "1," * 100_000,
    ],
)
def test_cleaning_takes_time_as_the_length(text):
    started = time.process_time()
    cleaned(text)
    assert time.process_time() - started < 1
