"""Aspects whose judgments turn round, and texts that go on about other aspects."""

import pickle

import pytest

import hf_robust as hr
from hf_robust.core.errors import DataFileError, NotApplicable
from hf_robust.language.aspect_clauses import DOMAINS, AspectClause, AspectClauses, known_clauses
from hf_robust.language.english.sentiment_words import opposites_of
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
        (row("She appreciated the soup.", ("soup", POSITIVE, "appreciated")), "She disliked the soup.", [NEGATIVE]),
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
        row("I have not had good soup.", ("soup", POSITIVE, "good")),
        row("The soup is okay.", ("soup", NEGATIVE, "okay")),
        # what the word says depends on a degree
        row("The soup is almost good.", ("soup", POSITIVE, "good")),
        row("The cook does not seem that good.", ("cook", NEGATIVE, "good")),
        row("The soup is not a good starter or a good meal.", ("soup", NEGATIVE, "good")),
        # another aspect is judged by words that are not known
        row("The soup is good and so is the tea.", ("soup", POSITIVE, "good"), ("tea", POSITIVE)),
        row(
            "Nothing.",
        ),
    ],
)
def test_what_cannot_turn_round_is_refused(values):
    with pytest.raises(NotApplicable):
        ReverseTarget(target="first", statements=False).preview_row(values)


DENIED = [
    (row("The battery is completely shot.", ("battery", NEGATIVE)), "the battery is completely shot"),
    (row("The keyboard is top notch.", ("keyboard", POSITIVE, "top notch")), "the keyboard is top notch"),
    (row("Get the soup of the day.", ("soup", POSITIVE)), " to get the soup of the day."),
    (row("Right size for a bag.", ("size", POSITIVE, "Right")), '"Right size for a bag", but'),
    (row("The cook tastes it because the soup is fresh.", ("cook", POSITIVE)), "the cook tastes it because the"),
]


@pytest.mark.parametrize(("values", "kept"), DENIED)
def test_a_statement_without_opposites_is_denied_as_a_whole(values, kept):
    new = ReverseTarget().preview_row(values)
    assert kept in new["text"]
    assert not new["text"].startswith(values["text"][:4])
    assert sides(new) != [one["polarity"] for one in values["aspects"]]
    with pytest.raises(NotApplicable):
        ReverseTarget(statements=False).preview_row(values)


@pytest.mark.parametrize(
    "values",
    [
        row("If the soup hits the spot, we stay.", ("soup", POSITIVE)),  # what holds under a condition
        row("Although it hits the spot, the tea is stale.", ("tea", POSITIVE)),  # another judgment stands in it
        row("The staff said that the soup hits the spot.", ("soup", POSITIVE)),  # somebody else says so
        row("We were looking for a soup that hits the spot.", ("soup", POSITIVE)),
        row("Does the soup hit the spot?", ("soup", POSITIVE)),
    ],
)
def test_what_is_not_stated_is_not_denied(values):
    with pytest.raises(NotApplicable):
        ReverseTarget().preview_row(values)


@pytest.mark.parametrize(
    "text",
    [
        "The soup is fresh because the cook tastes it.",
        "The soup is fresh and we have stayed for hours.",
        "The soup is fresh, so come here.",
        "The soup is fresh and the tea is even better.",
        "The soup is fresh and works like a charm.",
        "We stayed because the soup is fresh.",
    ],
)
def test_what_holds_on_to_the_old_judgment_is_left_out(text):
    new = ReverseTarget().preview_row(row(text, ("soup", POSITIVE, "fresh")))
    assert new["text"] == "The soup is stale."
    (aspect,) = new["aspects"]
    assert new["text"][aspect["start"] : aspect["end"]] == "soup"


def test_nothing_is_left_out_that_another_label_may_rest_on():
    values = row("The soup is fresh because the cook tastes it.", ("soup", POSITIVE, "fresh"), ("cook", POSITIVE))
    with pytest.raises(NotApplicable, match="'because' ties"):
        ReverseTarget(statements=False).preview_row(values)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (row("Although the soup is fresh, it is not cheap.", ("soup", POSITIVE, "fresh")), "no longer hold"),
        (row("I eat there when the soup is fresh.", ("soup", POSITIVE, "fresh")), "condition"),
        (row("I love the fact that it has soup.", ("soup", POSITIVE, "love")), "clause tells"),
        (row("The soup is above average.", ("soup", NEGATIVE, "average")), "set phrase"),
        (row("The soup is good, but not great.", ("soup", POSITIVE, "good")), "'but' ties"),
        (row("My only problem is the bad soup.", ("soup", NEGATIVE, "bad")), "'only' ties"),
        (
            row("Happy with the soup and the tasty tea.", ("soup", POSITIVE, "Happy"), ("tea", POSITIVE, "tasty")),
            "another aspect",
        ),
    ],
)
def test_an_opinion_that_the_rest_contradicts_stays(values, reason):
    with pytest.raises(NotApplicable, match=reason):
        ReverseTarget(target="first", statements=False).preview_row(values)


