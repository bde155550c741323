"""Transformations for coreference resolution: sentences of a document go, come, return and change places."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks import COREFERENCE
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.assembled_documents import Part, assemble, edits_to, sentence_places
from hf_robust.transforms.task_specific.coreference_sentences import Sentence, SentenceDocument
from hf_robust.transforms.task_specific.foreign_sentences import are_strangers, foreign_parts
from hf_robust.transforms.task_specific.sentence_order import SentenceOrder
from hf_robust.transforms.task_specific.uncovered_entities import sentences_with_unmarked_nouns

ORDERS = ("discourse", "any")


@dataclass(frozen=True, kw_only=True)
class DocumentTransformation(RowTransformation):
    """Base of those that put the sentences of a document together anew.

    Clusters are carried over with the sentences. A pronoun of the third person always keeps the sentence where it was
    last spoken of what it means, so that it can still be read. A cluster that is left with one mention is kept where
    the dataset marks entities that are mentioned once.

    Args:
        keep_singletons: Keep clusters that are left with one mention. None: where the row, or another row that it
            draws from, has a cluster of one mention. One that had no more before is always kept.
    """

    keep_singletons: bool | None = None

    level = "sentence"
    effects = preserves(COREFERENCE)

    def __post_init__(self) -> None:
        self._require(self.keep_singletons in (None, True, False), "keep_singletons", "True, False or None")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        document = SentenceDocument.of(row.values)
        others = _Others(row, document)
        parts = self.parts(document, row, others, rng)
        edits = edits_to(row.docs["sentences"], document, parts)
        if not edits:
            raise NotApplicable("no sentence can be changed")
        text, keeps = apply(row.docs["sentences"].text, edits), self.keeps_singletons(document, others)
        new = assemble(document, parts, text, row.values, keeps)
        if not new["clusters"]:
            raise NotApplicable("no cluster would be left")
        return RowChange({"sentences": edits}, new)

    def keeps_singletons(self, document: SentenceDocument, others: Iterable[SentenceDocument]) -> bool:
        """Whether a cluster that is left with one mention is kept.

        Args:
            document: The row as a document.
            others: The documents that the row draws from.
        """
        if self.keep_singletons is not None:
            return self.keep_singletons
        return bool(document.single) or any(other.single for other in others)

    @abstractmethod
    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        """The sentences of the new document.

        Raises:
            NotApplicable: When there is no such document.
        """


@dataclass(frozen=True, kw_only=True)
class SentenceShare(DocumentTransformation):
    """Base of those that take a share of the sentences.

    Args:
        rate: Share of the sentences, above 0 and up to 1, rounded up.
    """

    rate: float = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_rate()

    def wanted(self, document: SentenceDocument) -> int:
        """How many sentences are taken."""
        return max(1, -int(-self.rate * len(document.sentences) // 1))


@register
@dataclass(frozen=True, kw_only=True)
class ConcatDocuments(DocumentTransformation):
    """Append another document of the dataset, with its clusters.

    The document is selected from a sample that belongs to the row. It has the same format and shares no name with the
    row, because equal names might mean the same person. A short document does not share a noun of its mentions either.

    Source: TextFlint (Wang et al. 2021), section 3, "RndConcat".

    Example:
        >>> other = {"sentences": [["Bob", "sold", "his", "car", "."]], "clusters": [[[0, 0], [2, 2]]]}
        >>> row = {"sentences": [["Anna", "lost", "her", "hat", "."]], "clusters": [[[0, 0], [2, 2]]]}
        >>> new = ConcatDocuments().preview_row(row, pool=[other])
        >>> len(new["sentences"]), new["clusters"]
        (2, [[[0, 0], [2, 2]], [[5, 5], [7, 7]]])
    """

    name = "concat-documents"
    version = "2"
    linguistics = "pragmatics"
    seed_name = "RndConcat"
    choice = "other documents that fit"
    needs = frozenset({"pool"})

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        for other in others:
            if are_strangers(document, other):
                own = [Part(sentence, stays=True) for sentence in document.sentences]
                return own + [Part(sentence, False, document.clusters, other) for sentence in other.sentences]
        raise NotApplicable("no other document of the same shape whose names are different")


@register
@dataclass(frozen=True, kw_only=True)
class DeleteSentences(SentenceShare):
    """Delete sentences that contain no antecedent of a pronoun in another sentence.

    Source: TextFlint (Wang et al. 2021), section 3, "RndDelete".

    Example:
        >>> row = {
        ...     "sentences": [["Anna", "ran", "."], ["It", "rained", "."], ["Then", "Anna", "slept", "."]],
        ...     "clusters": [[[0, 0], [7, 7]]],
        ... }
        >>> new = DeleteSentences().preview_row(row, seed=1)
        >>> [" ".join(sentence) for sentence in new["sentences"]], new["clusters"]
        (['Anna ran .', 'Then Anna slept .'], [[[0, 0], [4, 4]]])
    """

    name = "delete-sentences"
    version = "4"
    linguistics = "pragmatics"
    seed_name = "RndDelete"
    choice = "sentences that can be deleted"

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        gone = frozenset(_removable(document, document.antecedents(), self.wanted(document), rng))
        if not gone:
            raise NotApplicable("other sentences lean on each of them, or no cluster would be left")
        return [Part(sentence, stays=True) for sentence in document.sentences if sentence not in gone]


@register
@dataclass(frozen=True, kw_only=True)
class InsertSentences(SentenceShare):
    """Insert sentences of other documents, but not at the start and not between a pronoun and its antecedent.

    The sentences must be understandable on their own and share no name or noun with the document. Their clusters are
    added: mentions of the same entity in several sentences form one cluster. Several such sentences are inserted only
    if their words show which mentions belong together.

    Source: TextFlint (Wang et al. 2021), section 3, "RndInsert".

    Example:
        >>> other = {"sentences": [["The", "shop", "sold", "old", "clocks", "."]], "clusters": [[[1, 1], [4, 4]]]}
        >>> row = {"sentences": [["Anna", "lost", "her", "hat", "."]], "clusters": [[[0, 0], [2, 2]]]}
        >>> new = InsertSentences().preview_row(row, pool=[other])
        >>> [" ".join(sentence) for sentence in new["sentences"]]
        ['Anna lost her hat .', 'The shop sold old clocks .']
    """

    name = "insert-sentences"
    version = "4"
    linguistics = "pragmatics"
    seed_name = "RndInsert"
    choice = "places where a sentence can be inserted"
    needs = frozenset({"pool"})

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        foreign = foreign_parts(document, others, self.wanted(document), rng.fork(0))
        if not foreign:
            raise NotApplicable("no sentence of another document can stand here")
        places = [block[-1].place for block in document.blocks()]  # after these, nothing leans across
        drawn = sorted(rng.choice(places) for _ in foreign)
        parts: list[Part] = []
        for sentence in document.sentences:
            parts.append(Part(sentence, stays=True))
            parts += [part for part, place in zip(foreign, drawn) if place == sentence.place]
        return parts


@register
@dataclass(frozen=True, kw_only=True)
class RepeatSentences(SentenceShare):
    """Repeat some sentences. The copied mentions are added to the clusters of the originals.

    A sentence whose pronouns depend on another sentence is repeated directly after itself. Other sentences are repeated
    at a later position that separates no pronoun from its antecedent. If the dataset does not mark entities with a
    single mention, sentences that may contain such an entity are not repeated, because the copy would be a second
    mention without a cluster. Rows of datasets that mark only a part of the entities, such as WinoBias, therefore often
    do not change; ``keep_singletons=True`` repeats them.

    Source: TextFlint (Wang et al. 2021), section 3, "RndRepeat".

    Example:
        >>> row = {"sentences": [["Anna", "really", "hurt", "herself", "."]], "clusters": [[[0, 0], [3, 3]]]}
        >>> RepeatSentences().preview_row(row)["clusters"]
        [[[0, 0], [3, 3], [5, 5], [8, 8]]]
    """

    name = "repeat-sentences"
    version = "5"
    linguistics = "pragmatics"
    seed_name = "RndRepeat"
    choice = "sentences that can be repeated"
    needs = frozenset({"pos"})

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        sentences = document.sentences
        doc, unmarked = row.docs["sentences"], set[int]()
        if not self.keeps_singletons(document, others):
            unmarked = sentences_with_unmarked_nouns(doc, list(sentence_places(doc, document)))
        whole = [sentence for sentence in sentences if sentence.is_whole() and sentence.place not in unmarked]
        if not whole:
            raise NotApplicable(
                "no sentence can be repeated: none is a whole one in which all that may be a mention is in a cluster"
            )
        places = [block[-1].place for block in document.blocks()]
        after: dict[int, list[Sentence]] = {}
        for number in rng.order(len(whole))[: self.wanted(document)]:
            sentence = whole[number]
            later = [place for place in places if place >= sentence.place] if sentence.stands_alone() else []
            after.setdefault(rng.choice(later) if later else sentence.place, []).append(sentence)
        parts: list[Part] = []
        for sentence in sentences:
            parts.append(Part(sentence, stays=True))
            copies = sorted(after.get(sentence.place, ()), key=lambda copy: (copy is not sentence, copy.place))
            parts += [Part(copy, stays=False) for copy in copies]
        return parts


@register
@dataclass(frozen=True, kw_only=True)
class ReplaceSentences(SentenceShare):
    """Replace some sentences, never the first, with sentences of other documents.

    The removed sentences are selected as in ``delete-sentences``, the new ones as in ``insert-sentences``.

    Source: TextFlint (Wang et al. 2021), section 3, "RndReplace".

    Example:
        >>> other = {"sentences": [["The", "shop", "sold", "old", "clocks", "."]], "clusters": [[[1, 1], [4, 4]]]}
        >>> row = {
        ...     "sentences": [["Anna", "lost", "her", "hat", "."], ["It", "rained", "."]],
        ...     "clusters": [[[0, 0], [2, 2]]],
        ... }
        >>> new = ReplaceSentences().preview_row(row, pool=[other])
        >>> [" ".join(sentence) for sentence in new["sentences"]]
        ['Anna lost her hat .', 'The shop sold old clocks .']
    """

    name = "replace-sentences"
    version = "4"
    linguistics = "pragmatics"
    seed_name = "RndReplace"
    choice = "sentences that can be replaced"
    needs = frozenset({"pool"})

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        foreign = foreign_parts(document, others, self.wanted(document), rng.fork(0))
        leans = document.antecedents()
        ends = {block[-1].place for block in document.blocks(leans)}
        inner = [
            sentence
            for sentence in document.sentences[1:]
            if sentence.place in ends or sentence.place - 1 in ends  # else a pronoun would be cut off from its noun
        ]
        count = min(self.wanted(document), len(foreign))
        gone = list(_removable(document, leans, count, rng.fork(1), inner))
        if not gone:
            raise NotApplicable("no sentence can go, or none of another document can stand here")
        new = dict(zip(sorted(gone, key=lambda sentence: sentence.place), foreign))
        return [new.get(sentence, Part(sentence, stays=True)) for sentence in document.sentences]


@register
@dataclass(frozen=True, kw_only=True)
class ShuffleSentences(SentenceShare):
    """Move sentences. Sentences that refer to each other stay together in their original order.

    Antecedents stay before their anaphors, and a pronoun stays next to the sentence that explains it, so the clusters
    remain correct. Sentences move within their section, never past a heading; lines of a dialog and sentences that
    begin with a connective stay with the sentence before them. The order of what is told is lost, as in the source:
    events and arguments may come in the wrong order. Use ``order="discourse"`` if the text must still read in order.

    Args:
        order: Where sentences can move. ``"any"``: anywhere in their section, as in the source. It changes
            71 % of the novels in LitBank, 78 % of the documents in GUM and 52 % of the passages in GAP.
            ``"discourse"``: a sentence without a word of time, a date or a quotation moves past others only if neither
            takes up what the other introduces, and two events are not exchanged. It changes 26 %, 26 % and 4 %; about
            1 in 3 of 12 outputs that were read has an order that does not fit.

    Source: TextFlint (Wang et al. 2021), section 3, "RndShuffle".

    Example:
        >>> row = {
        ...     "sentences": [
        ...         ["Anna", "lives", "in", "Oslo", "."],
        ...         ["Rain", "is", "rare", "there", "."],
        ...         ["Anna", "has", "a", "garden", "."],
        ...     ],
        ...     "clusters": [[[0, 0], [10, 10]]],
        ... }
        >>> new = ShuffleSentences().preview_row(row)
        >>> [" ".join(sentence) for sentence in new["sentences"]]
        ['Anna lives in Oslo .', 'Anna has a garden .', 'Rain is rare there .']
    """

    order: str = "any"

    name = "shuffle-sentences"
    version = "5"
    linguistics = "pragmatics"
    seed_name = "RndShuffle"
    choice = "sentences that can be moved"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("order", ORDERS)

    def parts(
        self, document: SentenceDocument, row: TaskRow, others: Iterable[SentenceDocument], rng: RowRandom
    ) -> list[Part]:
        order = SentenceOrder(document, coherent=self.order == "discourse")
        moved = order.move(self.wanted(document), rng)
        if not moved and self.order == "discourse":
            raise NotApplicable('no sentence can be moved with order="discourse"; "any" moves more')
        if not moved:
            raise NotApplicable("no sentence can be moved: each depends on another, or is a heading")
        return [Part(sentence, sentence not in moved) for sentence in order.sentences()]


def _removable(
    document: SentenceDocument,
    leans: Mapping[Sentence, Set[Sentence]],
    count: int,
    rng: RowRandom,
    among: Sequence[Sentence] | None = None,
) -> Iterator[Sentence]:
    """Up to ``count`` sentences on which no other leans.

    A cluster of several mentions is left where the document has one, else some mention.

    Args:
        leans: On which sentences each leans.
    """
    needed: dict[Sentence, int] = {}
    for others in leans.values():
        for other in others:
            needed[other] = needed.get(other, 0) + 1
    left = Counter(mention.cluster for sentence in document.sentences for mention in sentence.mentions)
    least = min(2, max(left.values(), default=0))
    candidates = list(document.sentences if among is None else among)
    for number in rng.order(len(candidates)):
        sentence = candidates[number]
        if count < 1:
            return
        held = needed.get(sentence) or sentence.place in document.linked
        if held or not sentence.ends() or sentence.opens():
            continue
        rest = left.copy()
        rest.subtract(mention.cluster for mention in sentence.mentions)
        if not any(size >= least for size in rest.values()):
            continue
        left, count = rest, count - 1
        for other in leans[sentence]:
            needed[other] -= 1
        yield sentence


class _Others:
    """The documents beside a row that have its shape. Each is cut into sentences once, when it is first asked for."""

    def __init__(self, row: TaskRow, document: SentenceDocument):
        self._cut: list[SentenceDocument] = []
        self._left = self._documents(row, document.shape)

    def __iter__(self) -> Iterator[SentenceDocument]:
        yield from self._cut
        for other in self._left:
            self._cut.append(other)
            yield other

    @staticmethod
    def _documents(row: TaskRow, shape: str) -> Iterator[SentenceDocument]:
        for values in row.pool:
            try:
                other = SentenceDocument.of(values)
            except NotApplicable:
                continue
            if other.shape == shape:
                yield other
