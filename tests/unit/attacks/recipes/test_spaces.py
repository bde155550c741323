"""Thresholds by space and profile."""

import pytest

from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.recipes.spaces import MEASURES, threshold, thresholds
from hf_robust.core.errors import UsageError


def test_each_row_stands_once_and_says_what_it_rests_on():
    keys = [(row.recipe, row.measure) for row in thresholds()]
    assert len(keys) == len(set(keys))
    assert all(row.measure in MEASURES and row.how for row in thresholds())


@pytest.mark.parametrize("variable", ["HF_ROBUST_ENCODER", "HF_ROBUST_VECTORS"])
def test_the_paper_decides_in_the_spaces_that_the_user_names(monkeypatch, variable):
    for name in ("HF_ROBUST_ENCODER", "HF_ROBUST_VECTORS"):
        monkeypatch.delenv(name, raising=False)
    measure = "word-cosine" if variable.endswith("VECTORS") else "sentence-angular"
    row = next(row for row in thresholds() if (row.recipe, row.measure) == ("textfooler", measure))
    assert threshold("textfooler", measure) == row.embedded != row.published
    assert threshold("textfooler", measure, "textattack") == row.published
    monkeypatch.setenv(variable, "embedded")
    assert threshold("textfooler", measure) == row.embedded
    monkeypatch.setenv(variable, "someone/model")
    assert threshold("textfooler", measure) == row.published


def test_an_unknown_threshold_names_those_that_there_are():
    with pytest.raises(UsageError, match="no threshold pwws word-cosine; known: .*textfooler word-cosine"):
        threshold("pwws", "word-cosine")


@pytest.mark.parametrize("name", ["textfooler", "tf-adjusted", "pwws", "kuleshov"])
def test_recipes_guard_the_meaning_but_in_the_profile_of_textattack(name):
    recipe = RECIPES.get(name)
    guarded = {like: [one.name for one in recipe.parts(like).constraints] for like in ("paper", "textattack")}
    assert set(guarded["paper"]) - set(guarded["textattack"]) == {"meaning", "open-words"}
