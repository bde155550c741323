"""What spaCy found in texts, as values of the annotation column: whole arrays, not token by token."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.language.annotation_column import annotation_type

if TYPE_CHECKING:
    import pyarrow as pa
    from spacy.tokens import Doc as SpacyDoc

_WORDS = {"token": "ORTH", "pos": "POS", "tag": "TAG", "lemma": "LEMMA", "dep": "DEP", "ent_label": "ENT_TYPE"}
_NUMBERS = ("IDX", "LENGTH", "IS_SPACE", "HEAD", "SENT_START", "ENT_IOB")
_INSIDE, _BEGINS = 1, 3  # spaCy's numbers for I and B


def annotation_array(docs: Sequence["SpacyDoc"], needs: Collection[str]) -> "pa.StructArray":
    """Values of the annotation column, one for each document; tokens of white space are left out.

    Args:
        docs: Documents of one vocabulary; one at least.
        needs: The layers that are taken from them.
    """
    import pyarrow as pa

    tokens = _Tokens(docs)
    tagged = {"pos", "lemma"} & set(needs)
    layers = {
        **dict.fromkeys(("start", "end", "token"), True),
        **dict.fromkeys(("pos", "tag"), bool(tagged)),
        "lemma": "lemma" in needs,
        **dict.fromkeys(("dep", "head", "sent"), "dep" in needs),
        **dict.fromkeys(("ent_start", "ent_end", "ent_label"), "ent" in needs),
    }
    fields = list(annotation_type())
    empty = pa.array([0] * (len(docs) + 1), pa.int32())
    lists = []
    for field in fields[1:]:
        kind = field.type.value_type
        offsets = tokens.offsets(field.name) if layers[field.name] else empty
        values = tokens.values(field.name) if layers[field.name] else pa.array([], kind)
        lists.append(pa.ListArray.from_arrays(offsets, values.cast(kind)))
    asked = pa.repeat(pa.scalar(",".join(sorted(needs))), len(docs))
    return pa.StructArray.from_arrays([asked, *lists], fields=fields)


class _Tokens:
    """The tokens of several documents, one after the other."""

    def __init__(self, docs: Sequence["SpacyDoc"]):
        names = [*_NUMBERS, *_WORDS.values()]
        table = np.concatenate([doc.to_array(names) for doc in docs])
        self._strings = docs[0].vocab.strings
        self._read = dict(zip(names, table.T))
        self._bounds = np.cumsum([0, *map(len, docs)])
        self._solid = self._read["IS_SPACE"] == 0
        iob = self._read["ENT_IOB"]
        inside = iob == _INSIDE
        self._begins = (iob == _BEGINS) & (self._read["ENT_TYPE"] != 0)
        self._ends = (self._begins | inside) & ~np.append(inside[1:], False)

    def offsets(self, name: str) -> "pa.Array":
        """Where the list of each document begins and ends."""
        import pyarrow as pa

        return pa.array(
            self._before(self._begins if name.startswith("ent_") else self._solid)[self._bounds], pa.int32()
        )

    def values(self, name: str) -> "pa.Array":
        """The lists of all documents, joined."""
        import pyarrow as pa

        if name in _WORDS:
            return self._words(self._read[_WORDS[name]][self._begins if name == "ent_label" else self._solid])
        found = {
            "start": lambda: self._read["IDX"][self._solid],
            "end": lambda: self._stop()[self._solid],
            "head": self._heads,
            "sent": self._sentences,
            "ent_start": lambda: self._read["IDX"][self._begins],
            "ent_end": lambda: self._stop()[self._ends],
        }[name]()
        return pa.array(found.astype(np.int32))

    def _words(self, keys: np.ndarray) -> "pa.Array":
        import pyarrow as pa

        different, places = np.unique(keys, return_inverse=True)
        return pa.array([self._strings[key] for key in different.tolist()], pa.string()).take(pa.array(places))

    def _stop(self) -> np.ndarray:
        return self._read["IDX"] + self._read["LENGTH"]

    def _heads(self) -> np.ndarray:
        """Number of the head of each token in its document; a token below white space is its own."""
        places = self._before(self._solid)
        rows = np.flatnonzero(self._solid)
        heads = rows + self._read["HEAD"][rows].astype(np.int64)
        numbers = np.where(self._solid[heads], places[heads], places[rows])
        return numbers - self._first(rows, places)

    def _sentences(self) -> np.ndarray:
        """Number of the sentence of each token in its document."""
        rows = np.flatnonzero(self._solid)
        places = self._before(self._solid)
        starts = (self._read["SENT_START"][rows] == 1) | (places[rows] == self._first(rows, places))
        sentences = np.cumsum(starts) - 1
        return sentences - sentences[self._first(rows, places)]

    def _first(self, rows: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Of tokens, how many stand before their document."""
        return places[self._bounds[np.searchsorted(self._bounds, rows, "right") - 1]]

    @staticmethod
    def _before(chosen: np.ndarray) -> np.ndarray:
        """How many of those chosen stand before each token, and before the end."""
        return np.concatenate([[0], np.cumsum(chosen)])
