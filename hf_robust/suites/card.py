"""Cards of suites: the README of a folder or repository, with front matter that the Hub and ``datasets`` read."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from huggingface_hub import DatasetCard, DatasetCardData

from hf_robust.suites.manifest_records import EntryRecord, Manifest, SuiteInfo
from hf_robust.tasks import TASKS
from hf_robust.tasks.layouts.load_rows import READERS

E = TypeVar("E", bound=EntryRecord)
FOLDER = "path/to/this/folder"
_UNNAMED = ("suite", "suite-edits", "capabilities")  # names of suites whose makers gave no name
_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
)


def suite_card(
    manifest: Manifest,
    sections: Sequence[str],
    rows: int,
    tags: Sequence[str] = (),
    configs: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The README of a suite.

    Args:
        manifest: What ``suite.json`` holds.
        sections: Texts in Markdown, in order.
        rows: Rows in all files.
        tags: Tags beside those of every suite.
        configs: Configs beside those of the entries.
    """
    info = manifest.info
    version = f" {text(info.version)}" if info.version else ""
    body = "\n\n".join([f"# {text(info.name)}{version}", *sections])
    return str(DatasetCard(f"---\n{card_data(manifest, rows, tags, configs).to_yaml()}\n---\n\n{body}\n"))


def card_data(
    manifest: Manifest, rows: int, tags: Sequence[str] = (), configs: Sequence[Mapping[str, Any]] = ()
) -> DatasetCardData:
    """The card's metadata; no config is the default, so that none is taken for the whole suite."""
    info, task = manifest.info, manifest.task
    source, kind = info.dataset, TASKS[task.name]
    return DatasetCardData(
        pretty_name=info.name,
        language=[task.language],
        license=info.license or "unknown",
        task_categories=[kind.hub_category],
        task_ids=[kind.name] if kind.on_hub else None,
        tags=[*tags, "robustness", "hf_robust", "evaluation"],
        size_categories=[next((name for limit, name in _SIZES if rows < limit), "n>10M")],
        source_datasets=[source] if is_repo(source) else None,
        configs=[*(_config(entry, info.version) for entry in filled(manifest.entries)), *configs] or None,
    )


def _config(entry: EntryRecord, version: str | None) -> dict[str, Any]:
    files = [{"split": split_of(path), "path": path} for path in entry.files]
    return {"config_name": entry.config, **({"version": version} if version else {}), "data_files": files}


def split_of(path: str) -> str:
    """Name of the split that a file holds.

    Example:
        >>> split_of("keyboard/original.parquet")
        'original'
    """
    return path.rsplit("/", 1)[1].removesuffix(".parquet")


def filled(entries: Iterable[E]) -> list[E]:
    """The entries that have rows, each of which is a config."""
    return [entry for entry in entries if entry.files]


def is_repo(name: str | None) -> bool:
    """Whether a source can be a dataset on the Hub, by its name.

    Example:
        >>> is_repo("me/films"), is_repo("films.jsonl"), is_repo("films (a list)"), is_repo(None)
        (True, False, False, False)
    """
    if name is None or name.startswith(".") or name.lower().endswith(tuple(READERS)):
        return False
    return re.fullmatch(r"[\w.-]+(/[\w.-]+)?", name) is not None


def is_file(name: str) -> bool:
    """Whether a source is a file, by its name; what ``datasets`` calls its split says nothing of it.

    Example:
        >>> is_file("nli/films.jsonl (me/films@abc)"), is_file("me/films")
        (True, False)
    """
    return name.split(" (")[0].lower().endswith((*READERS, ".conllu"))


def released_name(name: str, repo: str) -> str:
    """The name of a suite in a repository: its own, or that of the repository where nobody gave it one.

    Example:
        >>> released_name("suite", "me/films"), released_name("films-robust", "me/tests")
        ('films', 'films-robust')
    """
    return repo.rsplit("/", 1)[-1] if name in _UNNAMED else name


