"""The ratings of people: every figure of the tables, and what is made of them."""

import pytest

from hf_robust.cli.catalog import describe
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.audited_versions import older_versions
from hf_robust.transforms.casing import WordCase
from hf_robust.transforms.human_ratings import confidence, human_score, rated, ratings

ABSA, POS, NLI, QA = (
    "aspect-based-sentiment-analysis",
    "part-of-speech",
    "natural-language-inference",
    "extractive-qa",
)


def stage(name, **params):
    return {"name": name, "params": params}


def test_the_tables_are_whole():
    per_task = {}
    for rating in ratings():
        per_task.setdefault(rating.task, []).append(rating)
        assert all(1 <= value <= 5 for value in rating.plausibility + rating.grammaticality)
    assert {task: len(found) for task, found in per_task.items()} == {
        ABSA: 18,
        POS: 20,
        NLI: 19,
        QA: 15,
        "sentiment-classification": 5,
        "named-entity-recognition": 5,
        "semantic-similarity-classification": 2,
        "relation-extraction": 6,
    }


@pytest.mark.parametrize(
    ("seed_name", "task", "figures"),
    [
        ("InsertAdv", QA, (3.5, 3.41, 3.79, 3.73)),
        ("Ocr", ABSA, (4.12, 4.03, 4.15, 3.12)),
        ("SwapNum", NLI, (3.68, 3.49, 3.47, 3.63)),
        ("SwapNum", "semantic-similarity-classification", (3.14, 3.21, 3.87, 3.86)),
        ("ConcatSent", "named-entity-recognition", (4.14, 3.54, 3.84, 3.81)),
        ("ReverseNeg", POS, (3.64, 3.62, 3.65, 3.82)),
        ("SwapTriplePos-EmployeeSwap", "relation-extraction", (3.39, 3.43, 3.88, 3.86)),
    ],
)
def test_figures_are_those_printed(seed_name, task, figures):
    (rating,) = [r for r in ratings() if (r.seed_name, r.task) == (seed_name, task)]
    assert rating.plausibility + rating.grammaticality == figures


def test_each_name_that_is_registered_is_the_one_with_that_seed_name():
    for rating in ratings():
        if rating.name in transformation_registry.transformations.names():
            cls = transformation_registry.transformations.get(rating.name)
            head, _, variant = rating.seed_name.partition("-")  # SwapEnt-AgeSwap is read as one of SwapTriplePos
            known = head in cls.seed_name or variant == "AgeSwap"
            assert known and (variant[:4] != "Word" or variant in cls.seed_name), (rating.name, cls.seed_name)
            assert set(rating.params) <= set(cls.__dataclass_fields__), rating


def test_confidence_is_what_is_left_above_the_lowest_mark():
    assert confidence((3.0, 3.0), (4.0, 4.0)) == 1.0
    assert confidence((3.0, 1.0), (4.0, 1.0)) == 0.0
    assert confidence((3.0, 2.0), (3.0, 5.0)) == 0.75  # what is above the original does not make up for the other
    assert all(0 <= rating.confidence <= 1 for rating in ratings())


def test_the_task_s_own_figures_come_first():
    own = human_score([stage("keyboard", rate=0.2)], NLI)
    assert own["own"] and own["tasks"] == [NLI] and own["plausibility"] == [3.68, 3.51]
    other = human_score([stage("keyboard", rate=0.2)], "sentiment-classification")
    assert not other["own"] and other["tasks"] == sorted([ABSA, POS, NLI, QA])
    assert other["plausibility"] == pytest.approx([(3.97 + 3.73 + 3.68 + 3.37) / 4, (4.04 + 3.41 + 3.51 + 3.3) / 4])


def test_a_variant_has_its_own_figures_or_none():
    title = human_score([stage("word-case", **WordCase(case="title").params)], POS)
    assert title["seed_names"] == ["WordCase-title"] and title["plausibility"] == [3.67, 3.6]
    assert human_score([stage("word-case", **WordCase(case="random").params)], POS) is None
    assert human_score([stage("punctuation", mode="remove")], POS) is None
    assert len(rated("word-case")) == 12


def test_variants_that_no_parameter_tells_apart_are_averaged():
    score = human_score([stage("add-summary")], "sentiment-classification")
    assert score["seed_names"] == ["AddSum-Movie", "AddSum-Person"] and score["plausibility"] == [3.325, 3.33]


def test_a_chain_is_as_good_as_its_worst_stage():
    ocr, keyboard = (human_score([stage(name)], ABSA) for name in ("ocr", "keyboard"))
    chain = human_score([stage("keyboard"), stage("ocr")], ABSA)
    assert chain == min(ocr, keyboard, key=lambda score: score["confidence"]) == ocr
    assert human_score([stage("keyboard"), stage("homoglyph")], ABSA) is None
    assert human_score([], ABSA) is None


def test_what_bears_the_name_for_another_language_is_not_rated():
    assert human_score([stage("synonym")], "sentiment-classification") is not None
    assert human_score([stage("synonym")], "sentiment-classification", "zh") is None
    assert "Human ratings, 1 to 5" in describe(transformation_registry.transformations.get("synonym"))
    assert "Human ratings: none published" in describe(transformation_registry.transformations.get("synonym", "zh"))
    assert "\nAudits: none" in describe(transformation_registry.transformations.get("synonym", "zh"))
    assert older_versions([{"name": "synonym", "version": "zh.1", "params": {}}]) == []
