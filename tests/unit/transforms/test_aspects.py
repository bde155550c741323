"""Aspects whose judgments turn round, and texts that go on about other aspects."""

import pickle

import pytest

import hf_robust as hr
from hf_robust.core.errors import DataFileError, NotApplicable
from hf_robust.language.aspect_clauses import AspectClause, AspectClauses
from hf_robust.transforms.task_specific.add_difference import AddDifference
from hf_robust.transforms.task_specific.aspect_opinions import ReverseNonTarget, ReverseTarget


def row(text, *aspects):
    """Aspects as (term, polarity, words of opinion...), each where it stands first."""

    def part(name, words):
        return {name: words, "start": text.index(words), "end": text.index(words) + len(words)}

    return {
        "text": text,
        "aspects": [
            {**part("term", term), "polarity": polarity, "opinions": [part("text", one) for one in words]}
            for term, polarity, *words in aspects
        ],
    }


def sides(new):
    for aspect in new["aspects"]:
        for name, one in [("term", aspect), *(("text", one) for one in aspect["opinions"])]:
            assert new["text"][one["start"] : one["end"]] == one[name]
    return [aspect["polarity"] for aspect in new["aspects"]]


POSITIVE, NEGATIVE = "positive", "negative"


_DEAR = ("It is a really expensive soup.", "It is a really overpriced soup.")


@pytest.mark.parametrize(
    ("values", "text", "polarities"),
    [
        (
            row("Fresh soup and nice waiters.", ("soup", POSITIVE, "Fresh"), ("waiters", POSITIVE, "nice")),
            "Stale soup but nice waiters.",
            [NEGATIVE, POSITIVE],
        ),
        (
            row("The soup was stale but the tea was fresh.", ("soup", NEGATIVE, "stale"), ("tea", POSITIVE, "fresh")),
            "The soup was fresh and the tea was fresh.",
            [POSITIVE, POSITIVE],
        ),
        (
            row("The keyboard is not comfortable.", ("keyboard", NEGATIVE, "comfortable")),
            "The keyboard is comfortable.",
            [POSITIVE],
        ),
        (
            row("The soup doesn't taste fresh.", ("soup", NEGATIVE, "fresh")),
            "The soup tastes fresh.",
            [POSITIVE],
        ),
        (row("I recommend the soup.", ("soup", POSITIVE, "recommend")), "I do not recommend the soup.", [NEGATIVE]),
        (row("She loved the soup.", ("soup", POSITIVE, "loved")), "She hated the soup.", [NEGATIVE]),
        (row("It is a really affordable soup.", ("soup", POSITIVE, "affordable")), None, [NEGATIVE]),
        (
            row("The tea and the cake were fresh.", ("tea", POSITIVE, "fresh"), ("cake", POSITIVE, "fresh")),
            "The tea and the cake were stale.",
            [NEGATIVE, NEGATIVE],
        ),
    ],
)
def test_the_target_turns_round(values, text, polarities):
    new = ReverseTarget(target="first").preview_row(values)
    assert new["text"] == text if text else new["text"] in _DEAR
    assert sides(new) == polarities
    assert "DELETE" not in new["text"]


@pytest.mark.parametrize(
    "values",
    [
        row("We ordered soup.", ("soup", "neutral")),
        row("The soup would be fresh.", ("soup", POSITIVE, "fresh")),
        row("The soup is as fresh as the tea.", ("soup", POSITIVE, "fresh")),
        row("The soup is fresh, good and fine.", ("soup", POSITIVE, "fresh")),
        row("I have not had good soup.", ("soup", POSITIVE, "good")),
        row("The soup is okay.", ("soup", NEGATIVE, "okay")),
        # what else is said holds on to the old judgment
        row("The soup is good because the cook tastes it.", ("soup", POSITIVE, "good")),
        row("The soup is good and a welcome escape.", ("soup", POSITIVE, "good")),
        row("The soup is good and we have stayed for hours.", ("soup", POSITIVE, "good")),
        row("Good soup, try it.", ("soup", POSITIVE, "Good")),
        # what the word says depends on the thing, on a degree, or is not said of the aspect
        row("It is a light soup.", ("soup", POSITIVE, "light")),
        row("The soup is almost good.", ("soup", POSITIVE, "good")),
        row("The soup is a bit bad.", ("soup", NEGATIVE, "bad")),
        row("The cook does not seem that good.", ("cook", NEGATIVE, "good")),
        row("The soup is not a good starter or a good meal.", ("soup", NEGATIVE, "good")),
        row("We sat in a nice room with soup.", ("soup", POSITIVE, "nice")),
        # another aspect is judged by words that are not known
        row("The soup is good and so is the tea.", ("soup", POSITIVE, "good"), ("tea", POSITIVE)),
        # three judgments of which the middle one would differ
        row(
            "The tea is good, the soup is bad and the cake is good.",
            ("tea", POSITIVE, "good"),
            ("soup", NEGATIVE, "bad"),
            ("cake", POSITIVE, "good"),
        ),
        row(
            "Nothing.",
        ),
    ],
)
def test_what_cannot_turn_round_is_refused(values):
    with pytest.raises(NotApplicable):
        ReverseTarget(target="first").preview_row(values)


