"""Suites in folders: whole or absent when they are written, checked when they are read."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust import __version__
from hf_robust.capability.capability_card import capability_card
from hf_robust.core.errors import SuiteError
from hf_robust.core.files import replaced_folder
from hf_robust.suites.card import card
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.capability.suite import CapabilityEntry, CapabilitySuite
    from hf_robust.suites.robustness import Suite, SuiteEntry

    AnySuite = Suite | CapabilitySuite

SCHEMA_VERSION = 1
SPLITS = ("original", "perturbed")
ROWS_FILE = re.compile(r"[^/]+/(original|perturbed|seeds|expanded)\.parquet")
_FROM_HUB = ("repo", "revision", "commit")
_INFO = {
    "name": "suite",
    "version": None,
    "dataset": None,
    "split": None,
    "seed": 0,
    "variants": 1,
    "rows": 0,
    "labels": None,
}


def write_suite(suite: "AnySuite", folder: Path) -> Path:
    """Write a suite to a folder: beside it first, then moved into its place.

    Args:
        suite: The suite.
        folder: Where; an older suite there is replaced.

    Returns:
        The folder.

    Raises:
        SuiteError: When the folder holds something else, or cannot be written. What was there stays.
    """
    place = Path(folder).expanduser().resolve()
    try:
        check_replaceable(place, suite.kind)
        with replaced_folder(place) as fresh:
            fill_folder(suite, fresh)
    except OSError as error:
        raise SuiteError(f"the suite cannot be written to {folder}: {error}; what was there is unchanged") from error
    return place


def check_replaceable(folder: Path, kind: str) -> None:
    """Refuse a folder that holds something else than an older suite of this kind, before any work starts.

    Raises:
        SuiteError: It does; the message says what.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not folder.is_dir() or not (folder / "suite.json").is_file():
        raise SuiteError(f"{folder} exists and is not a suite; name another folder, or remove it first")
    try:
        manifest = read_manifest(folder)
        known = {"suite.json", "README.md", *_files(manifest, folder)}
        stated = manifest.get("kind", "suite")
    except (KeyError, TypeError, AttributeError) as error:
        raise SuiteError(f"{folder} holds a suite.json that is not a suite's; name another folder") from error
    if stated != kind:
        says = KINDS[stated].says if stated in KINDS else "suite of another kind"
        raise SuiteError(f"{folder} holds a {says}, which a {KINDS[kind].says} does not replace; name another folder")
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    foreign = sorted(name for name in found if name not in known)
    if foreign:
        raise SuiteError(
            f"{folder} holds files that are not the suite's: {', '.join(foreign[:3])}; move them away first"
        )


