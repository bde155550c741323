"""``Expand``: seeds grow by words that a grammar has room for (Algorithm 1), as a plain ``datasets.map`` function.

**What is expanded.** Where a template of ``capability`` made the seed, the sentences that were searched for are
expanded and the words of the template are not. They decide the label: a word in "now I don't like it" or "? no" may
turn it, whatever lexicons say of the word, and the same few insertions would come back in thousands of seeds. It is
also what keeps a large suite cheap: a sentence that stands in many seeds is parsed, filled and tagged once, and what
came of it is carried into all of them. All of the text is expanded in seeds that were found as they are, and in
negations; also when no capability is given, which is the paper's algorithm to the letter.

**Words.** ``light`` adds words of the table ``light_words`` alone: adjectives, adverbs and predeterminers that people
add without judging, each only beside words and in places of a clause that the table names. The grammar must have room
there, the language model ranks them, and the parser must find the production again. The table, not a lexicon of
sentiment, says that they are neutral; those that a denial turns ("not clearly") stay out of what a template denies.
``any`` is the paper's way: whatever the language model suggests, where its tag fits and a lexicon calls it neutral.
Strangers called 0.59 of its expansions valid.

**Choice and rank.** ``random`` draws k masked sentences of a seed, each as likely as the next (the final paper);
``probable`` takes those for which the probability of the production times those of its ancestors is highest (the
draft). Every word that holds makes an expanded case. They are ranked by the product of the language model's probability
and that of the production, and ``per_seed`` keeps the first of them.

Source: S2LCT, final paper, section 3.2, Algorithm 1 and Figure 3; draft, section 4.2 and Algorithm 1 (probabilities,
selection of the most probable; 4.2.3 for the rank). Neither says how symbols of phrases, several symbols and
punctuation are treated: see :func:`hf_robust.capability.expansion.masks.masks`.
"""

import heapq
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.capability.cases import CASE, LABEL, expanded_case
from hf_robust.capability.expansion.fill import Filled, Filler, write
from hf_robust.capability.expansion.light_words import fits_frame, light_words
from hf_robust.capability.expansion.masks import Mask, masks
from hf_robust.capability.expansion.sentence_spans import SentenceSpans
from hf_robust.capability.spec import Capability
from hf_robust.core.checks import whole_number
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import MissingResource, UnknownNameError, UsageError
from hf_robust.core.mapping import Columns, MapFunction
from hf_robust.core.protection import Protected, keeps, protection
from hf_robust.core.randomness import RandomSource, RowRandom, row_id
from hf_robust.core.recent import Recent
from hf_robust.language.constituency.grammar import ReferenceGrammar, reference_grammar
from hf_robust.language.constituency.parsed_text import ParsedText, parse_texts
from hf_robust.language.constituency.parsers import ConstituencyParser, Parser, constituency_parser, parser_stamp
from hf_robust.language.gate import GateCandidate, refusals
from hf_robust.language.resources import stamp
from hf_robust.language.sentiment import Given, WordSentiment, word_sentiment
from hf_robust.language.spacy_pipelines import pipeline_stamp

if TYPE_CHECKING:
    from nltk import Tree

SELECTIONS = ("random", "probable")
WORDS = ("light", "any")
_KEPT = 200_000  # masks whose words are remembered
_CHUNK = 2_000  # masks that are filled at a time
_ENDS = frozenset(".!?…")

Keeps = Callable[[Sequence[str], Sequence[str | None]], Sequence[bool]]


class _Spot(NamedTuple):
    """Where a text that is expanded stands in a seed."""

    start: int
    text: str
    opens: bool  # whether a sentence begins with it


class _Grown(NamedTuple):
    """An expansion of a seed."""

    value: float  # what it is ranked by
    text: str
    position: int
    edits: list[Edit]
    mask: Mask
    words: tuple[str, ...]
    score: float


