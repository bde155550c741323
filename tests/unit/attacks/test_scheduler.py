"""Many searches at once: pooled questions, equal answers whatever runs beside."""

from collections import Counter

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.asking import Ask, Refused
from hf_robust.attacks.constraints.positions import NoWordTwice
from hf_robust.attacks.engine import AttackEngine, AttackPlan
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.recipes.base import Parts
from hf_robust.attacks.scheduler import CROWD, Scheduler
from hf_robust.attacks.searches.differential_evolution import DifferentialEvolution
from hf_robust.attacks.searches.genetic import Genetic, ImprovedGenetic
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.attacks.searches.levy_swarm import LevySwarm
from hf_robust.attacks.searches.swarm import ParticleSwarm
from hf_robust.attacks.searches.word_importance import GreedyWordImportance
from hf_robust.attacks.services.victim import Victim
from hf_robust.core.errors import NotApplicable

TEXTS = [
    f"{first} {second} film of {third}" for first in "ab" for second in "cd" for third in ("e", "f e", "g c a b d")
]
TABLE = {letter: tuple(letter * count for count in (2, 3, 4)) for letter in "abcdefg"}


class Lengths:
    """Answers the length of a word; words of even and odd length fall into different buckets."""

    def __init__(self, room=4):
        self.room = room
        self.batches = []

    def buckets(self, requests):
        return [len(one) % 2 for one in requests]

    def capacity(self, bucket):
        return self.room

    def answer(self, bucket, requests):
        assert all(len(one) % 2 == bucket for one in requests)
        self.batches.append(list(requests))
        return [Refused("no word") if not one else len(one) for one in requests]


def sizes(*words, kind="length"):
    answers = yield Ask(kind, words)
    return answers


def run(searches, width=4, **services):
    scheduler = Scheduler(services, width)
    return dict(scheduler.run(enumerate(searches))), scheduler


def test_each_search_gets_its_answers_and_equal_requests_run_once():
    service = Lengths()
    found, scheduler = run([sizes("a", "bb"), sizes("bb", "a", "bb"), sizes("ccc", "a")], length=service)
    assert found == {0: [1, 2], 1: [2, 1, 2], 2: [3, 1]}
    assert Counter(one for batch in service.batches for one in batch) == {"a": 1, "bb": 1, "ccc": 1}
    load = scheduler.loads["length"]
    assert (load.asked, load.requests, load.batches, load.room) == (7, 3, 2, 8)


def test_an_answer_that_is_known_is_not_computed_again():
    def twice():
        first = yield Ask("length", ["a"])
        second = yield Ask("length", ["a", "bb"])
        return first, second

    service = Lengths()
    found, _ = run([twice()], length=service)
    assert found == {0: ([1], [1, 2])} and service.batches == [["a"], ["bb"]]


def test_two_kinds_do_not_wait_for_each_other():
    def first_then(one, other):
        before = yield Ask(one, ["a"])
        after = yield Ask(other, ["bb"])
        return before + after

    searches = [first_then(*("length", "other") if number % 2 else ("other", "length")) for number in range(9)]
    found, _ = run(searches, 2, length=Lengths(), other=Lengths(64))
    assert found == {number: [1, 2] for number in range(9)}


def test_an_exception_ends_its_own_search_alone():
    def broken():
        yield Ask("length", ["a"])
        raise ValueError("no such row")

    found, _ = run([sizes("a"), broken(), sizes("bb")], length=Lengths())
    assert found[0] == [1] and found[2] == [2]
    assert isinstance(found[1], ValueError)


def test_a_request_that_cannot_be_answered_comes_back_refused():
    found, _ = run([sizes("", "a")], length=Lengths())
    assert isinstance(found[0][0], Refused) and found[0][1] == 1


def test_a_search_without_questions_and_an_empty_question_end():
    def silent():
        return 5
        yield

    found, _ = run([silent(), sizes(), silent()], 1, length=Lengths())
    assert found == {0: 5, 1: [], 2: 5}
    assert run([], length=Lengths())[0] == {}


def test_an_unknown_kind_is_the_caller_s_error():
    with pytest.raises(KeyError):
        run([sizes("a", kind="weight")], length=Lengths())


