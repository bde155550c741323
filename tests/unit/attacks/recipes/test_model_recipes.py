"""Recipes that ask a masked language model or gradients: their parts, and runs of their parts on tiny models."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.constraints.positions import KeepStopWords, MostWords, NoWordTwice
from hf_robust.attacks.constraints.word_fits import FitDrop
from hf_robust.attacks.moves.letter_moves import SwapLetters
from hf_robust.attacks.moves.masked_fills import InsertedFills, MaskedFills, MergedFills, SubwordFills
from hf_robust.attacks.moves.several import Several
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.searches.gradient_beam import GradientBeam
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.word_importance import GreedyWordImportance
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
NAMES = ["bae", "bert-attack", "clare", "a2t", "a2t-mlm", "hotflip"]
FILLS = Several(kinds=(MaskedFills(most=4), InsertedFills(most=4), MergedFills(most=4)))
RUNS = {
    "fills": (FILLS, Greedy(steps=2), ()),
    "subwords": (SubwordFills(whole=4, inner=3, joined=4), GreedyWordImportance(importance="unk"), ()),
    "likely": (MaskedFills(most=9), GreedyWordImportance(importance="gradient"), (FitDrop(most=0.5, window=2),)),
    "flips": (MaskedFills(most=9), GradientBeam(width=3), (MostWords(count=2),)),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_guard_stands_but_in_the_profile_of_textattack(name):
    named = {like: {one.name for one in RECIPES[name].parts(like).constraints} for like in ("paper", "textattack")}
    assert named["paper"] - named["textattack"] == {"meaning", "open-words"}
    assert {"no-word-twice", "stop-words"} <= named["textattack"]


def test_gradients_are_read_by_those_that_say_so():
    assert [name for name in NAMES if RECIPES[name].parts().white_box] == ["a2t", "a2t-mlm", "hotflip"]


@pytest.mark.parametrize("name", ["bae", "clare"])
def test_short_texts_pass_unseen_in_the_profile_of_textattack_alone(name):
    for like in ("paper", "textattack"):
        (near,) = (one for one in RECIPES[name].parts(like).constraints if one.name == "sentence-similarity")
        assert near.window == 15 and near.skips_short == (like == "textattack")


def test_subwords_are_fewer_in_the_profile_of_textattack():
    assert [RECIPES["bert-attack"].parts(like).moves.whole for like in ("paper", "textattack")] == [48, 8]


@pytest.fixture(scope="module")
def rows():
    texts = [
        "the film was goodness and fine",
        "a very dull plot , not good",
        "the actors acting was not bad",
        "the cast",
    ]
    return Dataset.from_dict({"text": texts, "label": ["pos", "neg", "pos", "neg"]})


def attacked(rows, parts, model, width=None):
    moves, search, constraints = parts
    options = {"transformation": moves, "search": search, "constraints": [NoWordTwice(), *constraints]}
    attack = hr.Attack(None, TASK, model[0], tokenizer=model[1], width=width, seed=3, **options)
    return hr.attack(model[0], rows, attack, TASK).results


@pytest.mark.parametrize("name", RUNS)
def test_results_hang_on_no_company(rows, name, tiny_classifier, masked_folder, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", masked_folder)
    many = attacked(rows, RUNS[name], tiny_classifier)
    alone = [attacked(rows.select([place]), RUNS[name], tiny_classifier, width=1)[0] for place in range(len(rows))]
    assert [one.moves for one in many] == [one.moves for one in alone]
    assert [one.queries for one in many] == [one.queries for one in alone]
    assert not any(one.status == "error" for one in many) and any(one.moves for one in many)


@pytest.mark.parametrize("name", ["a2t", "hotflip"])
def test_a_function_has_no_gradients(rows, name):
    def model(texts):
        raise AssertionError("no work before the refusal")

    parts = RECIPES[name].parts()
    attack = hr.Attack(
        None, TASK, model, transformation=SwapLetters(), search=parts.search, constraints=[KeepStopWords()]
    )
    with pytest.raises(UsageError, match="an attack that reads gradients needs a torch model"):
        hr.attack(model, rows, attack, TASK)
