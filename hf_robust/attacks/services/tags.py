"""Parts of speech of words where they stand."""

from collections.abc import Hashable, Sequence

from hf_robust.language.spacy_pipelines import read, spacy_doc, spacy_name, spacy_pipeline

_TEXTS = 64
_LAYERS = frozenset({"pos"})


class Tags:
    """Answers the universal part of speech and the Penn tag of the word that begins at a place of a text.

    A request is a text with the number of a character; where no token begins there, the one that stands there answers.

    Args:
        nlp: spaCy pipeline, see :func:`hf_robust.language.spacy_pipelines.spacy_name`.
    """

    def __init__(self, nlp: str | None = None):
        self._pipeline = spacy_pipeline(spacy_name(nlp))

    def buckets(self, requests: Sequence[tuple[str, int]]) -> list[Hashable]:
        """One for all: the layers of spaCy take texts of all lengths together."""
        return [""] * len(requests)

    def capacity(self, bucket: Hashable) -> int:
        """Texts of a full batch."""
        return _TEXTS

    def answer(self, bucket: Hashable, requests: Sequence[tuple[str, int]]) -> list[tuple[str, str]]:
        """Part of speech and tag of each place; both empty where there is no token."""
        texts = list(dict.fromkeys(text for text, _ in requests))
        docs = dict(zip(texts, read(self._pipeline, [spacy_doc(self._pipeline, text) for text in texts], _LAYERS)))
        found = []
        for text, place in requests:
            tokens = [token for token in docs[text] if token.idx <= place < token.idx + len(token.text)]
            found.append((tokens[0].pos_, tokens[0].tag_) if tokens else ("", ""))
        return found