@pytest.mark.parametrize(("room", "most"), [(1, 2), (1000, 2 * CROWD)])
def test_searches_begin_as_there_is_room_for_them(room, most):
    open_now, counts = set(), []

    def counted(number):
        open_now.add(number)
        counts.append(len(open_now))
        yield Ask("length", ["a" * (number + 1)])
        open_now.remove(number)

    run([counted(number) for number in range(50)], 2, length=Lengths(room))
    assert (len(counts), max(counts)) == (50, most)


def test_batches_are_full_while_there_are_rows_to_begin():
    def chain(number):
        for step in range(6):
            yield Ask("length", [f"{number}-{step}-{place}" for place in range(3)])

    service = Lengths(8)
    ended = Scheduler({"length": service}, 8).run((number, chain(number)) for number in range(200))
    for _ in range(200 - 8 * CROWD):
        next(ended)
    assert sum(map(len, service.batches)) >= 0.9 * 8 * len(service.batches)


def believes(texts):
    """A model of which words count by their letters, and some only together."""
    answers = []
    for text in texts:
        words = text.split()
        low = 0.1 + 0.04 * sum(len(word) * (ord(word[0]) % 5) % 4 for word in words if word[0] in TABLE) / len(words)
        low = 0.8 if {"aaa", "cc"} <= set(words) or {"bbbb", "dd", "e"} <= set(words) else min(low, 0.45)
        answers.append({"label": "pos", "score": 1 - low} if low < 0.5 else {"label": "neg", "score": low})
    return answers


def plan_of(search, moves, budget=None):
    task = hr.task("sentiment-classification", label_names=["neg", "pos"])
    return AttackPlan(
        "test", task, Parts(moves, search, (NoWordTwice(),), Untargeted()), budget, measures_similarity=False
    )


def attacked(texts, plan, width):
    predictor = hr.as_predictor(believes, plan.task)
    rows = Dataset.from_dict({"text": texts, "label": [1] * len(texts)})
    results = AttackEngine(plan, Victim(predictor, plan.task), width).run(rows)
    return {texts[result.index]: repr(result.at(0)) for result in results}


SEARCHES = (
    Greedy(),
    Greedy(beam=3),
    GreedyWordImportance(importance="saliency"),
    GreedyWordImportance(importance="random"),
    Genetic(population=8, generations=3),
    ImprovedGenetic(population=8, generations=3),
    ParticleSwarm(particles=6, iterations=3),
    LevySwarm(particles=6, iterations=3),
    DifferentialEvolution(population=8, generations=3),
)


@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_results_do_not_depend_on_what_runs_beside(search, choices):
    plan = plan_of(search, choices(table=TABLE))
    alone = attacked(TEXTS, plan, 1)
    assert attacked(TEXTS, plan, 4) == alone
    assert attacked(TEXTS[::-1], plan, 32) == alone
    part = attacked(TEXTS[3:5], plan, 32)
    assert part == {text: alone[text] for text in TEXTS[3:5]}


def test_a_budget_does_not_depend_on_what_runs_beside(choices):
    plan = plan_of(Genetic(population=8, generations=3), choices(table=TABLE), budget=15)
    alone = attacked(TEXTS, plan, 1)
    assert attacked(TEXTS[::-1], plan, 32) == alone
    assert any("out_of_budget=True" in result for result in alone.values())


def test_a_row_that_cannot_be_attacked_is_an_error_of_its_own(choices, monkeypatch):
    def of_word(self, attempt, state, unit):
        if "g" in attempt.row.docs["text"].text:
            raise NotApplicable("g is not for us")
        return ()

    moves = choices(table=TABLE)
    monkeypatch.setattr(type(moves), "of_word", of_word)
    found = attacked(TEXTS, plan_of(Greedy(), moves), 4)
    assert all(
        ("status='error', reason='g is not for us'" in result) == ("g" in text) for text, result in found.items()
    )


def test_a_model_that_returns_nan_is_an_error_of_the_row(choices):
    plan = plan_of(Greedy(), choices(table=TABLE))
    victim = Victim(hr.as_predictor(believes, plan.task), plan.task)
    usual = victim._scored
    victim._scored = lambda requests: np.where(
        np.array([["aa" in one[0]] for one in requests]), np.nan, usual(requests)
    )
    rows = Dataset.from_dict({"text": TEXTS, "label": [1] * len(TEXTS)})
    results = AttackEngine(plan, victim).run(rows)
    assert {result.status for result in results if TEXTS[result.index].startswith("a")} == {"error"}
    assert all("NaN" in result.reason for result in results if result.status == "error")
    assert any(result.status != "error" for result in results)
