"""Reads a data set: a file in one of several formats, a folder, or an id on the Hub."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import DataFileError, EmptyDataError, HubError, UsageError
from hf_robust.tasks.layouts.choose_layout import FILE_READERS

if TYPE_CHECKING:
    from datasets import Dataset

_LONGEST = 240  # characters of a message of another library: two lines

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
READERS = {".csv": "csv", ".tsv": "csv", ".jsonl": "json", ".ndjson": "json", ".json": "json", ".parquet": "parquet"}


def load_data(
    source: str,
    *,
    split: str | None = None,
    config: str | None = None,
    revision: str | None = None,
    limit: int | None = None,
) -> "Dataset":
    """Load a data set.

    Args:
        source: A CSV, TSV, JSON Lines, JSON or Parquet file (SQuAD's nested JSON too), a CoNLL-U or CoNLL-2012 file, a
            folder saved with ``save_to_disk``, or the id of a data set on the Hub.
        split: Split of a data set on the Hub or in a folder.
        config: Config of a data set on the Hub.
        revision: Tag, branch or commit of a data set on the Hub.
        limit: Keep so many rows, the first ones.

    Raises:
        DataFileError: When a file is missing, empty or cannot be read.
        HubError: When the Hub cannot be reached or has no such data set.
        EmptyDataError: When there are no rows.
        UsageError: When ``limit`` is below 1, config or split is not one of the data set's, or it has none.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, found {limit}")
    path = Path(source)
    is_file = path.is_file() or path.suffix.lower() in (*READERS, *FILE_READERS)
    on_hub = not path.is_dir()
    for option, value, known in (
        *(("--dataset-config", config, on_hub), ("--dataset-revision", revision, on_hub)),
        ("--split", split, True),
    ):
        if value is not None and (is_file or not known):
            raise UsageError(f"{option} has no meaning with the {'file' if is_file else 'folder'} {path}; leave it out")
    with quiet():
        if path.is_dir():
            dataset = _from_folder(path, split)
        else:
            dataset = _from_file(path) if is_file else _from_hub(source, split, config, revision)
    if len(dataset) == 0:
        raise EmptyDataError(f"{source} has no rows; check the split or the file")
    return dataset.select(range(min(limit, len(dataset)))) if limit is not None else dataset


@contextmanager
def quiet() -> Iterator[None]:
    """No log lines of the libraries: what goes wrong is said by the error."""
    import datasets

    level, shown = datasets.logging.get_verbosity(), datasets.is_progress_bar_enabled()
    datasets.logging.set_verbosity(datasets.logging.CRITICAL)
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        datasets.logging.set_verbosity(level)
        if shown:
            datasets.enable_progress_bars()


def _from_file(path: Path) -> "Dataset":
    from datasets import Dataset, load_dataset

    if not path.is_file():
        raise DataFileError(f"there is no file {path}; check the path")
    reader = next((read for ending, read in FILE_READERS.items() if path.name.endswith(ending)), None)
    kind = READERS.get(path.suffix.lower())
    if reader is not None and path.stat().st_size:
        return reader(path)
    if kind is None and reader is None:
        known = ", ".join((*READERS, *FILE_READERS))
        raise DataFileError(f"{path} is of an unknown kind; expected a file ending in {known}")
    if path.stat().st_size == 0:
        raise DataFileError(f"{path} is empty")
    if kind == "json":
        _check_encoding(path)
    try:
        if path.suffix.lower() == ".json":
            rows = _squad_rows(path)
            if rows is not None:
                return Dataset.from_list(rows)
        options: dict[str, Any] = {"sep": "\t"} if path.suffix.lower() == ".tsv" else {}
        found = load_dataset(kind, data_files=str(path), split="train", **options)
    except Exception as error:  # each reader raises its own kind
        if "corresponds to no data" in str(error):
            raise EmptyDataError(f"{path} has no rows") from error
        raise DataFileError(f"{path} is broken: it cannot be read as {kind} ({_first_line(error)})") from error
    if kind == "csv":
        _check_separator(path, found.column_names, options.get("sep", ","))
    return found


def _check_encoding(path: Path) -> None:
    """Refuse what is no text in UTF-8: the reader takes some of it, and its values cannot be read later."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                line.decode()
            except UnicodeDecodeError as error:
                raise DataFileError(
                    f"{path} is broken: its line {number} is no text in UTF-8; save the file in that encoding"
                ) from error


def _check_separator(path: Path, columns: Sequence[str], read: str) -> None:
    """Refuse a table that was read as one column since its values are separated by something else."""
    columns = [name for name in columns if not name.startswith("__index_level_")]  # cells without a name above them
    others = [sign for sign in _SEPARATORS if sign != read and sign in columns[0]] if len(columns) == 1 else []
    if others:
        other = others[0]
        raise DataFileError(
            f"{path} is one column when it is read with {_SEPARATORS[read]}, and its first line has "
            f"{_SEPARATORS[other]} ({_cut(repr(columns[0]))}); convert it: "
            f"pandas.read_csv({str(path)!r}, sep={other!r}).to_csv({path.stem + '-commas.csv'!r}, index=False)"
        )


def _squad_rows(path: Path) -> list[dict[str, Any]] | None:
    """Rows of a file in SQuAD's own nested format; None when it is another JSON file."""
    with path.open(encoding="utf-8") as file:
        if file.read(1) != "{":
            return None
        file.seek(0)
        try:
            content = json.load(file)
        except ValueError:  # JSON Lines under another name
            return None
    articles = content.get("data") if isinstance(content, dict) else None
    if not isinstance(articles, list) or not articles or "paragraphs" not in articles[0]:
        return None
    return list(_questions(articles))


def _questions(articles: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for article in articles:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                # an impossible question may list answers that only seem right
                answers = [] if question.get("is_impossible") else question.get("answers") or []
                yield {
                    "id": str(question["id"]),
                    "title": article.get("title") or "",
                    "context": paragraph["context"],
                    "question": question["question"],
                    "answers": {
                        "text": [answer["text"] for answer in answers],
                        "answer_start": [answer["answer_start"] for answer in answers],
                    },
                }


def _from_folder(path: Path, split: str | None) -> "Dataset":
    from datasets import DatasetDict, load_from_disk

    try:
        found = load_from_disk(str(path))
    except Exception as error:
        raise DataFileError(f"{path} is not a folder saved with save_to_disk: {_first_line(error)}") from error
    if isinstance(found, DatasetDict):
        return found[_chosen(split, list(found), str(path))]
    return found


def _from_hub(source: str, split: str | None, config: str | None, revision: str | None) -> "Dataset":
    from datasets import DatasetDict, load_dataset

    try:
        found = load_dataset(source, config, split=split, revision=revision)
    except ValueError as error:  # unknown config or split: the library's message lists the known ones
        raise UsageError(f"{source}: {_cut(' '.join(str(error).split()))}") from error
    except Exception as error:
        raise HubError(
            f"the data set {source!r} is neither a file here nor could it be loaded from the Hub: {_first_line(error)}"
        ) from error
    return found[_chosen(split, list(found), source)] if isinstance(found, DatasetDict) else found


def load_file_of(repo: str, revision: str, path: str) -> "Dataset":
    """Load one file of a data set on the Hub.

    Args:
        repo: The data set.
        revision: Tag, branch or commit.
        path: The file, by its path in the repository.

    Raises:
        HubError: The Hub cannot be reached, or has no such data set, revision or file.
        DataFileError: The file cannot be read.
    """
    from huggingface_hub import hf_hub_download

    try:
        place = hf_hub_download(repo, path, repo_type="dataset", revision=revision)
    except Exception as error:
        raise HubError(
            f"{path} of the data set {repo!r} could not be loaded from the Hub: {_first_line(error)}"
        ) from error
    return load_data(place)


def _chosen(split: str | None, known: list[str], source: str) -> str:
    if split is not None and split not in known:
        raise UsageError(f"{source} has no split {split!r}; it has {', '.join(known)}")
    if split is None and len(known) > 1:
        raise UsageError(f"{source} has the splits {', '.join(known)}; say which with --split")
    return split or known[0]


def _first_line(error: BaseException) -> str:
    """What went wrong at the root, in one line: the libraries wrap it in errors that say little."""
    while error.__cause__ is not None:
        error = error.__cause__
    return _cut(f"{type(error).__name__}: {next(iter(str(error).strip().splitlines()), 'no message')}")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