def fill_folder(suite: "AnySuite", folder: Path, repo: str | None = None) -> None:
    """Write rows, manifest and card into a new folder.

    Args:
        suite: The suite.
        folder: Where; new or empty.
        repo: The repository it will be published in, for the card.
    """
    folder.mkdir(exist_ok=True)
    entries, features, kind = [], {}, KINDS[suite.kind]
    for name, entry in suite.entries.items():
        config, files = config_folder(name), {}
        features = features or getattr(entry, kind.splits[-1]).features.to_dict()
        for split in kind.splits:
            if not len(getattr(entry, split)):
                continue
            path = folder / config / f"{split}.parquet"
            path.parent.mkdir(exist_ok=True)
            with path.open("wb") as file, _no_progress():
                getattr(entry, split).to_parquet(file)
            files[f"{config}/{split}.parquet"] = _sha256(path)
        entries.append({**entry.describe(), kind.key: name, "config": config, "files": files})
    info = {key: value for key, value in suite.info.items() if key not in _FROM_HUB}
    manifest = {
        "schema_version": SCHEMA_VERSION,
        **({} if kind.name == "suite" else {"kind": kind.name}),
        "info": {
            **kind.info,
            "skipped": [],
            "resources": [],
            "created": None,
            "hf_robust_version": __version__,
            **info,
        },
        "task": {**asdict(suite.task), "columns": dict(suite.task.columns)},
        "features": features,
        "entries": entries,
        "content_hash": suite.content_hash,
    }
    (folder / "suite.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(kind.card(manifest, repo), encoding="utf-8", errors="replace")


def config_folder(name: str) -> str:
    """Name of an entry as a folder and config: unchanged unless it holds characters that neither may have.

    Example:
        >>> config_folder("keyboard-rate-0.5+ocr"), config_folder("swap-my/words.txt")
        ('keyboard-rate-0.5+ocr', 'swap-my-words.txt-f7bf89')
    """
    safe = re.sub(r"[^A-Za-z0-9_.+-]", "-", name).lstrip("._")[:80]
    if safe and safe == name:
        return name
    return f"{safe}-{hashlib.sha256(name.encode('utf-8', 'backslashreplace')).hexdigest()[:6]}"


@contextmanager
def _no_progress() -> Iterator[None]:
    """One bar a file would be two a transformation."""
    from datasets.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars

    shown = not are_progress_bars_disabled()
    disable_progress_bars()
    try:
        yield
    finally:
        if shown:
            enable_progress_bars()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a suite's folder.

    Raises:
        SuiteError: When the folder is not a suite or its manifest cannot be read.
    """
    path = folder / "suite.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SuiteError(f"{folder} is not a suite: it has no suite.json") from error
    except (OSError, ValueError) as error:
        raise SuiteError(f"{path} cannot be read: {error}") from error


def read_suite(folder: Path, version: str | None = None, kind: str = "suite") -> Any:
    """Read a suite's folder and check it.

    Args:
        folder: The folder.
        version: The version that it must hold, as ``1.0.0``; None: any.
        kind: What it must hold: ``suite``, or ``capabilities``.

    Returns:
        A Suite, or a CapabilitySuite.

    Raises:
        SuiteError: When it is incomplete, altered, of a newer schema, or of another kind or version.
    """
    if not folder.is_dir():
        raise SuiteError(f"{folder} is a file; name the suite's folder")
    manifest = read_manifest(folder)
    schema = manifest.get("schema_version") if isinstance(manifest, dict) else None
    if not isinstance(schema, int) or schema > SCHEMA_VERSION:
        raise SuiteError(
            f"{folder} has schema version {schema!r}, this hf_robust reads up to {SCHEMA_VERSION}; "
            "type: pip install --upgrade hf-robust"
        )
    stated = manifest.get("kind", "suite")
    if stated != kind:
        raise SuiteError(f"{folder} is no {KINDS[kind].says}{_instead(stated)}")
    try:
        task = manifest["task"]
        names = task["label_names"]
        bound = Task(**{**task, "fields": tuple(task["fields"]), "label_names": names and tuple(names)})
        stored = manifest["info"]["version"]
        if version is not None and stored != version:
            raise SuiteError(f"{folder} holds version {stored}, not {version}; it is not used in its place")
        _files(manifest, folder)
        entries = {
            entry[KINDS[kind].key]: KINDS[kind].entry(folder, entry, manifest["features"])
            for entry in manifest["entries"]
        }
        for entry in entries.values():
            KINDS[kind].check(bound, entry)
        suite, expected = KINDS[kind].suite()(bound, entries, manifest["info"]), manifest["content_hash"]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SuiteError(f"{folder} is not a sound suite: {error!r} in its suite.json or rows; get it again") from error
    if suite.content_hash != expected:
        raise SuiteError(f"the rows in {folder} are not those that its suite.json was made for; get the suite again")
    return suite


def saved_suite(folder: Path) -> "AnySuite":
    """The suite in a folder, of whichever kind.

    Raises:
        SuiteError: As for :func:`read_suite`.
    """
    manifest = read_manifest(folder)
    stated = manifest.get("kind") if isinstance(manifest, dict) else None
    return read_suite(folder, kind=stated if stated in KINDS else "suite")


def _files(manifest: Mapping[str, Any], folder: Path) -> list[str]:
    """Files of the rows; a manifest that points anywhere else is refused."""
    files = [file for entry in manifest["entries"] for file in entry["files"]]
    for file in files:
        if not ROWS_FILE.fullmatch(file) or file.startswith(".") or "\\" in file:
            raise SuiteError(
                f"{folder}/suite.json names the file {file!r}, which is not a suite's; get the suite again"
            )
    return files


def _instead(stated: str) -> str:
    known = KINDS.get(stated)
    return f" but a {known.says}; load it with hf_robust's {known.suite().__name__}.load" if known else ""


def _splits(
    folder: Path, described: Mapping[str, Any], features: Mapping[str, Any], names: tuple[str, str]
) -> "list[Dataset]":
    """The rows of an entry; a split without a file has none."""
    from datasets import Dataset, Features

    files = {file.rsplit("/", 1)[1]: (folder / file, digest) for file, digest in described["files"].items()}
    kinds = Features.from_dict(features)
    empty = Dataset.from_dict({name: [] for name in kinds}, features=kinds)
    return [_rows(*files[f"{name}.parquet"]) if f"{name}.parquet" in files else empty for name in names]


def _without_rows(described: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in described.items() if key not in ("n", "config", "files")}


def _pairs(folder: Path, described: Mapping[str, Any], features: Mapping[str, Any]) -> "SuiteEntry":
    from hf_robust.suites.robustness import SuiteEntry

    rest = _without_rows(described)
    splits = original, perturbed = _splits(folder, described, features, SPLITS)
    ids = [[record["source_id"] for record in split["robust"][:]] for split in splits]
    if ids[0] != ids[1] or len(original) != described["n"]:
        raise SuiteError(f"{described['name']} in {folder}: its two splits do not belong together; get the suite again")
    return SuiteEntry(**{**rest, "stages": tuple(rest["stages"])}, original=original, perturbed=perturbed)


def _cases(folder: Path, described: Mapping[str, Any], features: Mapping[str, Any]) -> "CapabilityEntry":
    from hf_robust.capability.suite import SPLITS as PARTS
    from hf_robust.capability.suite import CapabilityEntry

    parts = dict(zip(PARTS, _splits(folder, described, features, PARTS)))
    if {name: len(part) for name, part in parts.items()} != described["n"]:
        raise SuiteError(f"{described['id']} in {folder} has not the cases that it says; get the suite again")
    return CapabilityEntry(**_without_rows(described), **parts)


def _check_pairs(task: Task, entry: "SuiteEntry") -> None:
    task.bind(entry.original.features)


def _check_cases(task: Task, entry: "CapabilityEntry") -> None:
    from hf_robust.capability.case_tables import check_columns

    check_columns(task, entry.seeds)


def _suite_class() -> type:
    from hf_robust.suites.robustness import Suite

    return Suite


def _capability_class() -> type:
    from hf_robust.capability.suite import CapabilitySuite

    return CapabilitySuite


@dataclass(frozen=True)
class Kind:
    """A kind of suite, for its folder.

    Args:
        name: What ``suite.json`` calls it.
        says: What messages call it.
        key: Which fact of an entry is its name.
        splits: Names of the two splits of a config.
        info: What the manifest says where the suite does not.
        card: Writes the card.
        entry: Reads an entry.
        check: Refuses an entry whose columns are not the task's.
        suite: Gives the class.
    """

    name: str
    says: str
    key: str
    splits: tuple[str, str]
    info: Mapping[str, Any]
    card: Callable[[Mapping[str, Any], str | None], str]
    entry: Callable[[Path, Mapping[str, Any], Mapping[str, Any]], Any]
    check: Callable[[Task, Any], None]
    suite: Callable[[], type]


KINDS = {
    kind.name: kind
    for kind in (
        Kind("suite", "robustness suite", "name", SPLITS, _INFO, card, _pairs, _check_pairs, _suite_class),
        Kind(
            "capabilities",
            "capability suite",
            "id",
            ("seeds", "expanded"),
            {"name": "capabilities", "version": None},
            capability_card,
            _cases,
            _check_cases,
            _capability_class,
        ),
    )
}


def _rows(path: Path, digest: str) -> "Dataset":
    """Rows of a file with the features stored in it; the cache of ``datasets`` has no part in this."""
    import pyarrow.parquet as pq
    from datasets import Dataset
    from datasets.table import InMemoryTable

    try:
        if _sha256(path) != digest:
            raise SuiteError(
                f"{path} was altered: its SHA-256 is not the one in suite.json; "
                f"delete {path.resolve()} and get it again"
            )
        return Dataset(InMemoryTable(pq.ParquetFile(path).read()), fingerprint=digest[:16])
    except OSError as error:
        raise SuiteError(f"{path} is missing or cannot be read; get the suite again") from error
