"""What records of all kinds say of how they were made, as names and values."""

from hf_robust.reports import wording
from hf_robust.reports.audit_words import audited_in_words

Pairs = list[tuple[str, str]]


def model_facts(record: dict) -> Pairs:
    """The model of a record that has one."""
    model = record["model"]
    return known(
        ("Model", model["name"]),
        ("Model kind", model["kind"]),
        ("Model revision", model["revision"]),
        ("Labels", ", ".join(model["labels"] or ())),
    )


def suite_facts(record: dict) -> Pairs:
    """The suite, and the data that it was made from."""
    suite = record["suite"]
    return known(
        ("Suite", " ".join(filter(None, [suite["name"], suite["version"]]))),
        ("Suite repository", suite["repo"]),
        ("Suite revision", suite["revision"]),
        ("Suite commit", suite["commit"]),
        ("Content hash", suite["content_hash"]),
        ("Task", suite["task"]),
        data_fact(suite),
        ("Attacked model", _attacked(suite.get("attacked"))),
    )


def _attacked(model: dict | None) -> str | None:
    """The model against which an attack found the rows."""
    return " at ".join(filter(None, [model["name"], model["revision"]])) if model else None


def data_fact(source: dict) -> tuple[str, str]:
    """The data set and its split."""
    return "Dataset", " / ".join(filter(None, [source["dataset"], source["split"]]))


def trust_facts(record: dict) -> Pairs:
    """What was asked of the tests' labels."""
    options = record.get("options") or {}
    least = options.get("min_confidence")
    return known(
        ("Minimum confidence", None if least is None else wording.share(least)),
        ("Unrated transformations", {"skip": "excluded", "keep": "included"}.get(options.get("unrated") or "")),
    )


def trust_run(record: dict) -> dict[str, str]:
    """The same for formats that carry metadata: the least confidence, and what was said of each test's labels."""
    least = (record.get("options") or {}).get("min_confidence")
    said = {f"labels.{one.get('id', one['name'])}": one.get("audit") for one in record["results"]}
    rated = {name: audited_in_words(audit) for name, audit in said.items() if audit}
    return {**({} if least is None else {"min_confidence": f"{least:g}"}), **rated}


def environment_facts(record: dict) -> Pairs:
    """Predictions (where one model made them), time, versions and resources."""
    environment, predictions = record["environment"], record.get("predictions")
    return known(
        ("Predictions", wording.prediction_words(predictions) if predictions else None),
        ("Time", None if record["seconds"] is None else f"{record['seconds']:,.1f} seconds"),
        ("Created", f"{wording.moment(record['created'])} with hf_robust {record['hf_robust_version']}"),
        ("Python", f"{environment['python']} on {environment['platform']}"),
        *((one["purpose"].capitalize(), wording.resource_words(one)) for one in record["resources"]),
        ("Libraries", ", ".join(f"{name} {version}" for name, version in environment["packages"].items())),
    )


def notes_of(record: dict) -> Pairs:
    """Which resources were used, and how much was predicted: for formats that do not list all facts."""
    used = [("used", f"{one['purpose']}: {wording.resource_words(one)}") for one in record["resources"]]
    predictions = record.get("predictions")
    return [*used, *([("predicted", wording.prediction_words(predictions))] if predictions else [])]


def known(*pairs: tuple[str, str | None]) -> Pairs:
    """The pairs that have a value."""
    return [(name, value) for name, value in pairs if value]
