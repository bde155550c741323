"""Reads a dataset: a file in one of several formats, a folder, or an id on the Hub."""

import json
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.arrow_text import table_without_views
from hf_robust.core.errors import DataFileError, EmptyDataError, HubError, UsageError
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.json_text import check_values, parse_json
from hf_robust.tasks.columns import decoded_columns
from hf_robust.tasks.layouts.choose_layout import FILE_READERS
from hf_robust.tasks.layouts.column_files import has_token_lines, read_columns
from hf_robust.tasks.layouts.table_files import ENCLOSE, QUOTES, read_table
from hf_robust.tasks.layouts.token_tables import with_token_lists

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset

_LONGEST = 240  # characters of a message of another library: two lines

_TABLES = {".csv": ",", ".tsv": "\t"}
READERS = {
    **dict.fromkeys(_TABLES, "table"),
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "json"),
    ".parquet": "parquet",
    ".arrow": "arrow",
}
_ADDRESS = re.compile("[a-z][a-z0-9+.-]+://")
_STORED = {".parquet": "parquet", ".csv": "csv", ".jsonl": "json"}  # formats of load_dataset


def load_data(
    source: str,
    *,
    split: str | None = None,
    config: str | None = None,
    revision: str | None = None,
    first: int | None = None,
    quotes: str | None = None,
) -> "Dataset":
    """Load a dataset.

    Args:
        source: A CSV, TSV, JSON Lines, JSON, Parquet or Arrow file (SQuAD's nested JSON too), a file with a token a
            line (CoNLL-U, CoNLL-2012, columns as in CoNLL-2003), a folder saved with ``save_to_disk``, the id of a
            dataset on the Hub, or the address of Parquet, CSV or JSON Lines files in a store, ``s3://bucket/*.parquet``.
        split: Split of a dataset on the Hub or in a folder.
        config: Config of a dataset on the Hub.
        revision: Tag, branch or commit of a dataset on the Hub.
        first: Keep so many rows, the first ones.
        quotes: In a CSV or TSV file, whether double quotes ``"enclose"`` a cell or are ``"literal"``: characters like
            others. None: they enclose cells of a CSV file, and are literal in a TSV file.

    Raises:
        DataFileError: When a file is missing, empty or cannot be read.
        HubError: When the Hub cannot be reached or has no such dataset.
        EmptyDataError: When there are no rows.
        UsageError: When ``first`` is below 1, config or split is not one of the dataset's, or it has none; or
            ``quotes`` is another word, or the source is no CSV or TSV file.
    """
    if first is not None and first < 1:
        raise UsageError(f"first must be at least 1, found {first}")
    path = Path(source)
    _check_quotes(path, quotes)
    is_file = path.is_file() or path.suffix.lower() in (*READERS, *FILE_READERS)
    on_hub = not path.is_dir()
    for option, value, known in (
        *(("--dataset-config", config, on_hub), ("--dataset-revision", revision, on_hub)),
        ("--split", split, True),
    ):
        if value is not None and (is_file or not known):
            raise UsageError(f"{option} has no meaning with the {'file' if is_file else 'folder'} {path}; leave it out")
    with quiet():
        if _ADDRESS.match(source):
            dataset = _from_store(source)
        elif path.is_dir():
            dataset = _from_folder(path, split)
        else:
            dataset = _from_file(path, quotes) if is_file else _from_hub(source, split, config, revision)
    dataset = _without_files(dataset)
    if len(dataset) == 0:
        raise EmptyDataError(f"{source} has no rows; check the split or the file")
    return dataset.select(range(min(first, len(dataset)))) if first is not None else dataset


def is_table(source: str) -> bool:
    """Whether a source is a CSV or TSV file, by its ending.

    Args:
        source: File or id.
    """
    return Path(source).suffix.lower() in _TABLES


def _check_quotes(path: Path, quotes: str | None) -> None:
    if quotes not in (None, *QUOTES):
        raise UsageError(f"quotes must be one of {', '.join(QUOTES)}, found {quotes!r}")
    if quotes is not None and not is_table(str(path)):
        raise UsageError(f"--quotes is for CSV and TSV files, and {path} is none; leave it out")


def _without_files(dataset: "Dataset") -> "Dataset":
    """The dataset without images, sounds and the like: reading them would open files and addresses that rows name."""
    names = decoded_columns(dataset.features)
    if names and len(dataset):
        warnings.warn(f"columns with images, sounds or other files are left out: {', '.join(names)}", stacklevel=3)
        if len(names) == len(dataset.column_names):
            raise UsageError(f"there is no column with text beside {', '.join(names)}; name other data")
    return dataset.remove_columns(names) if names else dataset


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


def _from_store(address: str) -> "Dataset":
    """The rows of files in a store, such as ``s3://bucket/part-*.parquet``."""
    from datasets import load_dataset

    kind = _STORED.get(Path(address).suffix.lower())
    if kind is None:
        raise DataFileError(f"{address} is of an unknown kind; expected an address that ends in {', '.join(_STORED)}")
    try:
        return load_dataset(kind, data_files=address, split="train")
    except Exception as error:  # each store raises its own kind
        raise DataFileError(f"{address} cannot be read: {_first_line(error)}") from error