@pytest.mark.parametrize(
    ("text", "opinion", "new", "said"),
    [
        ("The food was not fresh.", "not fresh", "The food was fresh.", "fresh"),
        ("The food did not work.", "not work", "The food worked.", "worked"),
    ],
)
def test_a_negation_that_begins_an_opinion_goes(text, opinion, new, said):
    found = ReverseTarget().preview_row(row(text, ("food", NEGATIVE, opinion)))
    assert (found["text"], found["aspects"][0]["opinions"][0]["text"], sides(found)) == (new, said, [POSITIVE])


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
            tuple(f"{word.capitalize()} tea, but good soup." for word in opposites_of(POSITIVE, "adjectives")["good"]),
        ),
        (row("The fan works great.", ("fan", POSITIVE, "great")), ("The fan works badly.",)),
        (
            row("The best soup in town!", ("soup", POSITIVE, "best")),
            tuple(f"The {word} soup in town!" for word in opposites_of(POSITIVE, "adjectives")["best"]),
        ),
    ],
)
def test_joins_and_adverbs_fit(values, texts):
    new = ReverseTarget(target="first").preview_row(values)
    assert new["text"] in texts


def test_one_aspect_has_no_others():
    with pytest.raises(NotApplicable, match="no other aspect"):
        ReverseNonTarget(statements=False).preview_row(row("Fresh soup.", ("soup", POSITIVE, "Fresh")))


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


def _said(clauses):
    return {clause.text.split("[")[0] for clause in clauses.clauses}


@pytest.mark.parametrize(
    ("text", "term", "domain"),
    [
        ("The pizza is good.", "pizza", "restaurants"),
        ("The touchpad is good.", "touchpad", "laptops"),
        ("The hotel was good.", "hotel", "hotels"),
        ("The sky is good.", "sky", "general"),
        ("The service is good.", "service", "general"),
    ],
)
def test_the_clauses_are_of_the_domain_of_the_text(text, term, domain):
    for seed in range(8):
        new = AddDifference(count=1).preview_row(row(text, (term, POSITIVE)), seed=seed)["text"]
        said = new[len(text) :].removeprefix(", but ").lstrip(" ,")
        assert any(f", but {one}" in new for one in _said(known_clauses(domain))), (domain, said)


def test_no_clause_says_what_another_one_says():
    values = row("The sky is good.", ("sky", POSITIVE))
    for seed in range(20):
        words = (
            AddDifference(count=3).preview_row(values, seed=seed)["text"].rstrip(".").replace(" and", ",").split(", ")
        )
        ends = [one.split()[-1] for one in words]
        assert len(set(ends)) == len(ends)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_domain_has_clauses_for_both_sides(domain):
    clauses = known_clauses(domain).clauses
    for side in (POSITIVE, NEGATIVE):
        assert sum(clause.polarity == side for clause in clauses) >= 50
    assert len({clause.text for clause in clauses}) == len(clauses)


@pytest.mark.parametrize(
    ("values", "text", "polarities"),
    [
        # other words that speak for the old polarity turn round as well
        (
            row("The soup is fresh and the cook is a delight.", ("soup", POSITIVE, "fresh")),
            "The soup is stale and the cook is a disappointment.",
            [NEGATIVE],
        ),
        (
            row("The laptop is fast and I recommend it.", ("laptop", POSITIVE)),
            "The laptop is slow and I do not recommend it.",
            [NEGATIVE],
        ),
        (
            row("Unfortunately, the soup was cold.", ("soup", NEGATIVE)),
            "Fortunately, the soup was warm.",
            [POSITIVE],
        ),
        # degrees and amounts
        (row("The soup was too salty.", ("soup", NEGATIVE)), "The soup was not too salty.", [POSITIVE]),
        (row("The service is a bit slow.", ("service", NEGATIVE)), None, [POSITIVE]),
        (row("I had many problems with the fan.", ("fan", NEGATIVE)), "I had no problems with the fan.", [POSITIVE]),
        # urging
        (row("Try the soup!", ("soup", POSITIVE, "Try")), None, [NEGATIVE]),
        # no word of opinion is known: the predicate is negated, or its negation is removed
        (row("It comes with iPhoto.", ("iPhoto", POSITIVE)), "It does not come with iPhoto.", [NEGATIVE]),
        (row("It does not have bluetooth.", ("bluetooth", NEGATIVE)), "It has bluetooth.", [POSITIVE]),
    ],
)
def test_all_that_is_said_for_the_old_polarity_turns_round(values, text, polarities):
    new = ReverseTarget(target="first").preview_row(values)
    assert new["text"] == text if text else new["text"] != values["text"]
    assert sides(new) == polarities


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (row("We ordered soup.", ("soup", NEGATIVE)), "no words of opinion"),
        (row("Is the soup good?", ("soup", POSITIVE, "good")), "question"),
        (row("The soup is good and so is the tea.", ("soup", POSITIVE, "good"), ("tea", POSITIVE)), "ties"),
        (row("The soup could be good.", ("soup", POSITIVE, "good")), "supposed"),
        (row("I ate at Best Buy.", ("Buy", POSITIVE, "Best")), "name"),
        (
            row("Good tea and soup.", ("tea", POSITIVE, "Good"), ("soup", NEGATIVE, "Good")),
            "judge another aspect",
        ),
    ],
)
def test_a_refusal_says_why(values, reason):
    with pytest.raises(NotApplicable, match=reason):
        ReverseTarget(target="first", statements=False).preview_row(values)


