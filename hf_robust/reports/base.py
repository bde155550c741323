"""What reports of all kinds can do: load, show, check and save themselves."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import write_files
from hf_robust.core.own_files import check_own
from hf_robust.core.record_shape import plain, printable
from hf_robust.core.typed_json import as_json
from hf_robust.reports.formats import check_formats, format_of, notebook, renderer, suffixes, terminal
from hf_robust.reports.gate_view import with_gate
from hf_robust.reports.gates import Gate, GateConditions, Measured, judged
from hf_robust.reports.model_card import key_of, section_of
from hf_robust.reports.record import R, Schema, dumps
from hf_robust.reports.records.gate_records import GateRecord
from hf_robust.reports.results_by_name import Result, ResultsByName
from hf_robust.reports.run_warnings import warnings_of
from hf_robust.reports.signature import signature_line
from hf_robust.reports.thresholds import FailUnder
from hf_robust.reports.view import View

if TYPE_CHECKING:
    from typing import Self

    from rich.console import RenderableType


@dataclass(frozen=True, repr=False)
class BaseReport(ResultsByName, Generic[R]):
    """The outcome of a run: a record, and every form it is shown or saved in.

    ``report[name]`` is the result of that name, ``name in report`` and ``len(report)`` are as for a mapping, and a loop
    gives the names. The class of the report says what its results are and which names they have.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.
    """

    schema: ClassVar[Schema[Any]]
    no_gate_values: ClassVar[str] = ""
    """What messages say where a report has no values for a gate."""
    page_name: ClassVar[str]
    record: dict[str, Any]

    def __post_init__(self) -> None:
        record = self.schema.complete(self.record)
        if "results" in record:
            record["results"] = [self._result(place, numbers) for place, numbers in enumerate(record["results"])]
        object.__setattr__(self, "record", record)

    @classmethod
    def load(cls, path: str | Path) -> "Self":
        """Read a saved report.

        Args:
            path: The folder given to `save`, or the JSON file in it.

        Raises:
            DataFileError: There is no such report, it is unreadable or contradicts itself, or a newer version wrote it.
        """
        report = cls(cls.schema.read(path))
        try:
            _ = report.view
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise DataFileError(
                f"{path} is no sound {cls.schema.noun}: its values contradict each other ({repr(error)[:200]}); save "
                "the report again"
            ) from error
        return report

    @staticmethod
    @abstractmethod
    def build(record: Any) -> View:
        """The view of a valid record whose texts can be shown."""

    @property
    def view(self) -> View:
        """What the report says, for renderers."""
        record = self.schema.typed(plain(self.record, printable))
        view = replace(self.build(record), warnings=warnings_of(record), signature=self._signature(record))
        return with_gate(view, record.gate, self.measured_from(record))

    @property
    def typed_record(self) -> R:
        """The record as a type, whose attributes are the keys of the JSON; read anew each time.

        Raises:
            UsageError: The record was changed and lacks a key or holds a value of another type.
        """
        record: R = self.schema.typed(self.record)
        return record

    @property
    def signature(self) -> str:
        """One line that says what was measured, to quote in a paper beside a number.

        Reports that measure the same thing with the same result have equal signatures. The topic ``reports`` says
        where each part comes from.
        """
        return self._signature(self.typed_record)

    @classmethod
    def _signature(cls, record: Any) -> str:
        return signature_line(record.hf_robust_version, cls.signature_parts(record))

    @staticmethod
    @abstractmethod
    def signature_parts(record: Any) -> dict[str, object]:
        """The parts of the signature of a record by name, without the version."""

    @property
    def verdict(self) -> str:
        """The headline: the warnings of the run, if any, and then what the report says, in one sentence."""
        view = self.view
        return " ".join([*(message for _, message in view.warnings), view.headline])

    def __str__(self) -> str:
        return terminal.render(self.view)

    def _repr_html_(self) -> str:
        return notebook.render(self.view)

    def table(self, console_width: int | None = None) -> "RenderableType":
        """What `print_table` prints, as a rich renderable.

        Args:
            console_width: Characters a line; below 80 columns that matter less are left out.
        """
        return terminal.draw(self.view, console_width)

    def print_table(self, told: Collection[str] = ()) -> None:
        """Print the report in brief, in color when the output is a terminal.

        Args:
            told: Warnings that were printed before and are left out.
        """
        warnings = tuple(one for one in self.view.warnings if one[1] not in told)
        terminal.print_view(replace(self.view, warnings=warnings))

    @staticmethod
    def measured_from(record: Any) -> str:
        """The model that the values of a gate are measured from; empty where there is none."""
        return ""

    @classmethod
    def gate_values(cls, record: Any) -> tuple[Measured, ...]:
        """The values of a record that a gate can judge.

        Args:
            record: A valid record.

        Raises:
            UsageError: Reports of this kind have none.
        """
        raise UsageError(f"a {cls.schema.noun} has no values for a gate")

    def gate(self, conditions: GateConditions) -> GateRecord:
        """Compare the values of the report with limits. Each gets a verdict: PASS, WARN, BLOCK or INCONCLUSIVE.

        ``BLOCK`` means that the value is significantly above its limit, ``WARN`` that it is above the limit but not
        significantly, and ``PASS`` that it is significantly below the limit. ``INCONCLUSIVE`` means that the rows do
        not decide, or that a warning of the run keeps the value from passing. See the topic ``reports`` for the tests.

        Args:
            conditions: ``"drop<=3"`` (points) for all transformations, or ``"typos<=10"`` for one. Several conditions
                are given as a list, as a string separated by commas, or as a mapping such as ``{"typos": 10}``. Use
                ``"success<=20"`` for attack reports and ``"failure<=5"`` for capability reports.

        Returns:
            The verdict for the report and for each value. Each result also has ``detectable``, the smallest value that
            the test can detect with this number of rows, and ``rows_needed``, the number of rows needed for a decision.

        Raises:
            UsageError: If a condition cannot be parsed, or if this type of report does not support gates.
            UnknownNameError: If a condition names a value that is not in the report.
        """
        gate, record = Gate.of(conditions), self.typed_record
        values = self.gate_values(record)
        if not values:
            raise UsageError(f"this {self.schema.noun} has no values for a gate{self.no_gate_values}")
        names = [name for one in values for name in (one.name, *one.also)]
        gate.check_names(names, {one.quantity for one in values})
        return judged(values, gate, [code for code, _ in warnings_of(record)])

    def with_gate(self, conditions: GateConditions) -> "Self":
        """The report with the verdicts of a gate, which its page, its table and its record then have.

        Args:
            conditions: As for :meth:`gate`.

        Raises:
            UsageError: If a condition cannot be parsed, or if this type of report does not support gates.
            UnknownNameError: If a condition names a value that is not in the report.
        """
        return replace(self, record={**self.record, "gate": as_json(self.gate(conditions))})

    def failures(self, fail_under: FailUnder) -> list[str]:
        """One message for each check whose score is below a threshold.

        Args:
            fail_under: The lowest score that passes, from 0 to 1; or a mapping to it from the names of transformations
                or the ids of capabilities, with ``"*"`` for all others.

        Raises:
            UsageError: A threshold does not lie between 0 and 1, or nothing has that name.
        """
        from hf_robust.reports.formats.junit import failures

        return failures(self.view, fail_under)

    def save(self, folder: str | Path, formats: Collection[str] = ("html", "json"), *, overwrite: bool = False) -> Path:
        """Write the page and the record; all files are new afterwards, or all are as they were.

        Args:
            folder: Created when it does not exist. Other files in it are left alone.
            formats: What is written: ``"html"`` and ``"json"``, and where they are asked for ``"pdf"``, ``"latex"``,
                ``"markdown"``, ... as for :meth:`write`.
            overwrite: Also replace files that this package did not write.

        Returns:
            The folder.

        Raises:
            UsageError: The record was changed into something that is no record, or a file is there that this package
                did not write.
            UnknownNameError: There is no such format.
            MissingExtra: A format needs a library that is not installed.
            OSError: The folder cannot be written.
        """
        formats = [formats] if isinstance(formats, str) else list(formats)
        check_formats(formats)
        check_own([Path(folder, self.file_name(format)) for format in formats], overwrite)
        write_files(folder, {self.file_name(format): self._content(format, {}) for format in formats})
        return Path(folder)

    def file_name(self, format: str) -> str:
        """What `save` calls the file of a format.

        Args:
            format: For example ``"pdf"``.
        """
        return self.schema.file_name if format == "json" else str(Path(self.page_name).with_suffix(suffixes()[format]))

    def write(self, path: str | Path, format: str | None = None, *, overwrite: bool = False, **options: Any) -> Path:
        """Write the report in one format.

        Args:
            format: ``json`` (the record), or one of :mod:`hf_robust.reports.formats`: ``html`` (the page; no network is
                needed to read it), ``junit``, ``latex``, ``markdown``, ``notebook``, ``pdf``, ``terminal``. None:
                what the ending of the file says.
            overwrite: Replace the file also where this package did not write it.
            **options: Those of the format.

        Returns:
            The path.

        Raises:
            UsageError: A file is there that this package did not write.
            UnknownNameError: There is no such format, or none for that ending.
            OSError: The file cannot be written.
        """
        path = Path(path)
        check_own([path], overwrite)
        content = self._content(format or format_of(path, known={"json": ".json"}), options)
        write_files(path.parent, {path.name: content})
        return path

    def to_json(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the record alone.

        Args:
            overwrite: Replace the file also where this package did not write it.
        """
        return self.write(path, "json", overwrite=overwrite)

    def to_html(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the page alone.

        Args:
            overwrite: Replace the file also where this package did not write it.
        """
        return self.write(path, "html", overwrite=overwrite)

    def to_pdf(self, path: str | Path, fonts: Sequence[str | Path] = (), *, overwrite: bool = False) -> Path:
        """Write a PDF document: A4, with charts as vectors and text that can be copied; the extra ``pdf`` is needed.

        Args:
            fonts: TrueType files to take before those of this computer.
            overwrite: Replace the file also where this package did not write it.

        Raises:
            MissingExtra: The extra is not installed.
        """
        return self.write(path, "pdf", fonts=fonts, overwrite=overwrite)

    def to_latex(self, path: str | Path, fragment: bool = False, *, overwrite: bool = False) -> Path:
        """Write a LaTeX document that plain TeX Live compiles.

        Args:
            fragment: Write its tables and figures alone, each with its label, to paste into a paper.
            overwrite: Replace the file also where this package did not write it.
        """
        return self.write(path, "latex", fragment=fragment, overwrite=overwrite)

    def to_markdown(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write Markdown for a pull request, the summary of a workflow or a model card: text without images.

        Args:
            overwrite: Replace the file also where this package did not write it.
        """
        return self.write(path, "markdown", overwrite=overwrite)

    def to_junit(
        self, path: str | Path, fail_under: FailUnder = None, *, strict: bool = False, overwrite: bool = False
    ) -> Path:
        """Write JUnit XML, which CI systems show as test results.

        Args:
            fail_under: What scores below this fails, as for :meth:`failures`; without it nothing does.
            strict: With a gate, whether values that do not pass fail too; without it, only blocked ones do.
            overwrite: Replace the file also where this package did not write it.

        Raises:
            UsageError: A threshold does not lie between 0 and 1, or nothing has that name.
        """
        return self.write(path, "junit", fail_under=fail_under, strict=strict, overwrite=overwrite)

    def card_entries(self) -> list[dict]:
        """The entries that :meth:`push_results` writes into the index of a model's card.

        Raises:
            UsageError: The report is of several models, or holds no score.
        """
        raise UsageError(
            f"a {self.schema.noun} is of several models, so it has no place in the card of one; push the report of one"
        )

    def push_results(
        self, model: str, create_pr: bool = False, revision: str | None = None, token: str | None = None
    ) -> str:
        """Write the results into the card of a model on the Hub: its index, and a section with the report in brief.

        Results of an earlier push of the same suite are replaced; all else of the card stays as it is. A model without
        a card gets one. The file in ``.eval_results`` is written where the suite is a benchmark of the Hub.

        Args:
            model: Repository ``"user/model"``.
            create_pr: Open a pull request in place of a commit.
            revision: Branch; None: main.
            token: A token that may write; None: the one that is logged in.

        Returns:
            The address of the commit or the pull request.

        Raises:
            UsageError: The report is of several models, or holds no score.
            HubError: There is no token, no such model, its card is broken, or the Hub refuses or is out of reach.
        """
        from hf_robust.reports.hub_results import CardResults, publish

        entries = self.card_entries()
        record: Any = self.typed_record  # of one model: the others have no entries
        results = CardResults(key_of(record), entries, section_of(self.view), record)
        return publish(results, model, create_pr, revision, token)

    def _content(self, format: str, options: dict[str, Any]) -> bytes:
        self.schema.check(self.record)
        if format == "json":
            return dumps(self.record)
        content = renderer(format)(self.view, **options)
        if format == "terminal" and isinstance(content, str):
            content = f"{content.rstrip()}\n\nMade with hf_robust.\n"  # by which the file is known when it is replaced
        return content if isinstance(content, bytes) else content.encode("utf-8")

    def _result(self, index: int, numbers: dict) -> Result:
        result = Result(numbers)
        result.entry = lambda: self.view.entry(index)
        return result
