"""Opinions that stay because the text would contradict itself, or because another label would be wrong."""

import pytest

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.task_specific.aspect_opinions import ReverseNonTarget, ReverseTarget

POSITIVE, NEGATIVE = "positive", "negative"


def row(text, *aspects):
    found = [(text.index(term), term, polarity) for term, polarity in aspects]
    return {
        "text": text,
        "aspects": [
            {"term": term, "start": start, "end": start + len(term), "polarity": polarity}
            for start, term, polarity in found
        ],
    }


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (row("Be sure to try the delicious soup.", ("soup", POSITIVE)), "be sure"),
        (row("Go here for a great dinner.", ("dinner", POSITIVE)), "wished for|judge the target"),
        (row("The graphics are clean.", ("graphics", POSITIVE)), "no opposite of 'clean' fits 'graphics'"),
        (row("It is frustrating that you cannot get service.", ("service", NEGATIVE)), None),
        (row("The service was lacking.", ("service", NEGATIVE)), None),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_an_opinion_that_the_text_holds_on_to_stays(values, reason, seed):
    with pytest.raises(NotApplicable, match=reason):
        ReverseTarget(statements=False).preview_row(values, seed=seed)


def test_a_price_is_not_overpriced():
    found = set()
    for seed in range(8):
        try:
            values = row("The price is cheap.", ("price", POSITIVE))
            found.add(ReverseTarget(statements=False).preview_row(values, seed=seed)["text"])
        except NotApplicable:
            continue
    assert found == {"The price is expensive."}


def test_an_aspect_without_words_of_its_own_is_not_left_with_the_old_label():
    values = row("The pad is hard to use when you wear headphones.", ("pad", NEGATIVE), ("headphones", NEGATIVE))
    with pytest.raises(NotApplicable, match="another aspect"):
        ReverseTarget(target="first", statements=False).preview_row(values)


@pytest.mark.parametrize(
    "text",
    ["We saw a great big door but the food was awful.", "The rolls were complimentary but the food was awful."],
)
def test_what_has_no_degree_is_not_said_more_strongly(text):
    name = "door" if "door" in text else "rolls"
    values = row(text, ("food", NEGATIVE), (name, POSITIVE))
    try:
        new = ReverseNonTarget(target="first").preview_row(values)["text"]
    except NotApplicable:
        return
    assert "ly great big" not in new and "ly complimentary" not in new and "very" not in new


@pytest.mark.parametrize(
    "text",
    [
        "The food is good, considering the low prices.",
        "It is a pleasurable experience with great food.",
    ],
)
def test_a_judgment_that_takes_in_another_one_stays(text):
    other, opinion = ("prices", "low") if "prices" in text else ("experience", "pleasurable")
    values = row(text, ("food", POSITIVE), (other, POSITIVE))
    for one, word in zip(values["aspects"], ("good" if "good" in text else "great", opinion)):
        start = text.index(word)
        one["opinions"] = [{"text": word, "start": start, "end": start + len(word)}]
    with pytest.raises(NotApplicable):
        ReverseNonTarget(target="first", statements=False).preview_row(values)
