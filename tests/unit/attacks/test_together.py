"""Computations that ask side by side."""

import pytest

from hf_robust.attacks.asking import Ask, together


def two_questions(word):
    (length,) = yield Ask("length", [word])
    answers = yield Ask("upper", [word, word[:1]])
    return length, *answers


def none():
    return "nothing asked"
    yield


def test_each_gets_its_answers_and_equal_questions_go_out_once(drive):
    asked = []

    def length(word):
        asked.append(word)
        return len(word)

    both = together([two_questions("ab"), none(), two_questions("a"), two_questions("ab")])
    assert drive(both, length=length, upper=str.upper) == [
        (2, "AB", "A"),
        "nothing asked",
        (1, "A", "A"),
        (2, "AB", "A"),
    ]
    assert asked == ["ab", "a"]


def test_kinds_that_differ_are_asked_one_after_another(drive):
    def other(word):
        answers = yield Ask("upper", [word])
        return answers[0]

    assert drive(together([two_questions("ab"), other("c")]), length=len, upper=str.upper) == [(2, "AB", "A"), "C"]
    assert drive(together([])) == []


def test_an_error_reaches_whoever_asked(drive):
    def broken():
        yield Ask("length", ["a"])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        drive(together([broken(), two_questions("a")]), length=len, upper=str.upper)