class Expand(MapFunction):
    """Expand seeds: pass it to ``Dataset.map`` with ``batched=True`` and ``features=seeds.features``.

    Each seed gives any number of rows, none among them, in the columns of the seeds; the seeds are not repeated. The
    column ``case`` says the seed's id, the production, the tags that were added, the words and where the first stands,
    the language model's probability of them, the probability of the production and the rank.

    A row gives the same rows in any order and batch size.

    Args:
        text: Column (role) that is expanded.
        k: Masked sentences a seed; None for all.
        selection: ``random`` or ``probable``: how they are chosen.
        words: ``light`` or ``any``: which words are added; see above.
        seed: Seed of the draws.
        per_seed: Most expansions that are kept of a seed, the best first; None for all.
        top_n: So many words are suggested for each mask, where any word may come.
        most_masks: Most words that are added at a time; of light words only one.
        min_count: How often the treebank must have a production; what it has once or twice is often an error.
        gate: Whether single words must pass :func:`hf_robust.language.gate.refusals`, too. Of 1,183 expansions by light
            words it refused 696, which were no worse than the others.
        avoid: Words that are never added, such as names of groups where hate is tested.
        protect: What never changes and is never split, as for :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders too.
        capability: The one that the seeds test: its templates tell the searched sentences from the words round them.
        keeps: A picklable function of texts and the labels of their seeds, called once a batch, that says which still
            meet the rule that the seeds were searched by.
        parser: What :func:`hf_robust.language.constituency.parsers.constituency_parser` takes. A parser that is given
            as an object is part of the fingerprint: a name is better.
        grammar: What :func:`hf_robust.language.constituency.grammar.reference_grammar` takes.
        masked_lm: What :func:`hf_robust.language.models.masked_lm` takes.
        sentiment: What :func:`hf_robust.language.sentiment.word_sentiment` takes, or what it gives.
        nlp: spaCy pipeline, name or folder.
        record: Whether rows get the column ``case``; without it leave ``features`` out, too.

    Raises:
        UsageError: A number or a name is out of range.
        MissingResource: No lexicon of word sentiment is there.

    Example:
        >>> from datasets import Dataset
        >>> from hf_robust.capability.cases import case_record, case_row, features
        >>> row = case_row(["text"], ["Or both ."], case_record("LC1", ["Or both ."], accepted=["neutral"]))
        >>> seeds = Dataset.from_list([row], features=features("sentiment-classification"))
        >>> served = {"sentiment": "vader", "parser": "embedded", "grammar": ReferenceGrammar.load()}
        >>> expand = Expand(k=None, words="any", **served)
        >>> grown = seeds.map(expand, batched=True, features=seeds.features)
        >>> "Or both people ." in grown["text"][:], set(grown["label"])
        (True, {'neutral'})
        >>> text = ["The story is sad."]
        >>> row = case_row(["text"], text, case_record("LC1", text, accepted=["neutral"]))
        >>> seeds = Dataset.from_list([row], features=features("sentiment-classification"))
        >>> grown = seeds.map(Expand(**served), batched=True, features=seeds.features)
        >>> {"The whole story is sad.", "The story is also sad."} <= set(grown["text"])
        True
    """

    keeps_rows = False
    record_columns = (CASE,)
    version = "4"

    def __init__(
        self,
        text: str = "text",
        *,
        k: int | None = 10,
        selection: str = "random",
        words: str = "light",
        seed: int = 0,
        per_seed: int | None = 20,
        top_n: int = 20,
        most_masks: int = 2,
        min_count: int = 3,
        gate: bool = False,
        avoid: Collection[str] = (),
        protect: Protected = (),
        protect_defaults: bool = True,
        capability: Capability | None = None,
        keeps: Keeps | None = None,
        parser: "str | Parser | Callable[[list[str]], Tree] | None" = None,
        grammar: ReferenceGrammar | None = None,
        masked_lm: str | None = None,
        sentiment: "str | Given | WordSentiment | None" = None,
        nlp: str | None = None,
        record: bool = True,
    ):
        self.set_record(record)
        if selection not in SELECTIONS:
            raise UnknownNameError("selection", selection, SELECTIONS)
        if words not in WORDS:
            raise UnknownNameError("words", words, WORDS)
        if keeps is not None and not callable(keeps):
            raise UsageError(f"keeps must be a function of texts and labels, found {type(keeps).__name__}")
        if isinstance(avoid, str):
            raise UsageError(f"avoid must be a list of words, found {avoid!r}")
        self.text = text
        self.k = whole_number(k, "k", 1, optional=True)
        self.selection = selection
        self.words = words
        self.seed = seed
        self.per_seed = whole_number(per_seed, "per_seed", 1, optional=True)
        self.top_n = whole_number(top_n, "top_n", 1)
        self.most_masks = whole_number(most_masks, "most_masks", 1)
        self.capability = capability
        self._searched = SentenceSpans(capability, text)
        self.min_count = whole_number(min_count, "min_count", 1)
        self.gate = gate
        self.avoid = tuple(sorted({word.lower() for word in avoid}))
        self.protect = protection(protect, protect_defaults)
        self.keeps = keeps
        self.parser = parser
        self.grammar = grammar
        self.masked_lm = masked_lm
        self.sentiment = sentiment if isinstance(sentiment, WordSentiment) else word_sentiment(sentiment)
        self.nlp = nlp

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        self._searched = SentenceSpans(self.capability, self.text)

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns of seeds."""
        return (self.text, LABEL, CASE)

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns that differ from those of the seed."""
        return (self.text, *(self.record_columns if self.keeps_record else ()))

    @property
    def hint(self) -> str:
        """Which rows are taken."""
        return "These are the columns of seeds; use Expand('<column with the text>')"

    def process(self, batch: Columns) -> dict[str, list]:
        """The expansions of a batch of seeds, in the order of the seeds, the best of each first."""
        rows = [dict(zip(batch, values)) for values in zip(*(batch[name] for name in batch))]
        spots = [self._spots(row) for row in rows]
        distinct = list(dict.fromkeys(spot.text for row_spots in spots for spot in row_spots))
        parser, name = self._parser()
        known = dict(zip(distinct, parse_texts(distinct, parser, name, self.nlp)))
        orders = self._orders(known)
        chosen = [self._chosen(row, row_spots, orders) for row, row_spots in zip(rows, spots)]
        filled = self._filled(
            [(known[row_spots[n].text], mask) for row_spots, one in zip(spots, chosen) for n, mask in one]
        )
        grown = [
            list(self._grown(row[self.text], own, one, known, filled)) for row, own, one in zip(rows, spots, chosen)
        ]
        kept = self._kept(rows, grown)
        rows_out = [self._row(row, one, rank) for row, ones in zip(rows, kept) for rank, one in enumerate(ones, 1)]
        return {name: [row[name] for row in rows_out] for name in batch}

    def _spots(self, row: Mapping[str, Any]) -> list[_Spot]:
        """What is expanded of a seed: the sentences that were searched for, else all of it."""
        text = row[self.text] or ""
        spots = []
        for start, end in self._searched.spans(text, row[CASE]["template"]):
            before = text[:start].rstrip(" \t\n\"'“‘(")
            if text[start:end].strip():
                spots.append(_Spot(start, text[start:end], not before or before[-1] in _ENDS))
        return spots

    def _orders(self, known: Mapping[str, ParsedText]) -> dict[str, list[Mask]]:
        """The masks of each piece in the order in which they are chosen."""
        grammar, source = reference_grammar(self.grammar), self._random()
        orders = {}
        for text, piece in known.items():
            every = self._masks(piece, grammar)
            drawn = self.selection == "random" and self.k is not None
            orders[text] = list(source.row(row_id([text])).permuted(every)) if drawn else every
        return orders

    def _masks(self, piece: ParsedText, grammar: ReferenceGrammar) -> list[Mask]:
        if self.words == "any":
            return masks(piece, grammar, self.most_masks, self.min_count)
        return [mask for mask in masks(piece, grammar, 1, self.min_count, phrases=True) if light_words(piece, mask)]

    def _chosen(
        self, row: Mapping[str, Any], spots: Sequence[_Spot], orders: Mapping[str, list[Mask]]
    ) -> list[tuple[int, Mask]]:
        """The masks of a seed: number of the spot and mask.

        Every spot gives the first of its order, so that seeds share what they need of a sentence.
        """
        lines = [[(n, mask) for mask in orders[spot.text]] for n, spot in enumerate(spots)]
        if self.selection == "random" and len(lines) > 1 and self.k is not None:
            return list(islice(_merged(lines, self._random().row(row[CASE]["case_id"])), self.k))
        if len(lines) == 1:
            return lines[0][: self.k]
        return list(islice(heapq.merge(*lines, key=lambda one: -one[1].log_probability), self.k))

    def _filled(self, asked: Sequence[tuple[ParsedText, Mask]]) -> dict[tuple[str, Mask], list[Filled]]:
        """Words by piece and places; those of earlier batches are remembered."""
        parser, name = self._parser()
        signature = name, *self._filled_by()
        pairs = {(signature, piece.text, mask): (piece, mask) for piece, mask in asked}
        filled = _FILLED.known(pairs)
        missing = [key for key in pairs if key not in filled]
        light = self.words == "light"
        filler = Filler(self.sentiment, parser, self.top_n, self.masked_lm, self.nlp, frozenset(self.avoid), light)
        for start in range(0, len(missing), _CHUNK):
            part = missing[start : start + _CHUNK]
            filled.update(zip(part, filler.fill([pairs[key] for key in part])))
        _FILLED.keep(filled)
        return {key[1:]: ones for key, ones in filled.items()}

    def _grown(
        self,
        text: str,
        spots: Sequence[_Spot],
        chosen: Sequence[tuple[int, Mask]],
        known: Mapping[str, ParsedText],
        filled: Mapping[tuple[str, Mask], list[Filled]],
    ) -> Iterator[_Grown]:
        kept = self.protect.spans(text)
        for number, mask in chosen:
            start, piece, opens = spots[number]
            for one in filled[piece, mask]:
                if self.words == "light" and not fits_frame(one.words, text, start, start + len(piece)):
                    continue
                written = write(known[piece], mask, one.words, opens)
                edits = [edit._replace(start=edit.start + start, end=edit.end + start) for edit in written.edits]
                if not all(keeps(text, edit, kept) for edit in edits):
                    continue
                value = one.score * mask.probability
                grown = apply(text, edits)
                yield _Grown(value, grown, start + written.position, edits, mask, written.words, one.score)

    def _kept(self, rows: Sequence[Mapping[str, Any]], grown: Sequence[list[_Grown]]) -> list[list[_Grown]]:
        """The best of each seed, every text once."""
        ranked = []
        for row, ones in zip(rows, grown):
            by_text: dict[str, _Grown] = {}
            for one in sorted(ones, key=lambda one: (-one.value, one.text)):
                by_text.setdefault(one.text, one)
            by_text.pop(row[self.text], None)
            ranked.append(list(by_text.values()))
        if self.gate:
            ranked = _passed(rows, ranked, self.text)
        if self.keeps is not None:
            texts = [one.text for ones in ranked for one in ones]
            labels = [row[LABEL] for row, ones in zip(rows, ranked) for _ in ones]
            verdicts = iter(self.keeps(texts, labels) if texts else ())
            ranked = [[one for one in ones if next(verdicts)] for ones in ranked]
        return [ones[: self.per_seed] for ones in ranked]

    def _row(self, seed: Mapping[str, Any], grown: _Grown, rank: int) -> dict[str, Any]:
        row = expanded_case(
            seed,
            {self.text: grown.text},
            production=f"{grown.mask.lhs} -> {' '.join(grown.mask.rhs)}",
            symbol=" ".join(tag for _, tag in grown.mask.gaps),
            word=" ".join(grown.words),
            position=grown.position,
            score=grown.score,
            probability=grown.mask.probability,
            rank=rank,
        )
        if "edits" in seed[CASE]:
            row[CASE]["edits"] = [edit._asdict() for edit in grown.edits]
        return row

    def _random(self) -> RandomSource:
        return RandomSource(self.seed, f"expansion@{self.version}", self.text)

    def _parser(self) -> tuple[ConstituencyParser, Hashable]:
        """The parser, and what stands for it in the memory of parsed sentences."""
        return constituency_parser(self.parser), parser_stamp(self.parser)

    def _filled_by(self) -> tuple[Hashable, ...]:
        """What the words of a mask depend on, besides the parser."""
        given = self.sentiment.given
        own = given if isinstance(given, Hashable) else None  # a mapping: its content is in the version
        models = stamp("masked-lm", self.masked_lm), pipeline_stamp(self.nlp)
        return *models, self.sentiment.version, own, self.words, self.top_n, self.avoid

    def stamp(self) -> tuple[str, ...]:
        """Versions of the grammar, the word sentiment and the models."""
        known: list[object] = [
            reference_grammar(self.grammar).version,
            self.sentiment.version,
            pipeline_stamp(self.nlp),
        ]
        try:
            known += [parser_stamp(self.parser), stamp("masked-lm", self.masked_lm)]
        except MissingResource:  # the call will say so
            known.append("missing")
        return tuple(map(str, known))


def _passed(rows: Sequence[Mapping[str, Any]], grown: Sequence[list[_Grown]], role: str) -> list[list[_Grown]]:
    """What passes the gate; one batch for all that is asked. Words that come together are not asked for."""
    asked = []
    for row, ones in zip(rows, grown):
        for one in ones:
            edit = next(edit for edit in one.edits if edit.start == edit.end)
            if len(one.words) == 1:
                asked.append(GateCandidate.of(row[role], edit.start, edit.end, edit.text))
    verdicts = iter(refusals(asked))
    return [[one for one in ones if len(one.words) > 1 or next(verdicts) is None] for ones in grown]


def _merged(lines: Sequence[list], rng: RowRandom) -> Iterator:
    """Lines in random order mixed so that every order of their members is as likely as the next."""
    left = [len(line) for line in lines]
    places = [iter(line) for line in lines]
    while total := sum(left):
        at = rng.randrange(total)
        number = next(n for n in range(len(left)) if at < sum(left[: n + 1]))
        left[number] -= 1
        yield next(places[number])


_FILLED = Recent(_KEPT)