def test_an_aspect_that_shares_the_words_of_all_others_is_no_candidate():
    values = row("Good tea and soup.", ("tea", POSITIVE, "Good"), ("soup", POSITIVE, "Good"))
    with pytest.raises(NotApplicable, match="^the row has no other aspect"):
        ReverseNonTarget(statements=False).preview_row(values)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (
            row(
                "They have great plates, including fresh fish.",
                ("plates", POSITIVE, "great"),
                ("fish", POSITIVE, "fresh"),
            ),
            "part of an example",
        ),
        (
            row(
                "They have great plates, such as fresh fish.",
                ("plates", POSITIVE, "great"),
                ("fish", POSITIVE, "fresh"),
            ),
            "example|compared",
        ),
        (
            row(
                "It has a great menu (the soup is really tasty).",
                ("menu", POSITIVE, "great"),
                ("soup", POSITIVE, "tasty"),
            ),
            "part of an example",
        ),
        (
            row(
                "It has great food (the soup is really tasty).",
                ("food", POSITIVE, "great"),
                ("soup", POSITIVE, "tasty"),
            ),
            "part of an example",
        ),
        (row("It keeps us happy with its great battery.", ("battery", POSITIVE, "great")), "because of"),
        (row("The mouse is easy easy easy.", ("mouse", POSITIVE, "easy")), "is repeated"),
        (row("I love how it runs its amazing.", ("runs", POSITIVE, "amazing")), "'its' has no noun"),
        (row("The support is horrible which is a con.", ("support", NEGATIVE, "horrible")), "is a con"),
        (row("The keyboard is ridiculously small.", ("keyboard", NEGATIVE, "small")), "said of no praise"),
        (row("The nice bag was good but great.", ("bag", POSITIVE, "nice")), "'but' would join"),
        (row("I wanted a bag that is easy to carry.", ("bag", POSITIVE, "easy")), "wished for"),
        (
            row("It has plates that are affordable and just as yummy.", ("plates", POSITIVE, "affordable")),
            "target as well",
        ),
    ],
)
def test_an_opinion_on_which_the_sentence_builds_stays(values, reason):
    with pytest.raises(NotApplicable, match=reason):
        ReverseTarget(statements=False).preview_row(values)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (
            row(
                "This is a nice place to take friends to hang out at and the service is excellent.",
                ("place", POSITIVE, "nice"),
                ("service", POSITIVE, "excellent"),
            ),
            " but the service",
        ),
        (
            row("The waiters (from Rome) are friendly.", ("waiters", POSITIVE, "friendly")),
            "The waiters (from Rome) are ",
        ),
        (
            row(
                "As with any laptop without bad software, it has many useless programs.",
                ("software", NEGATIVE, "bad"),
                ("programs", NEGATIVE, "useless"),
            ),
            ", it has",
        ),
    ],
)
def test_two_clauses_are_joined_as_their_judgments_are(values, text):
    place = len(values["aspects"]) - 1
    new = next(
        one
        for one in (ReverseTarget().preview_row(values, seed=n) for n in range(20))
        if sides(one)[place] != values["aspects"][place]["polarity"]
    )
    assert text in new["text"]


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
        (AddDifference, {"domain": "films"}),
        (AddDifference, {"clauses": ""}),
        (AddDifference, {"target": "last"}),
        (ReverseTarget, {"target": "last"}),
        (ReverseNonTarget, {"target": None}),
    ],
)
def test_wrong_parameters_are_refused_by_name(cls, params):
    with pytest.raises(hr.RobustError, match=next(iter(params))):
        cls(**params)
