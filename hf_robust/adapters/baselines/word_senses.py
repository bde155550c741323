"""Word senses by WordNet: the most usual one, or the one whose definition is nearest to the text."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from hf_robust.adapters.base import Prediction, tokens_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.baselines.input_spans import character_stretch, token_stretch
from hf_robust.language.lexicons.wordnet_senses import Sense, senses
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.resources import record_of
from hf_robust.tasks import Task

_POS = {
    "NOUN": "n",
    "PROPN": "n",
    "VERB": "v",
    "AUX": "v",
    "ADJ": "a",
    "ADV": "r",
    "N": "n",
    "V": "v",
    "J": "a",
    "R": "r",
}
_KINDS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_WINDOW = 12  # words to either side that are read
_USUAL = 0.25  # what a sense gains by being the only usual one, beside cosines


class FirstSense(Baseline):
    """The sense that WordNet lists first, whatever the text says."""

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(task, name, **options)
        self.resources = (record_of("wordnet"),)

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """A sense key a row; an empty one for a word that WordNet does not have."""
        known = [senses_of(row) for row in rows]
        return [Prediction(found[0].key if found else "") for found in known]


class GlossSimilarity(Baseline):
    """The sense whose definition and examples are nearest to the text, as a sentence encoder sees them.

    How usual a sense is counts a little: texts are near to many definitions.

    Args:
        name: What it is called.
        encoder: As for :class:`hf_robust.language.models.SentenceEncoder`.
        batch_size: Rows at a time.

    Source: the idea is that of Lesk (1986) with vectors for words, as in Basile et al. (2014), section 3.
    """

    least_batch: ClassVar[int] = 256

    def __init__(self, task: Task, name: str, *, encoder: str | None = None, batch_size: int = 32):
        super().__init__(task, name, batch_size=batch_size)
        self._encoder = SentenceEncoder(encoder)
        self.resources = (record_of("wordnet"), record_of("sentence-encoder", encoder))
        self._glosses: dict[str, np.ndarray] = {}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """A sense key a row; an empty one for a word that WordNet does not have."""
        known = [senses_of(row) for row in rows]
        open_rows = [place for place, found in enumerate(known) if len(found) > 1]
        vectors = self._vectors(sense for place in open_rows for sense in known[place])
        contexts = [_context(rows[place]) for place in open_rows]
        texts = dict(zip(dict.fromkeys(contexts), self._encoder.encode(list(dict.fromkeys(contexts)))))
        found = [Prediction(own[0].key if own else "") for own in known]
        for place, context in zip(open_rows, contexts):
            own = known[place]
            scores = np.array([vectors[sense.key] @ texts[context] for sense in own]) + _USUAL * _usual(own)
            found[place] = Prediction(own[int(scores.argmax())].key)
        return found

    def _vectors(self, wanted: Any) -> Mapping[str, np.ndarray]:
        missing = {sense.key: _text(sense) for sense in wanted if sense.key not in self._glosses}
        if missing:
            self._glosses.update(zip(missing, self._encoder.encode(list(missing.values()))))
        return self._glosses


def _usual(own: Sequence[Sense]) -> np.ndarray:
    counts = np.array([sense.uses + 0.5 for sense in own])
    return counts / counts.sum()


def _text(sense: Sense) -> str:
    word = sense.key.partition("%")[0].replace("_", " ")
    return f"{word}: {'; '.join((sense.definition, *sense.examples[:1]))}"


def senses_of(row: Mapping[str, Any]) -> tuple[Sense, ...]:
    """The senses of the marked word of a row, the most usual first.

    The lemma is the row's, else the dictionary form of what stands there, by its part of speech where the row has one.

    Args:
        row: ``tokens`` and ``target``; ``lemma`` and ``pos`` where they are known.

    Example:
        >>> row = {"tokens": ["Two", "mice", "ran", "."], "target": [1, 1]}
        >>> senses_of(row)[0].key
        'mouse%1:05:00::'
    """
    pos = _part_of_speech(row.get("pos"))
    written = _target(row)
    for lemma in dict.fromkeys((row.get("lemma") or "", written, *_lemmas(written, pos))):
        found = senses(lemma, pos) if lemma else ()
        if found:
            return found
    return ()


def _target(row: Mapping[str, Any]) -> str:
    tokens = row["tokens"]
    start, end = (character_stretch if isinstance(tokens, str) else token_stretch)(row["target"])
    return tokens[start:end] if isinstance(tokens, str) else "_".join(tokens_of(row)[start:end])


def _context(row: Mapping[str, Any]) -> str:
    tokens = row["tokens"]
    if isinstance(tokens, str):
        return tokens
    start, end = token_stretch(row["target"])
    return " ".join(tokens_of(row)[max(0, start - _WINDOW) : end + _WINDOW])


def _part_of_speech(value: Any) -> str | None:
    name = str(value or "").upper()
    return (
        _POS.get(name)
        or (_POS.get(name[:1]) if name[:2] in ("NN", "VB", "JJ", "RB") else None)
        or (name.lower() if name.lower() in _KINDS else "a" if name == "S" else None)
    )


def _lemmas(word: str, pos: str | None) -> list[str]:
    from hf_robust.language.english.lemminflect_forms import getAllLemmas

    found = getAllLemmas(word, upos=_KINDS[pos]) if pos else getAllLemmas(word)
    return [lemma for lemmas in found.values() for lemma in lemmas]
