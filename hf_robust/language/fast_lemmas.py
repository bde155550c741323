"""Lemmas from edit trees, computed once for each word and tree, in place of once for each token."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.language.fast_tags import best_labels, by_document, token_vectors

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_KNOWN_PAIRS = 20_000  # of a word and a tree, some 150 bytes each
_NONE = -1  # spaCy's number for no tree


def use_fast_lemmas(nlp: "Language") -> None:
    """Make the edit tree lemmatizers of a pipeline faster. The lemmas stay the same.

    Args:
        nlp: The pipeline.
    """
    from spacy.pipeline.edit_tree_lemmatizer import TOP_K_GUARDRAIL, EditTreeLemmatizer

    for _, pipe in nlp.pipeline:
        # spaCy ranks more guesses than this in another way, which orders ties differently
        if type(pipe) is EditTreeLemmatizer and pipe.top_k <= TOP_K_GUARDRAIL:
            pipe.__class__ = _faster_class()


@cache
def _faster_class() -> type:
    from spacy.pipeline.edit_tree_lemmatizer import EditTreeLemmatizer

    class FastEditTreeLemmatizer(EditTreeLemmatizer):
        """spaCy's lemmatizer with the work for each token done once for each word and tree."""

        def predict(self, docs: "Sequence[Doc]") -> list[np.ndarray]:
            """Return the most probable tree that applies to each token; -1 where none of the first guesses does."""
            docs = list(docs)
            if not any(map(len, docs)):
                return super().predict(docs)
            vectors = token_vectors(self.model, docs)
            trees = np.array(self.cfg["labels"])[best_labels(self.model, vectors)]
            words = np.concatenate([doc.to_array("ORTH") for doc in docs])
            lemmas = self._lemmas().of(words, trees)
            others = np.array([place for place, lemma in enumerate(lemmas) if lemma is None], np.int64)
            if len(others):
                trees[others] = self._next_best(words[others], vectors[others])
            return by_document(trees, docs)

        def _next_best(self, words: np.ndarray, vectors: np.ndarray) -> list[int]:
            """For words to which their most probable tree does not apply, the next one that does."""
            scores = self.model.layers[1].predict(vectors)
            ranked = np.argsort(-scores, kind="stable", axis=1)[:, 1 : self.top_k]
            guesses = np.array(self.cfg["labels"])[ranked]
            lemmas = self._lemmas()
            return [
                next((tree for tree in row.tolist() if lemmas.one(word, tree) is not None), _NONE)
                for word, row in zip(words.tolist(), guesses)
            ]

        def set_annotations(self, docs: "Sequence[Doc]", batch_tree_ids: Sequence[np.ndarray]) -> None:
            """Write the lemmas that the trees make."""
            if not any(map(len, docs)):
                return
            words = np.concatenate([doc.to_array("ORTH") for doc in docs])
            trees = np.concatenate(batch_tree_ids)
            none = trees == _NONE
            made = np.zeros(len(words), np.uint64)
            made[~none] = np.array(self._lemmas().of(words[~none], trees[~none]), np.uint64)
            for doc, lemmas, empty in zip(docs, by_document(made, docs), by_document(none, docs)):
                found = doc.to_array("LEMMA")
                free = np.flatnonzero((found == 0) | self.overwrite)
                found[free] = np.where(empty, found, lemmas)[free]
                if self.backoff is not None:
                    for at in free[empty[free]].tolist():
                        found[at] = getattr(doc[at], self.backoff)
                doc.from_array(["LEMMA"], found.reshape(-1, 1))

        def _lemmas(self) -> "_Lemmas":
            if not hasattr(self, "_known_lemmas"):
                self._known_lemmas = _Lemmas(self)
            return self._known_lemmas

    return FastEditTreeLemmatizer


class _Lemmas:
    """What the edit trees of a lemmatizer make of words; what is known is kept for the next batch.

    Args:
        pipe: The lemmatizer.
    """

    def __init__(self, pipe: Any):
        self._trees, self._strings = pipe.trees, pipe.vocab.strings
        self._known: dict[tuple[int, int], int | None] = {}

    def of(self, words: np.ndarray, trees: np.ndarray) -> list[int | None]:
        """Hash of the lemma that a tree makes of a word, for each pair of them; None where the tree does not apply.

        Args:
            words: Hashes of words.
            trees: Numbers of trees.
        """
        pairs = list(zip(words.tolist(), trees.tolist()))
        known = self._known
        new = {pair: self._made(*pair) for pair in {*pairs}.difference(known)}
        found = [new[pair] if pair in new else known[pair] for pair in pairs]
        if len(known) < _KNOWN_PAIRS:
            known |= new
        return found

    def one(self, word: int, tree: int) -> int | None:
        """The same for one pair."""
        pair = word, tree
        return self._known[pair] if pair in self._known else self._made(word, tree)

    def _made(self, word: int, tree: int) -> int | None:
        lemma = self._trees.apply(tree, self._strings[word])
        return None if lemma is None else self._strings.add(lemma)
