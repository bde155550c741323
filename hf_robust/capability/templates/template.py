"""Templates: texts with slots, filled with every combination or a sample of them.

A combination has a number, and its text is made of the number alone: nothing but what is asked for is ever built, so
a template may have more combinations than fit in memory.

Source: Ribeiro, Wu, Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList,
section 3.3 (templates, lexicons, suggestions of a masked language model).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from hf_robust.capability.templates.slots import Filler, Parts, Slot, SlotPool, base_of, parse
from hf_robust.capability.templates.suggestions import mask_marks, suggested_words
from hf_robust.capability.templates.template_cases import Written, label_cases, pair_cases
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

MASK = "mask"
"""Slots of this name, with or without a number, are filled by a masked language model."""
_DEPTH = 20  # so deep may fillers hold slots whose fillers hold slots
_MOST = 1_000_000  # texts of a dataset for which nobody says how many
_HUGE = 2**62  # above it a range has no length
Fillers = str | Sequence[Filler] | Mapping[str, str] | SlotPool
Picks = dict[str, int]
"""Number of the filler by slot: one combination."""


class Template:
    """A text with slots, or several related texts with slots.

    ``{name}`` is replaced by one of the fillers ``name``, everywhere by the same one. ``{name1}`` and ``{name2}`` also
    use the fillers ``name``, and get different ones. A filler can contain slots. They are filled independently, and
    each combination of their fillers counts as a separate filler. ``{person.name}`` inserts a part of a filler that is
    a mapping. ``{a:adj}`` adds *a* or *an*, ``{A:adj}`` adds *A* or *An*, and ``{cap:adj}`` capitalizes the first
    letter. :meth:`suggested` fills ``{mask}``.

    Args:
        text: The text, or the texts by role.
        columns: Slots that are filled from the columns of a dataset, see :class:`FillRows`.
        capitalize: Whether to capitalize the first letter of each text.
        **fillers: Fillers by slot: texts, or mappings with the same keys.

    Raises:
        UsageError: If a slot is unknown, has no fillers or occurs in its own fillers, or if a brace is not closed or
            not opened.

    Example:
        >>> template = Template("{a:adj} {thing} by {name1} and {name2}", capitalize=True, adj=["old", "{how} new"],
        ...                     how=["quite", "very"], thing="film", name=["Ada", "Bo", "Cy"])
        >>> template.size
        18
        >>> template.sample(2, seed=3) == template.sample(5, seed=3)[:2]
        True
        >>> template.fill(17)
        'A very new film by Cy and Bo'
    """

    def __init__(
        self,
        text: str | Mapping[str, str],
        *,
        columns: Collection[str] = (),
        capitalize: bool = False,
        **fillers: Fillers,
    ):
        self.columns = tuple(columns)
        self.capitalize = capitalize
        self._single = isinstance(text, str)
        texts = {"": text} if isinstance(text, str) else text
        self._texts = {role: parse(part) for role, part in texts.items()}
        self._pools: dict[str, SlotPool] = {}
        self._bases: dict[str, str] = {}
        used = _slots(self._texts.values())
        known: dict[str, SlotPool] = {}
        for slot in used:
            self._add(slot.name, fillers, (), known)
        self._check_attributes(used)

    def _add(
        self, name: str, fillers: Mapping[str, Fillers], above: tuple[str, ...], known: dict[str, SlotPool]
    ) -> None:
        if name in self.columns:
            self._bases[name] = name
            return
        base = base_of(name, fillers)
        if base not in fillers:
            if base == MASK:
                self._bases[name] = name
                return
            names = ", ".join(sorted({*fillers, *self.columns})) or "none"
            raise UsageError(f"unknown slot {{{name}}}; there are fillers for: {names}")
        self._bases[name] = base
        if base not in self._pools:
            self._pools[base] = _pool(base, fillers, above, known)

    def _check_attributes(self, slots: Sequence[Slot]) -> None:
        for slot in slots:
            pool = self._pools.get(self._bases[slot.name])
            for filler in pool.fillers if pool else ():
                if isinstance(filler, str | Mapping):
                    slot.write(filler)
                elif slot.attribute:
                    slot.write("{...}")
        for base, pool in self._pools.items():
            drawn = sum(other == base for other in self._bases.values())
            if drawn > pool.size:
                raise UsageError(f"{drawn} slots are filled by {base!r} and must differ; it has {pool.size} fillers")

    @property
    def roles(self) -> tuple[str, ...]:
        """Roles of the texts. ``text`` for a single text without a role."""
        return ("text",) if self._single else tuple(self._texts)

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots, in the order of their first use."""
        return tuple(self._bases)

    @property
    def open(self) -> tuple[str, ...]:
        """Slots that cannot be filled yet: masks and columns."""
        return tuple(name for name, base in self._bases.items() if base not in self._pools)

    @property
    def size(self) -> int:
        """Number of combinations of fillers."""
        total = 1
        for radix in self._radices().values():
            total *= radix
        return total

    def _radices(self) -> dict[str, int]:
        seen: dict[str, int] = {}
        radices = {}
        for name, base in self._bases.items():
            if base in self._pools:
                radices[name] = self._pools[base].size - seen.get(base, 0)
                seen[base] = seen.get(base, 0) + 1
        return radices

    def picks(self, index: int) -> Picks:
        """Return the combination with an index: the index of the filler of each slot.

        Example:
            >>> Template("{n1} and {n2}", n=["Ada", "Bo", "Cy"]).picks(3)
            {'n1': 1, 'n2': 2}
        """
        if not 0 <= index < self.size:
            raise UsageError(f"index must be from 0 to {self.size - 1}, found {index}")
        digits = {}
        for name, radix in reversed(self._radices().items()):
            index, digits[name] = divmod(index, radix)
        picks_so_far: Picks = {}
        for name in reversed(digits):
            digit, base = digits[name], self._bases[name]
            for taken in sorted(pick for other, pick in picks_so_far.items() if self._bases[other] == base):
                digit += digit >= taken  # the fillers that are left, in order
            picks_so_far[name] = digit
        return picks_so_far

    def others(self, picks: Picks, slot: str) -> list[Picks]:
        """Return the combinations that differ only in the filler of one slot.

        Raises:
            UsageError: If the slot does not exist.
        """
        if slot not in picks:
            raise UsageError(f"unknown slot {{{slot}}}; there are {', '.join(picks) or 'none'}")
        base = self._bases[slot]
        taken = {pick for name, pick in picks.items() if self._bases[name] == base}
        return [picks | {slot: pick} for pick in range(self._pools[base].size) if pick not in taken]

    def write(self, picks: Picks) -> Any:
        """Return the text of a combination, or the texts by role.

        Raises:
            UsageError: If a slot cannot be filled yet.
        """
        if self.open:
            name = self.open[0]
            hint = "fill it by FillRows or Template.bound" if name in self.columns else "call Template.suggested first"
            raise UsageError(f"slot {{{name}}} is open; {hint}")
        values = {name: self._pools[self._bases[name]][pick] for name, pick in picks.items()}
        texts = {role: self._text(parts, values) for role, parts in self._texts.items()}
        return texts[""] if self._single else texts

    def _text(self, parts: Parts, values: Mapping[str, Filler]) -> str:
        text = "".join(part if isinstance(part, str) else part.write(values[part.name]) for part in parts)
        return text[:1].upper() + text[1:] if self.capitalize else text

    def fill(self, index: int) -> Any:
        """Return the text with an index from 0 to ``size`` - 1. For several texts: the texts by role."""
        return self.write(self.picks(index))

    def __iter__(self) -> Iterator[Any]:
        index, size = 0, self.size
        while index < size:
            yield self.fill(index)
            index += 1

    def order(self, seed: int = 0, key: str = "") -> Iterator[int]:
        """Yield all indices in random order, drawn one at a time."""
        rng = row_rng(seed, "template", key, "")
        if self.size <= _HUGE:
            yield from rng.permuted(range(self.size))
            return
        wide = Random(rng.randrange(_HUGE))
        seen: set[int] = set()
        while len(seen) < self.size:
            drawn = wide.randrange(self.size)
            if drawn not in seen:
                seen.add(drawn)
                yield drawn

    def sample(self, n: int, seed: int = 0, key: str = "") -> list[Any]:
        """Draw texts without replacement. Texts can be equal only if two combinations result in the same text.

        Args:
            n: Number of texts. If the template has fewer, all are returned. A larger sample starts with the smaller
                one.
            seed: Random seed.
            key: Additional text on which the draws depend.
        """
        return [self.fill(index) for index in islice(self.order(seed, key), n)]

    def dataset(self, n: int | None = None, *, seed: int = 0, **columns: Any) -> "Dataset":
        """Return the texts as a dataset.

        Args:
            n: Number of texts to draw. None returns all texts in order, if there are at most one million.
            seed: Random seed.
            **columns: Additional columns, with the same value in all rows, such as ``label="positive"``.

        Returns:
            A dataset with the column ``text``, or one column per role, and the additional columns.

        Example:
            >>> praise = Template("I {verb} this {noun}.", verb=["love", "adore"], noun=["film", "book"])
            >>> rows = praise.dataset(label="positive")
            >>> len(rows), rows[3]
            (4, {'text': 'I adore this book.', 'label': 'positive'})
        """
        from datasets import Dataset

        if n is None and self.size > _MOST:
            raise UsageError(f"the template has {self.size:,} texts; choose how many to draw: dataset(n=1000)")
        texts = list(self) if n is None else self.sample(whole_number(n, "n", 1), seed)
        taken = sorted({*columns} & {*self.roles})
        if taken:
            raise UsageError(f"the column {taken[0]!r} holds the texts; give the further one another name")
        by_role = [{"text": text} if isinstance(text, str) else text for text in texts]
        whole = {role: [row[role] for row in by_role] for role in self.roles}
        return Dataset.from_dict(whole | {name: [value] * len(texts) for name, value in columns.items()})

    def cases(
        self,
        task: "Task | str",
        name: str,
        accepted: str | Sequence[str] | None = None,
        n: int = 100,
        *,
        vary: str | None = None,
        seed: int = 0,
    ) -> "Dataset":
        """Return test cases for :meth:`hf_robust.CapabilitySuite.of_cases`.

        Args:
            task: The task, or its id. It must have the same texts as the template.
            name: Name of the test.
            accepted: Correct labels (for questions: answers).
            n: Maximum number of cases or pairs.
            vary: Alternative to ``accepted``: a slot whose filler must not affect the prediction. The cases are then
                pairs of texts that differ in this slot. The model must predict the same for both.
            seed: Random seed.

        Raises:
            UsageError: If the texts are not those of the task, if the slot does not exist, or if not exactly one of
                ``accepted`` and ``vary`` is given.

        Example:
            >>> import hf_robust as hr
            >>> task = hr.task("sentiment-classification", label_names=["negative", "positive"])
            >>> dull = Template("{name} found it {adj}.", name=["Ada", "Bo"], adj=["dull", "slow"])
            >>> tests = {"dull": dull.cases(task, "dull", "negative"), "names": dull.cases(task, "names", vary="name")}
            >>> suite = hr.CapabilitySuite.of_cases(task, tests)
            >>> report = hr.run(lambda texts: ["negative" if "Ada" in text else "positive" for text in texts], suite)
            >>> [report.result(name)["seeds"]["failure_rate"] for name in tests]
            [0.5, 1.0]
        """
        task = as_task(task)
        if (accepted is None) == (vary is None):
            raise UsageError("name the labels that are right (accepted=...), or which slot must not matter (vary=...)")
        if accepted is not None:
            fillings = (self.fill(index) for index in self.order(seed, name))
            return label_cases(fillings, task, name, accepted, n)
        return pair_cases(self._pairs(vary or "", name, seed), task, name, n)

    def _pairs(self, slot: str, key: str, seed: int) -> Iterator[tuple[Written, Written]]:
        """Filled templates, each with one that has another filler in a slot."""
        for index in self.order(seed, key):
            picks = self.picks(index)
            others = self.others(picks, slot)
            if not others:
                return
            rng = row_rng(seed, "another filler", repr(sorted(picks.items())), key)
            yield self.write(picks), self.write(rng.choice(others))

    def bound(self, **values: str | Sequence[str]) -> "Template":
        """Return a copy of the template with literal texts for some slots. Braces in these texts are plain characters.

        Args:
            **values: One text or several, by slot.

        Raises:
            UsageError: If the slot does not exist, or if it gets no text.

        Example:
            >>> Template("{lead} {quote}", columns=["quote"], lead=["He said:"]).bound(quote="a {b}").fill(0)
            'He said: a {b}'
        """
        new = object.__new__(type(self))
        new.__dict__ |= {**self.__dict__, "_pools": dict(self._pools), "_bases": dict(self._bases)}
        for name, value in values.items():
            if name not in self._bases:
                raise UsageError(f"unknown slot {{{name}}}; there are {', '.join(self._bases) or 'none'}")
            new._bases[name] = name
            new._pools[name] = SlotPool(name, [value] if isinstance(value, str) else list(dict.fromkeys(value)))
        new.columns = tuple(name for name in self.columns if name not in values)
        return new

    def suggested(
        self,
        top_n: int = 20,
        *,
        tag: str | None = None,
        sentiment: str | None = None,
        contexts: int = 16,
        model: str | None = None,
        seed: int = 0,
    ) -> "Template":
        """Return a copy of the template whose masks are filled by a masked language model.

        The words with the highest mean probability over several filled texts are used. For each mask, the model
        receives all texts in one call.

        Args:
            top_n: Number of words for each mask.
            tag: Required part of speech of the word in the text: universal (``ADJ``) or Penn (``NNS``).
            sentiment: Required sentiment of the word alone: ``positive``, ``negative`` or ``neutral``.
            contexts: Number of filled texts.
            model: See :func:`hf_robust.language.models.masked_lm`.
            seed: Random seed for drawing the texts.

        Raises:
            UsageError: If the template has no mask, or if no word remains.

        Example:
            >>> template = Template("The {mask} is {adj}.", adj=["old", "new", "late"])
            >>> found = template.suggested(5, tag="NOUN", sentiment="neutral")
            >>> found.size
            15
        """
        masks = [name for name in self.open if name not in self.columns]
        if not masks:
            raise UsageError("the template has no {mask} to fill")
        marks = mask_marks(masks)
        drawn = self.bound(**marks).sample(contexts, seed)
        texts = [text for found in drawn for text in ([found] if isinstance(found, str) else found.values())]
        return self.bound(**suggested_words(texts, marks, top_n, tag, sentiment, model))


