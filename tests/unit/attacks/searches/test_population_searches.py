"""Genetic search, swarms and differential evolution, against all that there is to find."""

from itertools import product

import pytest

from hf_robust.attacks.attempt import BudgetSpent
from hf_robust.attacks.constraints.positions import MostWords, NoWordTwice
from hf_robust.attacks.searches.differential_evolution import DifferentialEvolution
from hf_robust.attacks.searches.exhaustive import Exhaustive
from hf_robust.attacks.searches.genetic import Child, Field, Genetic, ImprovedGenetic
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.levy_swarm import LevySwarm
from hf_robust.attacks.searches.populations import PopulationWords
from hf_robust.attacks.searches.swarm import ParticleSwarm

TEXT = "a b c d e"
TABLE = {word: tuple(word + sign for sign in "123") for word in "abcde"}
GAINS = {"a1": 0.05, "b2": 0.04, "c3": 0.03, "a3": -0.05, "d1": 0.01, "e2": 0.02}
PLANTED = {"a1", "b2", "d3"}
SEARCHES = (
    Genetic(population=30, generations=10),
    Genetic(population=30, generations=10, temperature=0.3),
    ImprovedGenetic(population=30, generations=10),
    ParticleSwarm(particles=20, iterations=8),
    LevySwarm(particles=20, iterations=8),
    DifferentialEvolution(generations=40),
    Exhaustive(words=3, batch=16),
)


def planted(text):
    """Single words gain a little; three together reach the goal, one of which gains nothing alone."""
    words = set(text.split())
    return 0.9 if words >= PLANTED else min(0.1 + sum(GAINS.get(word, 0) for word in words), 0.45)


def hopeless(text):
    return min(planted(text), 0.45)


def every_text():
    return [" ".join(words) for words in product(*[(word, *TABLE[word]) for word in TEXT.split()])]


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_finds_the_planted_combination(trial, search):
    attack = trial(TEXT, TABLE, planted, (NoWordTwice(),))
    outcome = attack.search(search)
    assert outcome.reached and set(attack.result(outcome).split()) >= PLANTED


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_ends_near_the_best_where_there_is_nothing_to_reach(trial, search):
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(),))
    outcome = attack.search(search)
    assert not outcome.reached and outcome.score == attack.attempt.best.score
    most = max(map(hopeless, every_text() if not isinstance(search, Exhaustive) else [TEXT, "a1 b2 c3 d e"]))
    assert outcome.score >= round(most, 5) - 0.03


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_asks_nothing_twice_and_repeats_itself_exactly(trial, search):
    one, again = (trial(TEXT, TABLE, hopeless, (NoWordTwice(),)) for _ in range(2))
    first, second = one.search(search), again.search(search)
    texts = [text for question in one.asked for text in question]
    assert len(texts) == len(set(texts)) == one.attempt.queries
    assert (one.asked, first.state) == (again.asked, second.state)


@pytest.mark.parametrize("search", [one for one in SEARCHES if not isinstance(one, Exhaustive)], ids=repr)
def test_draws_depend_on_the_key(trial, search):
    one, other = (trial(TEXT, TABLE, hopeless, (NoWordTwice(),), key=key) for key in (1, 2))
    one.search(search), other.search(search)
    assert one.asked != other.asked


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_every_text_keeps_the_constraints(trial, search):
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(), MostWords(count=2)))
    attack.search(search)
    for question in attack.asked:
        for text in question:
            assert sum(word != was for word, was in zip(text.split(), TEXT.split())) <= 2


@pytest.mark.parametrize("search", [*SEARCHES, Greedy()], ids=repr)
def test_the_budget_is_kept_to_the_query(trial, search):
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(),), budget=20)
    with pytest.raises(BudgetSpent):
        attack.search(search)
    assert attack.attempt.queries == 20


@pytest.mark.parametrize("search", [*SEARCHES, Greedy()], ids=repr)
def test_a_row_without_candidates_is_left_at_once(trial, search):
    attack = trial("x y", TABLE, hopeless)
    assert attack.search(search).state == ()
    assert attack.attempt.queries == 1


def test_a_generation_is_one_question(trial):
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(),))
    attack.search(Genetic(generations=3))
    assert len(attack.asked) <= 1 + 1 + 3
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(),))
    attack.search(ParticleSwarm(iterations=3))
    assert len(attack.asked) <= 1 + 1 + 2 * 3
    attack = trial(TEXT, TABLE, hopeless, (NoWordTwice(),))
    attack.search(DifferentialEvolution(generations=3))
    assert len(attack.asked) <= 1 + 1 + 3


def test_parents_are_drawn_in_favor_of_the_better_ones():
    assert Genetic()._chances([0.1, 0.3]) == [0.1, 0.3]
    assert Genetic()._chances([-0.5, 0.5]) == [0.0, 1.0]
    low, high = Genetic(temperature=0.3)._chances([0.1, 0.4])
    assert high == 1.0 and low == pytest.approx(0.3679, abs=1e-4)


def test_a_word_changes_again_only_as_often_as_improved_genetic_search_allows(trial):
    ladder = {"a": tuple(f"a{step}" for step in range(9))}
    attack = trial("a b", ladder, lambda text: 0.1)
    search = ImprovedGenetic(changes=2)
    assert attack.search(search).state == ()
    unit, rng = attack.attempt.row.words[0], attack.attempt.row.rng(0)
    field = Field(PopulationWords([unit]), {unit: 9})
    chosen = [search._chosen(attack.attempt, Child((), {unit: count}), field, rng) for count in (0, 1, 2)]
    assert chosen == [unit, unit, None]


def test_exhaustive_search_finds_the_fewest_words_and_proves_a_failure(trial):
    attack = trial(TEXT, TABLE, planted)
    assert len(attack.search(Exhaustive(words=5)).state) == 3
    proof = trial(TEXT, TABLE, hopeless)
    proof.search(Exhaustive(words=2, most=None))
    two = [text for text in every_text() if sum(len(word) > 1 for word in text.split()) <= 2]
    assert {text for question in proof.asked for text in question} == set(two)
    bounded = trial(TEXT, TABLE, hopeless)
    bounded.search(Exhaustive(words=5, most=40))
    assert bounded.attempt.queries == 41


def test_exhaustive_search_asks_the_most_promising_first(trial):
    attack = trial(TEXT, TABLE, hopeless)
    attack.search(Exhaustive(words=2, batch=1))
    assert attack.asked[2:4] == [["a1 b2 c d e"], ["a1 b c3 d e"]]


@pytest.mark.parametrize("search", [Genetic(generations=10**6), ParticleSwarm(iterations=10**6)], ids=repr)
def test_a_search_that_has_seen_all_ends_before_its_time(trial, search):
    attack = trial("a b", TABLE, hopeless, (NoWordTwice(),))
    attack.search(search)
    assert attack.attempt.queries <= 16
