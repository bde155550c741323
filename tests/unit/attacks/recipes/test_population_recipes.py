"""Recipes that search with a population: their parts, and runs of their moves and constraints on a plain function."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.constraints.word_fits import BestByFit, FitDrop
from hf_robust.attacks.moves.vector_neighbors import VectorNeighbors
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.searches.genetic import Genetic, ImprovedGenetic
from hf_robust.attacks.searches.levy_swarm import LevySwarm
from hf_robust.attacks.searches.swarm import ParticleSwarm

NAMES = ["alzantot", "faster-alzantot", "iga", "pso", "leap"]
TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


@pytest.mark.parametrize("name", NAMES)
def test_the_guard_stands_but_in_the_profile_of_textattack(name):
    named = {like: {one.name for one in RECIPES[name].parts(like).constraints} for like in ("paper", "textattack")}
    assert named["paper"] - named["textattack"] == {"meaning", "open-words"}
    assert "stop-words" in named["textattack"]
    assert ("no-word-twice" in named["textattack"]) == (name not in ("iga", "leap"))


def test_genetic_recipes_have_the_parameters_of_their_papers():
    alzantot, faster, iga = (RECIPES[name].parts() for name in NAMES[:3])
    assert (alzantot.search, faster.search, iga.search) == (Genetic(), Genetic(generations=40), ImprovedGenetic())
    assert (alzantot.search.population, alzantot.search.generations, iga.search.changes) == (60, 20, 5)
    assert [parts.moves.most for parts in (alzantot, faster, iga)] == [8, 8, 50]
    assert BestByFit(most=4) in alzantot.constraints
    assert FitDrop(most=5.0, window=6, compare="original") in faster.constraints
    assert RECIPES["iga"].parts("textattack").search.temperature == 0.3
    assert isinstance(alzantot.moves, VectorNeighbors)


def test_swarms_have_the_parameters_of_their_papers():
    pso, leap = (RECIPES[name].parts() for name in NAMES[3:])
    assert (pso.search, leap.search) == (ParticleSwarm(), LevySwarm())
    assert (pso.search.particles, pso.search.iterations) == (60, 20)
    assert RECIPES["pso"].parts("textattack").search.speed == 3.0
    assert [one.share for one in leap.constraints if one.name == "words-changed"] == [0.16]


def test_a_near_word_is_found_and_no_more_is_changed(small_space):
    def model(texts):
        return [{"label": "neg" if "movie" in text else "pos", "score": 0.8} for text in texts]

    rows = Dataset.from_dict({"text": ["this film has a door and a bit more"], "label": [1]})
    parts = RECIPES["iga"].parts("textattack")
    attack = hr.Attack(
        None, TASK, model, transformation=parts.moves, search=parts.search, constraints=list(parts.constraints)
    )
    (result,) = hr.attack(model, rows, attack, TASK).results
    assert result.status == "successful"
    assert [(move["before"], move["after"]) for move in result.moves] == [("film", "movie")]