def _pool(base: str, fillers: Mapping[str, Fillers], above: tuple[str, ...], known: dict[str, SlotPool]) -> SlotPool:
    """The fillers of a slot, made once for a template; texts with slots become templates."""
    if base in known:
        return known[base]
    if base in above:
        raise UsageError(f"slot {{{base}}} is in its own fillers: {' -> '.join((*above, base))}")
    if len(above) > _DEPTH:
        raise UsageError(f"expected fillers nested at most {_DEPTH} deep, found {' -> '.join(above[:3])} -> ...")
    given = fillers[base]
    if isinstance(given, SlotPool):
        return given
    distinct: dict[str, Any] = {}
    for filler in [given] if isinstance(given, str | Mapping) else given:
        if isinstance(filler, Mapping) and all(isinstance(part, str) for part in filler.values()):
            new: Any = filler
        elif isinstance(filler, str):
            parts = parse(filler)
            plain = all(isinstance(part, str) for part in parts)
            new = "".join(map(str, parts)) if plain else _nested(filler, parts, fillers, (*above, base), known)
        else:
            raise UsageError(f"slot {{{base}}}: a filler is a text or a mapping of texts, found {filler!r}")
        key = repr(new) if isinstance(new, str | Mapping) else f"{{{filler}}}"
        distinct.setdefault(key, new)
    known[base] = SlotPool(base, list(distinct.values()))
    return known[base]


def _nested(
    text: str, parts: Parts, fillers: Mapping[str, Fillers], above: tuple[str, ...], known: dict[str, SlotPool]
) -> Template:
    for slot in _slots([parts]):
        if base_of(slot.name, fillers) in above:
            raise UsageError(f"slot {{{slot.name}}} is in its own fillers: {' -> '.join((*above, slot.name))}")
    template = object.__new__(Template)
    template.__dict__ |= {"columns": (), "capitalize": False, "_single": True, "_texts": {"": parts}}
    template.__dict__ |= {"_pools": {}, "_bases": {}}
    for slot in _slots([parts]):
        template._add(slot.name, fillers, above, known)
    if template.open:
        raise UsageError(f"the mask in the filler {text!r} cannot be filled; masks belong in the template itself")
    template._check_attributes(_slots([parts]))
    return template


def _slots(texts: Collection[Parts]) -> list[Slot]:
    return [part for parts in texts for part in parts if isinstance(part, Slot)]
