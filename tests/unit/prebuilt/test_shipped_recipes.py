"""The recipes that come with the package: what they say of sources, licenses and limits."""

import os
from pathlib import Path

import pytest

from hf_robust.prebuilt.build_recipe import build_recipe
from hf_robust.prebuilt.recipe_folder import load_recipe, recipe_names

DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", ""))
# the datasets of TextFlint's evaluation
EVALUATED = (
    "ace2005 conll2003 ctb6 imdb mnli mrpc nyt ontonotes-coref ontonotes-ner ptb qqp semeval-07 semeval-13 semeval-15 "
    "semeval14-laptop semeval14-restaurant senseval-2 senseval-3 snli squad squad-2 tacred wsj yelp-polarity"
).split()
# licenses under which texts may be passed on; MultiNLI's mixture is stated as other
FREE = {"apache-2.0", "cc-by-4.0", "cc-by-nc-2.0", "cc-by-sa-4.0"}


def test_each_of_the_24_data_sets_has_a_recipe():
    assert len(EVALUATED) == 24
    assert set(EVALUATED) <= set(recipe_names())


@pytest.mark.parametrize("name", recipe_names())
def test_a_recipe_says_whose_data_it_is_and_what_may_be_done_with_it(name):
    recipe = load_recipe(name)
    assert recipe.citation and recipe.licence.terms
    assert recipe.limits or recipe.name == "demo-reviews"
    assert recipe.licence.publish != "full" or recipe.licence.source in FREE or name == "mnli"


@pytest.mark.parametrize("name", recipe_names())
def test_what_stays_out_has_a_reason_and_nothing_restricted_is_shown(name):
    recipe = load_recipe(name)
    assert all(reason.strip() for reason in recipe.without.values())
    assert recipe.capabilities is None or recipe.licence.publish == "full"


@pytest.mark.parametrize("name", ["ud-chinese-gsdsimp"])
def test_a_recipe_comes_out_as_it_was_measured(name):
    if not (DATA / "ud_chinese_gsdsimp").is_dir():
        pytest.skip("no datasets; HF_ROBUST_TEST_DATA names their folder")
    recipe = load_recipe(name)
    assert recipe.source.expect is not None
    assert build_recipe(recipe, DATA).measured.suites == recipe.source.expect.suites
