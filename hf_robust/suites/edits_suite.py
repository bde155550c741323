"""Suites without the text of their source: ids of rows, edits, new labels; applied to a copy of the source."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust.suites.base import BaseEntry, BaseSuite
from hf_robust.suites.edits_applying import applied_suite
from hf_robust.suites.edits_card import edits_sections
from hf_robust.suites.edits_checking import check_created
from hf_robust.suites.edits_entry import EditsEntry
from hf_robust.suites.edits_making import edits_of
from hf_robust.suites.edits_rows import check_columns
from hf_robust.suites.manifest import typed_manifest
from hf_robust.suites.manifest_records import EditsManifest, Manifest
from hf_robust.suites.robustness import Suite
from hf_robust.suites.stated_features import stated_features

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True, repr=False)
class EditsSuite(BaseSuite):
    """A robustness suite as edits of a source that may not be passed on: ids, edits and new labels.

    Who has a copy of the source makes the suite of it with :meth:`apply`, and is told when the rows are others.

    Args:
        task: The bound task.
        entries: Entry by name.
        info: Where it comes from, as of a :class:`Suite`; beside that ``applied_hash`` (content hash of the suite that
            :meth:`apply` gives), ``applied_name`` (its name), ``source_rows`` (how many rows of the source it needs),
            ``source_columns`` (their features), ``stayed_out`` (entries that cannot be published as edits, and why)
            and ``words_shown`` (share of the words of the source rows of which edits write near copies).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful little film.", "So dull."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", [{"name": "typos", "count": 1}])
        >>> edits = hr.EditsSuite.of(suite)
        >>> edits["typos-count-1"].edits.column_names[:3]
        ['source_id', 'source_hash', 'transformation']
        >>> edits.apply(data.shuffle(seed=1)).content_hash == suite.content_hash == edits.info["applied_hash"]
        True
    """

    kind: ClassVar[str] = "edits"
    label: ClassVar[str] = "suite of edits"
    use: ClassVar[str] = (
        "make the whole suite of it and your copy of its data: hf-robust prebuilt apply SUITE --data DATA --out FOLDER "
        "(in Python: hr.EditsSuite.load and its apply)"
    )
    noun: ClassVar[tuple[str, str]] = ("transformation", "transformations")
    entry_type: ClassVar[type[BaseEntry]] = EditsEntry
    manifest_type: ClassVar[type[Manifest]] = EditsManifest
    card_tags: ClassVar[tuple[str, ...]] = ("edits",)

    entries: Mapping[str, EditsEntry]

    @classmethod
    def of(
        cls,
        suite: Suite,
        source: "Dataset | None" = None,
        progress: Callable[[str], None] | None = None,
    ) -> "EditsSuite":
        """What of a suite can be published without a text of its source.

        Each pair is made again from its original by the code that :meth:`apply` uses. It stays out when that does not
        give the very same row, when five or more consecutive words of the text lie inside edits, or when the new text
        holds five consecutive words of any text of the source. An entry stays out when fewer than half of its pairs
        are left.

        Then the edits of all entries, stages and variants are laid over one another. A word of a text is shown when an
        edit that touches it writes a near copy of it: equal once case, look-alike and invisible characters are
        folded, with a ratio of at least 0.5 by :class:`difflib.SequenceMatcher`, or one character for another where the
        word has no more; a synonym does not show it. Words that no space parts are also looked at as one. Pairs
        are taken in an order drawn from id, entry and variant, and one with which five consecutive words of a text
        would be shown stays out. In languages without spaces, words are those of the language.

        How many pairs stayed out and why is on record. The name of the suite ends in ``-edits``.

        Args:
            suite: The suite.
            source: All rows that it was built from; without them those that stand in the suite. Edits are searched for
                the texts of these.
            progress: Called with the name of each entry before it is made.

        Raises:
            UsageError: When it is no robustness suite, its ids are texts, or what it says of itself holds words of
                the source.
            EmptyDataError: When nothing of it can be published as edits.
        """
        entries, info, index = edits_of(suite, source, progress)
        edits = cls(suite.task, entries, info)
        check_created(edits, suite, index)
        return edits

    def apply(self, rows: "Dataset", progress: Callable[[str], None] | None = None) -> Suite:
        """The robustness suite, made of the user's own copy of the source.

        Args:
            rows: The source, in any order; other rows and columns do not matter.
            progress: Called with the name of each entry before it is made.

        Returns:
            The suite whose content hash is ``info["applied_hash"]``.

        Raises:
            UsageError: When the rows are no data set.
            MismatchError: When rows or columns are missing, rows are others, or the result is not what was published;
                it names the entry.
        """
        return applied_suite(self.task, self.entries, self.info, rows, progress)

    @classmethod
    def default_info(cls) -> dict[str, Any]:
        """What ``info`` says where the suite does not."""
        source = {"dataset": None, "split": None, "seed": 0, "variants": 1, "rows": 0, "labels": None}
        return {**super().default_info(), **source}

    def check(self, entry: EditsEntry) -> None:
        """Check an entry that was read.

        Raises:
            SuiteError: When its rows are no edits.
        """
        check_columns(entry.name, entry.edits)

    @classmethod
    def _read(cls, folder: Path, stated: Mapping[str, Any]) -> Self:
        columns = typed_manifest(folder, stated, EditsManifest).info.source_columns
        stated_features(columns, f"{folder}: info.source_columns")
        return super()._read(folder, stated)

    @classmethod
    def card_sections(cls, manifest: EditsManifest, repo: str | None) -> list[str]:
        """Texts of the card after its title."""
        return edits_sections(manifest, repo)
