"""Small attacks: a table of moves, a plain function as the model, and a driver that needs no scheduler."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import ORIGIN, AttackRow, Move, moved
from hf_robust.core.doc import Doc

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


@dataclass(frozen=True, kw_only=True)
class Choices(PlainMoves):
    """A word becomes one of those that a table has for it.

    Args:
        table: Other words by word.
    """

    table: Mapping[str, tuple[str, ...]] = field(hash=False)

    name = "choices"

    def of_word(self, attempt, state, unit):
        return [moved(state, Move(*unit, new)) for new in self.table.get(attempt.row.word(unit), ())]


def run(asking, **services: Callable):
    """What a generator returns when each question is answered by a function of its kind, one request a call."""
    answers = None
    while True:
        try:
            ask = asking.send(answers)
        except StopIteration as ended:
            return ended.value
        answers = [services[ask.kind](one) for one in ask.requests]


@dataclass
class Trial:
    """One row, attacked with a table of moves.

    Args:
        text: The row.
        table: Other words by word.
        negative: From a text to what the model believes of ``neg``; the gold label is ``pos``.
        constraints: What the attack keeps.
        budget: Queries.
        key: Key of the draws.

    Attributes:
        asked: The texts that the model was asked about, one list a question.
    """

    text: str
    table: Mapping[str, tuple[str, ...]]
    negative: Callable[[str], float]
    constraints: tuple = ()
    budget: int | None = None
    key: int = 7
    asked: list[list[str]] = field(default_factory=list)

    def __post_init__(self):
        row = AttackRow(TASK, {"text": self.text, "label": 1}, {"text": Doc.of_value(self.text)}, "1", "pos", self.key)
        self.attempt = Attempt(row, Untargeted(), Choices(table=self.table), self.constraints, self.budget)

    def victim(self, given):
        self.asked[-1].append(given[0])
        low = self.negative(given[0])
        return np.array([low, 1 - low], np.float32)

    def drive(self, asking, **services):
        """The value of a generator; the victim answers."""

        def counted():
            answers = None
            while True:
                try:
                    ask = asking.send(answers)
                except StopIteration as ended:
                    return ended.value
                if ask.kind == "victim":
                    self.asked.append([])
                answers = yield ask

        return run(counted(), victim=self.victim, **services)

    def search(self, method, **services):
        """The outcome of a search method."""
        (first,) = self.drive(self.attempt.ask([ORIGIN]))
        return self.drive(method.run(self.attempt, first), **services)

    def result(self, outcome):
        """The text of an outcome."""
        return self.attempt.row.text(outcome.state, "text")


@pytest.fixture(scope="session")
def trial():
    """Makes a :class:`Trial`."""
    return Trial


@pytest.fixture(scope="session")
def drive():
    """Runs a generator with one function a kind of question; see :func:`run`."""
    return run


@pytest.fixture(scope="session")
def tagged_attempt():
    """Makes the attack of a row whose text is annotated by hand, as :meth:`Doc.tagged` reads it."""

    def make(tagged: str) -> Attempt:
        doc = Doc.tagged(tagged)
        row = AttackRow(TASK, {"text": doc.text, "label": 1}, {"text": doc}, "1", "pos", 7)
        return Attempt(row, Untargeted(), Choices(table={}))

    return make


@pytest.fixture(scope="session")
def swaps():
    """Makes the state in which words of an attack's text, each found by its first occurrence, are others."""

    def make(attempt: Attempt, **words: str):
        text = attempt.row.docs["text"].text
        places = {old: text.index(old) for old in words}
        return moved(ORIGIN, *(Move("text", places[old], places[old] + len(old), new) for old, new in words.items()))

    return make


@pytest.fixture
def small_space(monkeypatch):
    """A space of four words in place of the word vectors: film, movie and picture near each other, door apart."""
    from hf_robust.attacks.constraints import word_distances
    from hf_robust.attacks.moves import vector_neighbors
    from hf_robust.language.vectors import WordVectors

    space = WordVectors(["film", "movie", "picture", "door"], np.array([[1, 0], [0.9, 0.1], [0.6, 0.6], [0, 1.0]]))
    for module in (word_distances, vector_neighbors):
        monkeypatch.setattr(module, "word_vectors", lambda: space)
    return space


@pytest.fixture(scope="session")
def masked_folder(tmp_path_factory):
    """A tiny masked language model."""
    from tiny_parts import masked_lm_folder

    return masked_lm_folder(tmp_path_factory.mktemp("masked"))


@pytest.fixture(scope="session")
def tiny_classifier():
    """A tiny torch classifier with its tokenizer; its labels are ``neg`` and ``pos``."""
    from tiny_parts import classifier, tokenizer

    return classifier(), tokenizer()


@pytest.fixture(scope="session")
def choices():
    """Makes :class:`Choices`."""
    return Choices
