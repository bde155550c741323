"""Lemmas from edit trees, computed once a batch for each word and tree, in place of once for each token."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.language.doc_batches import doc_batches

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_TOKENS = 500  # of a group
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
        """spaCy's lemmatizer with the work for each token done for each word and tree of the batch."""

        def predict(self, docs: "Sequence[Doc]") -> list[np.ndarray]:
            """Return the most probable tree that applies to each token; -1 where none of the first guesses does."""
            docs = list(docs)
            if not any(len(doc) for doc in docs):
                return super().predict(docs)
            lemmas = _Lemmas(self)
            # one score a tree: of all tokens of a batch they would be the largest array of the pipeline
            scored = (
                (doc, scores)
                for group in doc_batches(docs, _TOKENS)
                for doc, scores in zip(group, self.model.predict(group))
            )
            return [self._trees_of(doc, self.model.ops.to_numpy(scores), lemmas) for doc, scores in scored]

        def _trees_of(self, doc: "Doc", scores: np.ndarray, lemmas: "_Lemmas") -> np.ndarray:
            labels = self.cfg["labels"]
            words = doc.to_array("ORTH").tolist()
            trees = [labels[guess] for guess in scores.argmax(axis=1).tolist()]
            for at, word in enumerate(words):
                if lemmas.of(word, trees[at]) is None:
                    best = np.argsort(-scores[at], kind="stable")[1 : self.top_k].tolist()
                    fitting = (labels[guess] for guess in best if lemmas.of(word, labels[guess]) is not None)
                    trees[at] = next(fitting, _NONE)
            return np.array(trees)

        def set_annotations(self, docs: "Sequence[Doc]", batch_tree_ids: Sequence[np.ndarray]) -> None:
            """Write the lemmas that the trees make."""
            lemmas = _Lemmas(self)
            for doc, trees in zip(docs, batch_tree_ids):
                found = doc.to_array("LEMMA")
                free = np.flatnonzero((found == 0) | self.overwrite)
                words = doc.to_array("ORTH")[free].tolist()
                for at, word, tree in zip(free.tolist(), words, trees[free].tolist()):
                    if tree != _NONE:
                        found[at] = lemmas.of(word, tree)
                    elif self.backoff is not None:
                        found[at] = getattr(doc[at], self.backoff)
                doc.from_array(["LEMMA"], found.reshape(-1, 1))

    return FastEditTreeLemmatizer


class _Lemmas:
    """What the edit trees of a lemmatizer make of words; each word and tree is tried once.

    Args:
        pipe: The lemmatizer.
    """

    def __init__(self, pipe: Any):
        self._trees, self._strings = pipe.trees, pipe.vocab.strings
        self._known: dict[tuple[int, int], int | None] = {}

    def of(self, word: int, tree: int) -> int | None:
        """Hash of the lemma that a tree makes of a word; None where the tree does not apply.

        Args:
            word: Hash of the word.
            tree: Number of the tree.
        """
        key = word, tree
        if key not in self._known:
            lemma = self._trees.apply(tree, self._strings[word])
            self._known[key] = None if lemma is None else self._strings.add(lemma)
        return self._known[key]