def _from_file(path: Path, quotes: str | None = None) -> "Dataset":
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
    if kind in ("json", "table"):
        _check_encoding(path)
    if kind == "json":
        check_values(path)
    if kind == "table":
        if path.suffix.lower() == ".tsv" and quotes is None and has_token_lines(path):
            return read_columns(path)
        separator = _TABLES[path.suffix.lower()]
        enclosed = separator == "," if quotes is None else quotes == ENCLOSE
        return with_token_lists(read_table(path, separator, quotes=enclosed))
    try:
        if path.suffix.lower() == ".json":
            rows = _squad_rows(path)
            if rows is not None:
                return Dataset.from_list(rows)
        if kind == "parquet" and (views := _list_views(path)) is not None:
            return Dataset(views)
        found = load_dataset(kind, data_files=str(path), split="train")
    except Exception as error:  # each reader raises its own kind
        if "corresponds to no data" in str(error):
            raise EmptyDataError(f"{path} has no rows") from error
        if kind == "json":
            _check_json(path)
        raise DataFileError(f"{path} is broken: it cannot be read as {kind} ({_first_line(error)})") from error
    if kind in ("parquet", "arrow"):
        _check_texts(path, found)
    return found


def _list_views(path: Path) -> "pa.Table | None":
    """The table of a file with views of lists, a type that ``datasets`` does not know; None for all other files."""
    import pyarrow.parquet as pq

    if not any("list_view" in str(field.type) for field in pq.read_schema(path)):
        return None
    return table_without_views(pq.read_table(path))


def _check_texts(path: Path, dataset: "Dataset") -> None:
    """Refuse texts that are not in UTF-8: the library fails on them later, with no word on where they are."""
    import pyarrow as pa

    row = 0
    for batch in dataset.with_format("arrow").iter(1000):
        for name in batch.column_names:
            try:
                batch.column(name).validate(full=True)
            except pa.ArrowInvalid as error:
                raise DataFileError(
                    f"{path} is broken: in column {name!r}, rows {row} to {row + batch.num_rows - 1}, a text is not in "
                    f"UTF-8 ({_first_line(error)}); write the file again from texts in that encoding"
                ) from error
        row += batch.num_rows


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


def _check_json(path: Path) -> None:
    """Refuse a file that is no JSON, with its line: the reader counts rows, from 0."""
    text = path.read_text(encoding="utf-8-sig")
    whole = path.suffix.lower() == ".json" and text.lstrip().startswith("[")
    for number, line in enumerate([text] if whole else text.split("\n"), 1):
        try:
            if line.strip():
                parse_json(line)
        except ValueError as error:
            place = error if isinstance(error, json.JSONDecodeError) else None
            said = f"{place.msg}, column {place.colno}" if place else str(error)
            at = place.lineno if place and whole else number
            raise DataFileError(f"{path}:{at}: this line is no JSON ({said}); correct it, or leave it out") from error


def _squad_rows(path: Path) -> list[dict[str, Any]] | None:
    """Rows of a file in SQuAD's own nested format; None when it is another JSON file."""
    with path.open(encoding="utf-8") as file:
        if file.read(1) != "{":
            return None
        file.seek(0)
        try:
            content = parse_json(file.read())
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
            f"the dataset {source!r} is neither a file here nor could it be loaded from the Hub: {_first_line(error)}"
        ) from error
    return found[_chosen(split, list(found), source)] if isinstance(found, DatasetDict) else found


def load_file_of(repo: str, revision: str, path: str) -> "Dataset":
    """Load one file of a dataset on the Hub.

    Args:
        repo: The dataset.
        revision: Tag, branch or commit.
        path: The file, by its path in the repository.

    Raises:
        HubError: The Hub cannot be reached, or has no such dataset, revision or file.
        DataFileError: The file cannot be read.
    """
    from huggingface_hub import hf_hub_download

    try:
        place = hf_hub_download(repo, path, repo_type="dataset", revision=revision, **HUB_CLIENT)
    except Exception as error:
        raise HubError(
            f"{path} of the dataset {repo!r} could not be loaded from the Hub: {_first_line(error)}"
        ) from error
    return load_data(place)


def _chosen(split: str | None, known: list[str], source: str) -> str:
    if split is not None and split not in known:
        raise UsageError(f"{source} has no split {split!r}; it has {', '.join(known)}")
    if split is None and len(known) > 1:
        raise UsageError(f"{source} has the splits {', '.join(known)}; choose one with --split")
    return split or known[0]


def _first_line(error: BaseException) -> str:
    """What went wrong at the root, in one line: the libraries wrap it in errors that say little."""
    while error.__cause__ is not None:
        error = error.__cause__
    return _cut(f"{type(error).__name__}: {next(iter(str(error).strip().splitlines()), 'no message')}")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
