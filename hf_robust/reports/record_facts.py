"""What records of all kinds say of how they were made, as names and values."""

from collections.abc import Mapping
from typing import Any, Protocol

from hf_robust.core.answer_modes import MODE_WORDS
from hf_robust.reports import wording
from hf_robust.reports.audit_words import audited_in_words
from hf_robust.reports.records.capability_records import CapabilitySuiteFacts
from hf_robust.reports.records.robustness_records import AttackedModel, SuiteFacts, TrustOptions
from hf_robust.reports.records.shared_records import AskedModel, Header, Model, Predictions, Requests

Pairs = list[tuple[str, str]]


class DatasetRecord(Protocol):
    """Rows of a dataset."""

    @property
    def dataset(self) -> str | None:
        """The dataset."""

    @property
    def split(self) -> str | None:
        """Its split."""


def model_facts(model: Model) -> Pairs:
    """The model of a record that has one."""
    return known(
        ("Model", model.name),
        ("Model type", "bundled with hf_robust" if model.kind == "embedded" else model.kind),
        ("Model revision", model.revision),
        ("Labels", ", ".join(model.labels or ())),
        *(_asked_facts(model.language_model) if model.language_model else ()),
    )


def _asked_facts(asked: AskedModel) -> Pairs:
    """How a language model was asked."""
    return known(
        ("Prompt", f"{asked.prompt}, {asked.examples} examples" if asked.examples else asked.prompt),
        ("How predictions are read", ", ".join(filter(None, (_read_from(asked.answer), *_scored(asked))))),
        *(_request_facts(asked.requests) if asked.requests else ()),
    )


def _read_from(mode: str | None) -> str | None:
    """How predictions are read, in words, with the name of the answer mode."""
    return f"from {MODE_WORDS[mode]} ({mode})" if mode in MODE_WORDS else mode


def _scored(asked: AskedModel) -> list[str]:
    """How the scores of labels were changed."""
    words = (("divided by the tokens of the word", asked.normalized), ("calibrated", asked.calibrated))
    return [word for word, said in words if said]


def _request_facts(requests: Requests) -> Pairs:
    """What was sent to a model behind an API, and what it cost."""
    tokens = f"{requests.input_tokens:,} tokens in, {requests.output_tokens:,} out"
    if requests.estimated:
        tokens += f", estimated for {requests.estimated:,} requests"
    cost = None if requests.cost is None else f"{requests.cost:,.4f} {requests.currency}"
    return known(
        ("Server", " ".join(filter(None, [requests.server, requests.server_version]))),
        (
            "Requests",
            f"{requests.sent:,} sent, {requests.stored:,} answered from the answer cache, {requests.failed:,} failed",
        ),
        ("Tokens", tokens),
        ("Cost", cost),
    )


def suite_facts(suite: SuiteFacts | CapabilitySuiteFacts) -> Pairs:
    """The suite, and the data that it was made from."""
    return known(
        ("Suite", " ".join(filter(None, [suite.name, suite.version]))),
        ("Suite repository", suite.repo),
        ("Suite revision", suite.revision),
        ("Suite commit", suite.commit),
        ("Content hash", suite.content_hash),
        ("Task", suite.task),
        data_fact(suite),
        ("Attacked model", _attacked(suite.attacked) if isinstance(suite, SuiteFacts) else None),
    )


def _attacked(model: AttackedModel | None) -> str | None:
    """The model against which an attack found the rows."""
    return " at ".join(filter(None, [model.name, model.revision])) if model else None


def data_fact(source: DatasetRecord) -> tuple[str, str]:
    """The dataset and its split."""
    return "Dataset", " / ".join(filter(None, [source.dataset, source.split]))


def trust_facts(options: TrustOptions | None) -> Pairs:
    """What was asked of the tests' labels."""
    if options is None:
        return []
    least = options.min_confidence
    return known(
        ("Minimum confidence", None if least is None else wording.share(least)),
        (
            "Transformations without rated labels (option --unrated)",
            {"skip": "excluded from the run", "keep": "included in the run"}.get(options.unrated or ""),
        ),
    )


def trust_run(options: TrustOptions | None, audits: Mapping[str, Mapping[str, Any] | None]) -> dict[str, str]:
    """The same for formats that carry metadata: the least confidence, and what was said of each test's labels."""
    least = options.min_confidence if options else None
    rated = {f"labels.{name}": audited_in_words(audit) for name, audit in audits.items() if audit}
    return {**({} if least is None else {"min_confidence": f"{least:g}"}), **rated}


def environment_facts(record: Header) -> Pairs:
    """Predictions (where one model made them), time, versions and resources."""
    environment = record.environment
    return known(
        ("Predictions", _predicted(record)),
        ("Time", None if record.seconds is None else f"{record.seconds:,.1f} seconds"),
        ("Created", f"{wording.moment(record.created)} with hf_robust {record.hf_robust_version}"),
        ("Python", f"{environment.python} on {environment.platform}"),
        *((one.purpose.capitalize(), wording.resource_words(one)) for one in record.resources),
        ("Libraries", ", ".join(f"{name} {version}" for name, version in environment.packages.items())),
    )


def notes_of(record: Header) -> Pairs:
    """Which resources were used, and how much was predicted: for formats that do not list all facts."""
    used = [("used", f"{one.purpose}: {wording.resource_words(one)}") for one in record.resources]
    return [*used, *known(("predicted", _predicted(record)))]


def _predicted(record: Header) -> str | None:
    """How much a model was asked; None for records of several models."""
    predictions: Predictions | None = getattr(record, "predictions", None)
    if not predictions:
        return None
    asked: AskedModel | None = getattr(getattr(record, "model", None), "language_model", None)
    words = wording.prediction_words(predictions)
    if asked and asked.requests and asked.requests.stored:
        words += f"; {wording.count(asked.requests.stored, 'answer')} came from the answer cache (earlier requests)"
    return words


def known(*pairs: tuple[str, str | None]) -> Pairs:
    """The pairs that have a value."""
    return [(name, value) for name, value in pairs if value]