def test_other_aspects_turn_round_or_are_said_more_strongly():
    values = row(
        "The soup is fresh, the cook is friendly and the room is noisy.",
        ("soup", POSITIVE, "fresh"),
        ("cook", POSITIVE, "friendly"),
        ("room", NEGATIVE, "noisy"),
    )
    new = ReverseNonTarget(target="first").preview_row(values)
    assert sides(new) == [POSITIVE, NEGATIVE, NEGATIVE]
    assert "The soup is fresh, but the cook is" in new["text"]
    assert any(f" {adverb} noisy" in new["text"] for adverb in ("very", "extremely", "really"))


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (
            row("Good tea, good soup.", ("tea", POSITIVE, "Good"), ("soup", POSITIVE, "good")),
            ("Bad tea, but good soup.", "Poor tea, but good soup."),
        ),
        (row("The fan works great.", ("fan", POSITIVE, "great")), ("The fan works badly.",)),
        (row("The best soup in town!", ("soup", POSITIVE, "best")), ("The worst soup in town!",)),
    ],
)
def test_joins_and_adverbs_fit(values, texts):
    new = ReverseTarget(target="first").preview_row(values)
    assert new["text"] in texts


def test_one_aspect_has_no_others():
    with pytest.raises(NotApplicable, match="no other aspect"):
        ReverseNonTarget().preview_row(row("Fresh soup.", ("soup", POSITIVE, "Fresh")))


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("The soup is fresh.", ", but "),
        ("The soup is fresh!", "! However, "),
        ("The soup is fresh, but hot.", ". However, "),
        ("The soup is fresh", ", but "),
    ],
)
def test_clauses_are_appended_with_the_right_marks(text, ending):
    values = row(text, ("soup", POSITIVE, "fresh"))
    new = AddDifference().preview_row(values)
    base = text.rstrip(".!")
    assert new["text"].startswith(base + ending)
    assert new["text"].endswith(".") == (text != base)
    assert new["aspects"] == values["aspects"]
    assert "soup " not in new["text"][len(text) :]


def test_the_tense_follows_the_text():
    new = AddDifference(domain="laptops", count=3).preview_row(row("The fan was loud.", ("fan", NEGATIVE, "loud")))
    assert "[" not in new["text"]
    assert " is " not in new["text"]
    assert "fan" not in new["text"][len("The fan was loud") :]


def test_an_unknown_domain_is_refused():
    with pytest.raises(NotApplicable, match="neither on restaurants nor on laptops"):
        AddDifference().preview_row(row("The sky is blue.", ("sky", POSITIVE)))


def test_clauses_of_a_file(tmp_path):
    path = str(tmp_path / "clauses.json")
    AspectClauses([AspectClause("the sea was cold", NEGATIVE, frozenset({"sea"}))]).save(path)
    one = AddDifference(clauses=path)
    assert one.preview_row(row("The sky is blue.", ("sky", POSITIVE)))["text"].endswith(", but the sea was cold.")
    with pytest.raises(NotApplicable, match="no clause"):
        one.preview_row(row("The sea is blue.", ("sea", POSITIVE)))
    before = pickle.dumps(one)
    assert pickle.loads(before) == one
    AspectClauses([AspectClause("the sea was deep", NEGATIVE, frozenset({"sea"}))]).save(path)
    assert pickle.dumps(one) != before


@pytest.mark.parametrize("content", ["{", "[]", '{"aspect_clauses": []}', '{"aspect_clauses": [{"text": "x"}]}'])
def test_a_broken_file_is_refused(tmp_path, content):
    path = tmp_path / "clauses.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataFileError, match=r"clauses\.json"):
        AddDifference(clauses=str(path))


def test_only_aspects_have_clauses():
    from datasets import Dataset

    data = Dataset.from_dict({"text": ["fine"], "label": [1]})
    with pytest.raises(hr.RobustError, match="aspect clauses are mined for"):
        hr.mine_aspect_clauses(data, hr.task("sentiment-classification"))


@pytest.mark.parametrize(
    ("cls", "params"),
    [
        (AddDifference, {"count": 4}),
        (AddDifference, {"count": 0}),
        (AddDifference, {"domain": "hotels"}),
        (AddDifference, {"clauses": ""}),
        (AddDifference, {"target": "last"}),
        (ReverseTarget, {"target": "last"}),
        (ReverseNonTarget, {"target": None}),
    ],
)
def test_wrong_parameters_are_refused_by_name(cls, params):
    with pytest.raises(hr.RobustError, match=next(iter(params))):
        cls(**params)
