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
    """A robustness suite without the texts of its source: ids, edits and new labels.

    It is for sources that may not be shared. Users with a copy of the source rebuild the robustness suite with
    :meth:`apply`. If their rows differ from the source, :meth:`apply` raises an error.

    Args:
        task: The task, bound to the data.
        entries: Entries by name.
        info: Metadata as for :class:`Suite`. Additional keys: ``applied_hash`` (content hash of the suite that
            :meth:`apply` returns), ``applied_name`` (its name), ``source_rows`` (number of source rows it needs),
            ``source_columns`` (their features), ``stayed_out`` (entries that cannot be published as edits, with the
            reasons) and ``words_shown`` (share of the words of the source rows of which the edits contain near copies).

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
        """Return the part of a suite that can be published without the texts of its source.

        Each pair is rebuilt from its original with the code of :meth:`apply`. A pair is left out if

        - the rebuilt row is not identical,
        - edits cover five or more consecutive words of the text, or
        - the new text contains five consecutive words of any text of the source.

        An entry is left out if fewer than half of its pairs remain.

        Then the edits of all entries, stages and variants are combined. A word of a text is shown if an edit that
        touches it contains the word or a near copy of it. Case, look-alike characters and invisible characters are
        normalized first. A near copy has a ratio of at least 0.5 according to :class:`difflib.SequenceMatcher`. For a
        word of one character, any other single character is a near copy. Synonyms do not show a word. Words without a
        space between them are also compared as one word. In languages without spaces, the word segmentation of the
        language is used.

        Pairs are added in an order drawn from the id, the entry and the variant. A pair is left out if it would show
        five consecutive words of a text.

        The number of pairs that were left out and the reasons are recorded. The name of the suite ends in ``-edits``.

        Args:
            suite: The robustness suite.
            source: All rows from which the suite was built. Edits are checked against their texts. None uses the rows
                in the suite.
            progress: Function that is called with the name of each entry before it is built.

        Raises:
            UsageError: If the suite is not a robustness suite, if its ids are texts, or if its metadata contain words
                of the source.
            EmptyDataError: If nothing of the suite can be published as edits.
        """
        entries, info, index = edits_of(suite, source, progress)
        edits = cls(suite.task, entries, info)
        check_created(edits, suite, index)
        return edits

    def apply(self, rows: "Dataset", progress: Callable[[str], None] | None = None) -> Suite:
        """Rebuild the robustness suite from a copy of the source.

        Args:
            rows: The source, in any order. It may have additional rows and columns.
            progress: Function that is called with the name of each entry before it is built.

        Returns:
            The suite. Its content hash is ``info["applied_hash"]``.

        Raises:
            UsageError: If ``rows`` is not a dataset.
            MismatchError: If rows or columns are missing, if rows differ, or if the result differs from the published
                suite. The message names the entry.
        """
        return applied_suite(self.task, self.entries, self.info, rows, progress)

    @classmethod
    def default_info(cls) -> dict[str, Any]:
        """Return the default values of ``info``."""
        source = {"dataset": None, "split": None, "seed": 0, "variants": 1, "rows": 0, "labels": None}
        return {**super().default_info(), **source}

    def check(self, entry: EditsEntry) -> None:
        """Check an entry that was loaded.

        Raises:
            SuiteError: If its rows are not edits.
        """
        check_columns(entry.name, entry.edits)

    @classmethod
    def _read(cls, folder: Path, stated: Mapping[str, Any]) -> Self:
        columns = typed_manifest(folder, stated, EditsManifest).info.source_columns
        stated_features(columns, f"{folder}: info.source_columns")
        return super()._read(folder, stated)

    @classmethod
    def card_sections(cls, manifest: EditsManifest, repo: str | None) -> list[str]:
        """Return the sections of the card that follow its title, in Markdown."""
        return edits_sections(manifest, repo)
