"""What reports of all kinds can do: load, show, check and save themselves."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import write_files
from hf_robust.core.json_values import plain, printable
from hf_robust.core.own_files import check_own
from hf_robust.core.typed_json import as_json
from hf_robust.reports.formats import check_formats, format_of, notebook, renderer, suffixes, terminal
from hf_robust.reports.gate_view import with_gate
from hf_robust.reports.gates import GateConditions, GatedValue, ReportGate, judged
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
    """The result of a run: a record, and methods that show, check and save it.

    A report behaves like a mapping: ``report[name]`` returns the result with that name, ``name in report`` tests
    whether there is one, ``len(report)`` is the number of results, and iteration gives the names. The subclass defines
    what the results are and which names they have.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.
    """

    schema: ClassVar[Schema[Any]]
    no_gate_values: ClassVar[str] = ""
    """Reason in error messages if a report has no values for a gate."""
    page_name: ClassVar[str]
    record: dict[str, Any]

    def __post_init__(self) -> None:
        record = self.schema.complete(self.record)
        if "results" in record:
            record["results"] = [self._result(place, numbers) for place, numbers in enumerate(record["results"])]
        object.__setattr__(self, "record", record)

    @classmethod
    def load(cls, path: str | Path) -> "Self":
        """Load a saved report.

        Args:
            path: The folder that was passed to :meth:`save`, or the JSON file in it.

        Raises:
            DataFileError: If there is no report of this type, if it is unreadable or its values contradict each other,
                or if a newer version of the package wrote it.
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
        """Return the view of a valid record whose texts can be printed."""

    @property
    def view(self) -> View:
        """The content of the report, for the renderers of the formats."""
        record = self.schema.typed(plain(self.record, printable))
        view = replace(self.build(record), warnings=warnings_of(record), signature=self._signature(record))
        return with_gate(view, record.gate, self.measured_from(record))

    @property
    def typed_record(self) -> R:
        """The record as a typed object: its attributes are the keys of the JSON. It is created anew on each access.

        Raises:
            UsageError: If the record was changed, so that a key is missing or a value has the wrong type.
        """
        record: R = self.schema.typed(self.record)
        return record

    @property
    def signature(self) -> str:
        """One line that identifies the measurement, to cite in a paper together with a number.

        Reports that measure the same thing with the same result have equal signatures. The topic ``reports`` explains
        each part.
        """
        return self._signature(self.typed_record)

    @classmethod
    def _signature(cls, record: Any) -> str:
        return signature_line(record.hf_robust_version, cls.signature_parts(record))

    @staticmethod
    @abstractmethod
    def signature_parts(record: Any) -> dict[str, object]:
        """Return the parts of the signature of a record by name, without the version."""

    @property
    def verdict(self) -> str:
        """The headline: the warnings of the run, if any, followed by a summary in one sentence."""
        view = self.view
        return " ".join([*(message for _, message in view.warnings), view.headline])

    def __str__(self) -> str:
        return terminal.render(self.view)

    def _repr_html_(self) -> str:
        return notebook.render(self.view)

    def table(self, console_width: int | None = None) -> "RenderableType":
        """Return the output of :meth:`print_table` as a rich renderable.

        Args:
            console_width: Number of characters per line. Below 80, less important columns are left out.
        """
        return terminal.draw(self.view, console_width)

    def print_table(self, told: Collection[str] = ()) -> None:
        """Print a short form of the report, in color if the output is a terminal.

        Args:
            told: Warnings that are not printed, because they were printed before.
        """
        warnings = tuple(one for one in self.view.warnings if one[1] not in told)
        terminal.print_view(replace(self.view, warnings=warnings))

    @staticmethod
    def measured_from(record: Any) -> str:
        """Return the name of the reference model of the values of a gate, or an empty string if there is none."""
        return ""

    @classmethod
    def gate_values(cls, record: Any) -> tuple[GatedValue, ...]:
        """Return the values of a record that a gate can check.

        Args:
            record: A valid record.

        Raises:
            UsageError: If this type of report does not support gates.
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
        gate, record = ReportGate.of(conditions), self.typed_record
        values = self.gate_values(record)
        if not values:
            raise UsageError(f"this {self.schema.noun} has no values for a gate{self.no_gate_values}")
        names = [name for one in values for name in (one.name, *one.also)]
        gate.check_names(names, {one.quantity for one in values})
        return judged(values, gate, [code for code, _ in warnings_of(record)])

    def with_gate(self, conditions: GateConditions) -> "Self":
        """Return the report with the verdicts of a gate. The page, the table and the record include them.

        Args:
            conditions: As for :meth:`gate`.

        Raises:
            UsageError: If a condition cannot be parsed, or if this type of report does not support gates.
            UnknownNameError: If a condition names a value that is not in the report.
        """
        return replace(self, record={**self.record, "gate": as_json(self.gate(conditions))})

    def failures(self, fail_under: FailUnder) -> list[str]:
        """Return one message for each check whose score is below its threshold.

        Args:
            fail_under: Minimum score, from 0 to 1, for all checks. A mapping sets a minimum score per transformation
                name or capability id. Its key ``"*"`` applies to all others.

        Raises:
            UsageError: If a threshold is not between 0 and 1, or if a name is not in the report.
        """
        from hf_robust.reports.formats.junit import failures

        return failures(self.view, fail_under)

    def save(self, folder: str | Path, formats: Collection[str] = ("html", "json"), *, overwrite: bool = False) -> Path:
        """Save the report to a folder. Either all files are written, or none is changed.

        Args:
            folder: The folder. It is created if it does not exist. Other files in it are not changed.
            formats: Formats of the files: ``"html"`` and ``"json"`` by default, and others such as ``"pdf"``,
                ``"latex"`` or ``"markdown"``, as for :meth:`write`.
            overwrite: Whether to replace files that this package did not write.

        Returns:
            The folder.

        Raises:
            UsageError: If the record was changed and is no longer valid, or if a file exists that this package did not
                write.
            UnknownNameError: If a format does not exist.
            MissingExtra: If a format needs a library that is not installed.
            OSError: If the folder cannot be written to.
        """
        formats = [formats] if isinstance(formats, str) else list(formats)
        check_formats(formats)
        check_own([Path(folder, self.file_name(format)) for format in formats], overwrite)
        write_files(folder, {self.file_name(format): self._content(format, {}) for format in formats})
        return Path(folder)

    def file_name(self, format: str) -> str:
        """Return the file name that :meth:`save` uses for a format.

        Args:
            format: The format, for example ``"pdf"``.
        """
        return self.schema.file_name if format == "json" else str(Path(self.page_name).with_suffix(suffixes()[format]))

    def write(self, path: str | Path, format: str | None = None, *, overwrite: bool = False, **options: Any) -> Path:
        """Write the report to a file in one format.

        Args:
            path: The file.
            format: ``"json"`` (the record) or a format of :mod:`hf_robust.reports.formats`: ``"html"`` (a page that can
                be read offline), ``"junit"``, ``"latex"``, ``"markdown"``, ``"notebook"``, ``"pdf"`` or ``"terminal"``.
                None selects the format by the file extension.
            overwrite: Whether to replace a file that this package did not write.
            **options: Options of the format.

        Returns:
            The path of the file.

        Raises:
            UsageError: If the file exists and this package did not write it.
            UnknownNameError: If the format does not exist, or if no format has this file extension.
            OSError: If the file cannot be written.
        """
        path = Path(path)
        check_own([path], overwrite)
        content = self._content(format or format_of(path, known={"json": ".json"}), options)
        write_files(path.parent, {path.name: content})
        return path

    def to_json(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write only the record, as JSON.

        Args:
            path: The file.
            overwrite: Whether to replace a file that this package did not write.
        """
        return self.write(path, "json", overwrite=overwrite)

    def to_html(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write only the page, as HTML.

        Args:
            path: The file.
            overwrite: Whether to replace a file that this package did not write.
        """
        return self.write(path, "html", overwrite=overwrite)

    def to_pdf(self, path: str | Path, fonts: Sequence[str | Path] = (), *, overwrite: bool = False) -> Path:
        """Write a PDF document in A4 with vector charts and selectable text. This needs the extra ``pdf``.

        Args:
            path: The file.
            fonts: TrueType files to use before the fonts of this computer.
            overwrite: Whether to replace a file that this package did not write.

        Raises:
            MissingExtra: If the extra is not installed.
        """
        return self.write(path, "pdf", fonts=fonts, overwrite=overwrite)

    def to_latex(self, path: str | Path, fragment: bool = False, *, overwrite: bool = False) -> Path:
        """Write a LaTeX document that compiles with a plain TeX Live.

        Args:
            path: The file.
            fragment: Whether to write only the tables and figures, each with a label, to include them in a paper.
            overwrite: Whether to replace a file that this package did not write.
        """
        return self.write(path, "latex", fragment=fragment, overwrite=overwrite)

    def to_markdown(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write Markdown without images, for a pull request, a workflow summary or a model card.

        Args:
            path: The file.
            overwrite: Whether to replace a file that this package did not write.
        """
        return self.write(path, "markdown", overwrite=overwrite)

    def to_junit(
        self, path: str | Path, fail_under: FailUnder = None, *, strict: bool = False, overwrite: bool = False
    ) -> Path:
        """Write JUnit XML, which CI systems display as test results.

        Args:
            path: The file.
            fail_under: Minimum scores, as for :meth:`failures`. A check with a lower score fails. None: no check fails.
            strict: For a report with a gate: whether each value without the verdict PASS fails. If False, only values
                with the verdict BLOCK fail.
            overwrite: Whether to replace a file that this package did not write.

        Raises:
            UsageError: If a threshold is not between 0 and 1, or if a name is not in the report.
        """
        return self.write(path, "junit", fail_under=fail_under, strict=strict, overwrite=overwrite)

    def card_entries(self) -> list[dict]:
        """Return the entries that :meth:`push_results` adds to the metadata of a model card.

        Raises:
            UsageError: If the report covers several models, or if it has no score.
        """
        raise UsageError(
            f"a {self.schema.noun} is of several models, so it has no place in the card of one; push the report of one"
        )

    def push_results(
        self, model: str, create_pr: bool = False, revision: str | None = None, token: str | None = None
    ) -> str:
        """Add the results to the card of a model on the Hub: to its metadata, and as a section with a short report.

        Results from an earlier push of the same suite are replaced. The rest of the card does not change. If the model
        has no card, a card is created. If the suite is a benchmark on the Hub, a file in ``.eval_results`` is also
        written.

        Args:
            model: Repository ``"user/model"``.
            create_pr: Whether to open a pull request instead of a commit.
            revision: Branch. None uses ``main``.
            token: Token with write access. None uses the token of the logged-in user.

        Returns:
            The URL of the commit or of the pull request.

        Raises:
            UsageError: If the report covers several models, or if it has no score.
            HubError: If there is no token or no such model, if its card is invalid, or if the Hub refuses the request
                or cannot be reached.
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
