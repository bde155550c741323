"""Guards of tags and of answers to questions: models that need not read are named, sound ones are not."""

from dataclasses import replace
from hashlib import blake2b

import pytest
from datasets import Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.evaluation.answer_guards import moved_answers
from hf_robust.scoring import SEQEVAL_F1, SQUAD_F1

PEOPLE = ("Anna", "Boris", "Clara", "David", "Elena")
CITIES = ("Paris", "Berlin", "Madrid", "Vienna", "Oslo")
THINGS = ("a letter", "the report", "some flowers", "an old map", "two books")


def number(text, many):
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") % many


def sentences():
    for at in range(40):
        yield PEOPLE[at % 5], THINGS[at // 5 % 5], CITIES[at // 3 % 5], ("yesterday", "today")[at % 2]


def entities():
    rows = []
    for person, thing, city, day in sentences():
        tokens = [person, "sent", *thing.split(), "from", city, day, "."]
        tags = ["B-PER" if one == person else "B-LOC" if one == city else "O" for one in tokens]
        rows.append({"tokens": tokens, "ner_tags": tags})
    return Dataset.from_list(rows)


def parts_of_speech():
    kinds = {"sent": "VERB", "from": "ADP", ".": "PUNCT", "a": "DET", "the": "DET", "an": "DET", "some": "DET"}
    rows = [
        {"tokens": one["tokens"], "pos_tags": [kinds.get(token, "NOUN") for token in one["tokens"]]}
        for one in entities()
    ]
    return Dataset.from_list(rows)


def questions(without=()):
    rows = []
    for at, (person, thing, city, day) in enumerate(sentences()):
        context = f"It was {day}. {person} sent {thing} from {city}. Nobody in {CITIES[at % 4]} knew number {at}."
        answer = {"text": [city], "answer_start": [context.index(city)]}
        none = {"text": [], "answer_start": []}
        rows.append({"question": "Where from?", "context": context, "answers": none if at in without else answer})
    answers = {"text": List(Value("string")), "answer_start": List(Value("int32"))}
    features = Features({"question": Value("string"), "context": Value("string"), "answers": answers})
    return Dataset.from_list(rows, features=features)


def suite_of(task, data):
    return hr.Suite.build(data, task, ["keyboard", "word-case"])


@pytest.fixture(scope="module")
def suites():
    return {
        "entities": suite_of("named-entity-recognition", entities()),
        "tags": suite_of("part-of-speech", parts_of_speech()),
        "answers": suite_of("extractive-qa", questions()),
        "some answers": suite_of("extractive-qa", questions(without=range(0, 40, 2))),
    }


def city_of(row):
    words = row["context"].replace(".", " ").split()
    return words[words.index("from") + 1] if "from" in words else words[0]


MODELS = {
    ("entities", "O"): lambda row: ["O"] * len(row["tokens"]),
    ("entities", "random"): lambda row: [
        ("O", "B-PER", "B-LOC")[number(f"{row['tokens']} {at}", 3)] for at in range(len(row["tokens"]))
    ],
    ("entities", "sound"): lambda row: [
        "B-PER" if one in PEOPLE else "B-LOC" if one in CITIES else "O" for one in row["tokens"]
    ],
    ("tags", "one tag"): lambda row: ["NOUN"] * len(row["tokens"]),
    ("tags", "random"): lambda row: [("NOUN", "VERB", "DET", "ADP")[number(one, 4)] for one in row["tokens"]],
    ("tags", "sound"): lambda row: [
        {"sent": "VERB", "from": "ADP", ".": "PUNCT"}.get(one, "DET" if len(one) < 4 else "NOUN")
        for one in row["tokens"]
    ],
    ("answers", "constant"): lambda row: "Paris",
    ("answers", "nothing"): lambda row: "",
    ("answers", "first sentence"): lambda row: row["context"].split(".")[0] + ".",
    ("answers", "first sentence, other words"): lambda row: row["context"].partition(".")[0],
    ("answers", "random word"): lambda row: row["context"].split()[number(row["context"], 5)],
    ("answers", "sound"): city_of,
    ("some answers", "nothing"): lambda row: "",
    ("some answers", "sound"): lambda row: city_of(row) if int(row["context"].split()[-1].strip(".")) % 2 else "",
}
EXPECTED = {
    ("entities", "O"): {"constant-predictions", "not-above-majority"},
    ("entities", "random"): {"no-skill"},
    ("tags", "one tag"): {"constant-predictions", "not-above-majority"},
    ("tags", "random"): {"not-above-majority"},
    ("answers", "constant"): {"constant-predictions"},
    ("answers", "nothing"): {"constant-predictions", "no-skill"},
    ("answers", "first sentence"): {"answers-by-position", "no-skill"},
    ("answers", "first sentence, other words"): {"answers-by-position", "no-skill"},
    ("answers", "random word"): {"no-skill"},
    ("some answers", "nothing"): {"constant-predictions", "not-above-majority"},
}


def run(suites, name):
    suite, model = suites[name[0]], MODELS[name]
    return hr.run(lambda rows: [model(_row(suite, row)) for row in rows], suite, analysis=False)


def _row(suite, row):
    return {"tokens": row} if "tokens" in suite.task.input_roles and not hasattr(row, "keys") else row


@pytest.mark.parametrize("name", MODELS, ids=" ".join)
def test_models_that_need_not_read_are_named_and_sound_ones_are_not(name, suites):
    report = run(suites, name)
    found = {one["code"] for one in report.record["warnings"]}
    assert found == EXPECTED.get(name, set()), report.record["originals"]
    if name in EXPECTED:
        said = "These scores do not measure robustness.", "The model fails the originals"
        assert report.view.verdict.startswith(said), report.view.verdict


def test_consistency_has_a_kappa_beside_it(suites):
    """A constant model is perfectly consistent and has no kappa; a sound one loses all names in capital letters."""
    constant, sound = (run(suites, ("entities", model)).record["results"] for model in ("O", "sound"))
    assert [(one["consistency"], one["kappa"]) for one in constant] == [(1.0, None)] * 2
    assert [(one["consistency"], one["kappa"]) for one in sound] == [(1.0, 1.0), (0.0, 0.0)]
    assert sound[1]["predicted"]["before"]["B-PER"] == pytest.approx(0.125, abs=0.02)
    assert sound[1]["predicted"]["after"] == {"O": 1.0}
    assert [one["kappa"] for one in run(suites, ("answers", "sound")).record["results"]] == [1.0, 0.0]
    assert [one["kappa"] for one in run(suites, ("answers", "nothing")).record["results"]] == [None, None]


def test_kappa_of_tags_and_answers_computed_by_hand():
    """Three of four tags are equal; both sides have half of each: chance agrees on .5, (.75 - .5) / .5 = .5."""
    tags = moved_answers([["O", "X"], ["O", "X"]], [["O", "X"], ["X", "X"]], SEQEVAL_F1)
    assert tags["kappa"] == pytest.approx((0.75 - 0.5) / 0.5)
    assert tags["predicted"] == {"before": {"O": 0.5, "X": 0.5}, "after": {"X": 0.75, "O": 0.25}}
    longer = moved_answers([["O", "X"], ["O"]], [["O", "X"], ["O", "O"]], SEQEVAL_F1)
    assert longer["kappa"] == 1, "rows with another number of tokens are left out"
    assert moved_answers(["The cat", "a dog"], ["cat", "dog!"], SQUAD_F1) == {"kappa": 1.0}


def test_a_model_of_the_package_without_skill_is_named_once(suites):
    """Its warning says what to name instead."""
    suite = suites["answers"]
    model = hr.as_predictor(lambda rows: [row["context"].split()[0] for row in rows], suite.task)
    model.kind = "embedded"
    report = hr.run(model, suite, analysis=False)
    (found,) = [one for one in report.record["warnings"] if one["code"] == "no-skill"]
    assert "--model" in found["message"]


@pytest.mark.parametrize(("kind", "model"), [("entities", "random"), ("tags", "one tag"), ("answers", "random word")])
def test_a_score_without_skill_says_on_which_rows_it_rests(suites, kind, model):
    info = {**suites[kind].info, "rows": 90}  # some of which no transformation changed
    report = run({kind: replace(suites[kind], info=info)}, (kind, model))
    said = [one["message"] for one in report.record["warnings"] if one["code"] in ("no-skill", "not-above-majority")]
    assert said and all(" before any change on the 40 rows that changed" in one for one in said)
