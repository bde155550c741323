"""Lemmas from edit trees, computed once for each word and tree, in place of once for each token."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.language.fast_tags import Labels, by_document, labels_of

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
        if type(pipe) is EditTreeLemmatizer and pipe.top_k <= TOP_K_GUARDRAIL and Labels.known(pipe.model):
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
            labels = labels_of(self)
            vectors = labels.vectors(docs)
            trees = np.array(self.cfg["labels"])[labels.best(vectors)]
            words = np.concatenate([doc.to_array("ORTH") for doc in docs])
            _, applies = self._lemmas().of(words, trees)
            others = np.flatnonzero(~applies)
            if len(others):
                trees[others] = self._next_best(words[others], labels.scores(vectors[others]))
            return by_document(trees, docs)

        def _next_best(self, words: np.ndarray, scores: np.ndarray) -> list[int]:
            """For words to which their most probable tree does not apply, the next one that does."""
            ranked = np.argsort(-scores, kind="stable", axis=1)[:, 1 : min(self.top_k, len(self.cfg["labels"]))]
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
            made, applies = self._lemmas().of(words, np.concatenate(batch_tree_ids))
            for doc, lemmas, fits in zip(docs, by_document(made, docs), by_document(applies, docs)):
                found = doc.to_array("LEMMA")
                free = (found == 0) | self.overwrite
                found = np.where(free & fits, lemmas, found)
                if self.backoff is not None and not fits.all():
                    for at in np.flatnonzero(free & ~fits).tolist():
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

    def of(self, words: np.ndarray, trees: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each pair of a word and a tree, the hash of the lemma that the tree makes, and whether the tree applies.

        Args:
            words: Hashes of words.
            trees: Numbers of trees; -1 for none.
        """
        different, places = np.unique(words, return_inverse=True)
        numbers = int(trees.max()) + 2
        pairs, of_pairs = np.unique(places * numbers + trees + 1, return_inverse=True)
        of_words, of_trees = np.divmod(pairs, numbers)
        known = self._known
        wanted = list(zip(different[of_words].tolist(), (of_trees - 1).tolist()))
        new = {pair: self._made(*pair) for pair in wanted if pair not in known}
        made = [new[pair] if pair in new else known[pair] for pair in wanted]
        if len(known) < _KNOWN_PAIRS:
            known |= new
        lemmas = np.array([lemma or 0 for lemma in made], np.uint64)
        applies = np.array([lemma is not None for lemma in made])
        return lemmas[of_pairs], applies[of_pairs]

    def one(self, word: int, tree: int) -> int | None:
        """The same for one pair."""
        pair = word, tree
        return self._known[pair] if pair in self._known else self._made(word, tree)

    def _made(self, word: int, tree: int) -> int | None:
        lemma = None if tree == _NONE else self._trees.apply(tree, self._strings[word])
        return None if lemma is None else self._strings.add(lemma)