def source_in_short(name: str | None) -> str:
    """The name of the dataset that a suite was made of; the facts of the card say all of it.

    Example:
        >>> print(source_in_short("nli/films.jsonl (me/films@abc)"))
        `nli/films.jsonl`
        >>> source_in_short("the English demo reviews of hf_robust"), source_in_short(None)
        ('the English demo reviews of hf_robust', 'a dataset without a name')
    """
    if not name:
        return "a dataset without a name"
    return code(name.split(" (")[0]) if is_file(name) or is_repo(name) else text(name)


def source_of(info: SuiteInfo) -> str:
    """The dataset that a suite was made of, in words; where it has no name, how to give it one."""
    if not info.dataset:
        return 'a dataset without a name (`source="user/name"` when the suite is built gives it one)'
    config = f", config {code(info.config)}" if info.config else ""
    split = f", split {code(info.split)}" if info.split and not is_file(info.dataset) else ""
    name = code(info.dataset) if is_repo(info.dataset) else text(info.dataset)
    return f"{name}{config}{split}"


def loading_code(manifest: Manifest, repo: str | None) -> tuple[str, str]:
    """What to write for the suite in code, and the argument that names its release."""
    return repo or FOLDER, f', revision="v{manifest.info.version}"' if repo else ""


def resources_of(info: SuiteInfo) -> str:
    """Models and lexicons that took part, in one line."""
    used = [f"{one.purpose}: {one.name} {one.version} ({one.origin})" for one in info.resources]
    return text("; ".join(used)) or "none"


def table(head: Mapping[str, str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown.

    Args:
        head: Alignment (``---`` or ``---:``) by title of the column.
        rows: Cells in Markdown.

    Example:
        >>> print(table({"config": "---", "rows": "---:"}, [["`a`", "3"]]))
        | config | rows |
        |---|---:|
        | `a` | 3 |
    """
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(head.values())}|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def listed(lines: Iterable[str]) -> str:
    """A list in Markdown."""
    return "\n".join(f"- {line}" for line in lines)


def block(*lines: str, language: str = "python") -> str:
    """Lines of code."""
    return "\n".join([f"```{language}", *lines, "```"])


def counted(n: int, noun: str, many: str | None = None) -> str:
    """A number of things.

    Example:
        >>> counted(1, "row"), counted(2, "capability", "capabilities")
        ('1 row', '2 capabilities')
    """
    return f"{n} {noun if n == 1 else many or f'{noun}s'}"


def with_rows(noun: tuple[str, str], sizes: Iterable[int]) -> str:
    """How many entries have rows, and how many more have none.

    Args:
        noun: What one is called, and several.
        sizes: Rows, or files, of each entry.

    Example:
        >>> with_rows(("transformation", "transformations"), [9, 0, 3]), with_rows(("entry", "entries"), [1])
        ('2 transformations (1 more without rows)', '1 entry')
    """
    found = list(map(bool, sizes))
    empty = found.count(False)
    return counted(found.count(True), *noun) + (f" ({empty} more without rows)" if empty else "")


def text(value: Any) -> str:
    r"""A value as text in one line: neither HTML nor links in it take effect, and it may stand in a table.

    Example:
        >>> print(text("a | b <img src=x> [link](x)"))
        a \| b &lt;img src=x&gt; \[link\](x)
    """
    return re.sub(r"([|\[\]`])", r"\\\1", html.escape(" ".join(str(value).split()), quote=False))


def code(value: Any) -> str:
    r"""A value as code in one line; HTML has no effect in it, and it may stand in a table.

    Example:
        >>> print(code("a|b `c`"))
        `a\|b 'c'`
    """
    return f"`{' '.join(str(value).split()).replace('`', chr(39)).replace('|', chr(92) + '|')}`"


def quoted(value: Any) -> str:
    r"""A value as code in one line, exactly as it is; not for a table.

    Example:
        >>> print(quoted("a|b"), quoted("a `c`"))
        `a|b` `` a `c` ``
    """
    line = " ".join(str(value).split())
    longest = max(map(len, re.findall("`+", line)), default=0)
    return f"{'`' * (longest + 1)} {line} {'`' * (longest + 1)}" if longest else f"`{line}`"
