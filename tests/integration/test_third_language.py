"""A language from outside of the package: a room and classes, as CONTRIBUTING says, and nothing else."""

import re
from dataclasses import dataclass

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import UnknownNameError
from hf_robust.core.languages import Language
from hf_robust.core.registry import languages
from hf_robust.tasks import NER, SENTIMENT
from hf_robust.transforms.base import Transformation, WordTransformation, preserves

TASK = hr.task(SENTIMENT, language="gl")
TEXTS = ["A comida chegou fría despois de 40 minutos.", "¡Que película tan bonita!", "这不是加利西亚语。"]
_KEYS = {"a": "qsz", "e": "wr", "i": "uo", "o": "ip", "n": "bm", "l": "kñ", "c": "xv", "t": "ry"}


def not_galician(text):
    return None if re.search("[A-Za-zñáéíóúü]", text) else "it holds no Latin letter"


@pytest.fixture
def galician(registered):
    """The room and three transformations; gone after the test."""

    @registered
    @dataclass(frozen=True, kw_only=True)
    class GalicianKeyboard(WordTransformation):
        """One letter of a word becomes a neighbor on the Galician keyboard."""

        name, version, level, linguistics = "keyboard", "gl.1", "character", "morphology"
        languages, effects = ("gl",), preserves(SENTIMENT, NER)

        def eligible(self, doc):
            return [(start, end) for start, end in doc.free_words if end - start >= 5]

        def replace(self, doc, start, end, rng):
            word = doc.text[start:end]
            places = [place for place, letter in enumerate(word) if place and letter in _KEYS]
            if not places:
                return None
            place = rng.choice(places)
            return word[:place] + rng.choice(_KEYS[word[place]]) + word[place + 1 :]

    @registered
    @dataclass(frozen=True, kw_only=True)
    class GalicianPunctuation(Transformation):
        """The signs that open a question or an exclamation go."""

        name, version, level, linguistics = "punctuation", "gl.1", "sentence", "morphology"
        languages, effects = ("gl",), preserves(SENTIMENT)

        def edits(self, doc, rng):
            return [Edit(found.start(), found.end(), "") for found in re.finditer("[¿¡]", doc.text)]

    @registered
    @dataclass(frozen=True, kw_only=True)
    class GalicianNumber(WordTransformation):
        """Numbers become others of as many digits."""

        name, version, level, linguistics = "number", "gl.1", "word", "paradigmatic"
        languages, effects = ("gl",), preserves(SENTIMENT)

        def eligible(self, doc):
            return [(start, end) for start, end in doc.free_words if doc.text[start:end].isdecimal()]

        def replace(self, doc, start, end, rng):
            size = end - start
            return str(10 ** (size - 1) + rng.randrange(9 * 10 ** (size - 1)))

    languages.register(Language("gl", "Galician", refuses=not_galician, pipelines=("gl_core_news_sm",)))
    yield
    languages._entries.pop("gl")


def test_three_galician_transformations_make_a_suite(galician):
    data = Dataset.from_dict({"text": TEXTS, "label": ["bad", "good", "good"]})
    suite = hr.Suite.build(data, TASK, ["keyboard", "punctuation", "number"], seed=3)
    assert {name: len(entry) for name, entry in suite.entries.items()} == {"keyboard": 2, "punctuation": 1, "number": 1}
    assert suite.entries["punctuation"].perturbed[0]["text"] == "Que película tan bonita!"
    new = suite.entries["number"].perturbed[0]
    assert re.fullmatch(r"A comida chegou fría despois de [1-9]\d minutos\.", new["text"])
    assert new["robust"]["version"] == "gl.1"
    listed = {row["name"]: row["languages"] for row in hr.transformations(TASK)}
    assert [name for name, spoken in listed.items() if spoken == ["gl"]] == ["keyboard", "number", "punctuation"]
    assert listed["typos"] == ["*"]
    assert suite.task.language == "gl"


def test_rows_in_another_language_say_why_and_spans_hold(galician):
    found = hr.Perturb("keyboard", TASK, keep="all")({"text": TEXTS[2:], "label": ["good"]})
    assert found["robust"][0]["reason"] == "it holds no Latin letter"
    task = hr.task(NER, language="gl")
    row = {"tokens": [["Viven", "en", "Salamanca", "desde", "sempre"]], "ner_tags": [["O", "O", "B-LOC", "O", "O"]]}
    changed = hr.Perturb("keyboard", task)(row)
    assert changed["tokens"][0][2] == "Salamanca" and changed["ner_tags"] == row["ner_tags"]


def test_what_galician_lacks_says_where_it_is(galician):
    with pytest.raises(UnknownNameError, match="'misspelling': it is there for de, en, es, fr, it, pt, not for gl"):
        hr.Perturb("misspelling", TASK)
