"""Where the rows of a recipe come from: a dataset on the Hub at a commit, or a file with its hash."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PureWindowsPath

from hf_robust.core.quoted import quoted
from hf_robust.core.sections import flag, key, plain_section, read_section, text, texts_by_name, whole
from hf_robust.core.yaml_nodes import Node
from hf_robust.language.embedded.demo import reviews_name
from hf_robust.prebuilt.expectation import Expected, matching
from hf_robust.tasks.offset_units import read_unit

TEXTS = "text, or a list of them"


def inner_path(node: Node) -> str:
    """A path below a folder, as ``data/train.csv``: it never leads out of it."""
    found = text(node)
    parts = found.split("/")
    plain = all(part not in ("", ".", "..") for part in parts) and not PureWindowsPath(found).drive
    if not plain or not found.isprintable() or any(mark in found for mark in "\\*?["):
        node.fail(f"expected a path below a folder, such as data/train.csv, without .., * or ?; found {quoted(found)}")
    return found


@dataclass(frozen=True, kw_only=True)
class Source:
    """Rows that a recipe can be built from."""

    hub: str | None = key(text, "user/name", "dataset on the Hub")
    config: str | None = key(text, "text", "its config")
    revision: str | None = key(
        matching("[0-9a-f]{40}", "a commit of 40 hexadecimal digits"), "40 hexadecimal digits", "its commit"
    )
    split: str | None = key(text, "text", "its split")
    path: str | None = key(
        inner_path, "path", "a file in its repository, where it cannot be loaded by its config and split"
    )
    demo: str | None = key(text, "en or zh", "the reviews that come with this package, by their language")
    file: str | None = key(inner_path, "path", "a file, by its path below the folder that --data names")
    sha256: str | None = key(
        matching("[0-9a-f]{64}", "64 hexadecimal digits"), "64 hexadecimal digits", "SHA-256 of the file"
    )
    origin: str | None = key(text, "text", "where the file comes from: repository and commit, or page")
    columns: Mapping[str, str] = key(texts_by_name, "mapping", "column by role, where it is not called as its role", {})
    id: str | None = key(text, "text", "column with a stable id of each row; without it a hash of the texts")
    label_names: tuple[str, ...] = key(Node.texts, TEXTS, "names of numeric labels or tags, in order", ())
    scheme: str | None = key(text, "text", "scheme of entity tags, where the tags do not tell it: IO, BIO, ...")
    offsets: str | None = key(read_unit, "unit", "unit of the character offsets: code-points, utf-16 or utf-8")
    layout: str | None = key(text, "text", "layout of the rows, where it is not that of the task")
    drop_unlabeled: bool = key(flag, "true or false", "leave out rows without a gold label", False)
    rows: int | None = key(whole(1), "whole number", "use so many rows, drawn by the hash of their id")
    expect: Expected | None = key(
        lambda node: read_section(Expected, node),
        "mapping",
        "what was measured",
        write=lambda value: value and plain_section(value),
    )

    @property
    def says(self) -> str:
        """Where it is, in words."""
        if self.demo is not None:
            return reviews_name(self.demo)
        if self.hub is not None:
            place = "/".join(filter(None, (self.hub, self.config, self.path)))
            commit = f" at {self.revision}" if self.revision else ""
            return f"{place}{commit}{f', split {self.split}' if self.split else ''}"
        return f"{self.file}{f' ({self.origin})' if self.origin else ''}"


def read_source(node: Node) -> Source:
    """A source as it stands in a recipe: exactly one of ``hub``, ``file`` and ``demo``."""
    found = read_section(Source, node)
    kinds = [name for name in ("hub", "file", "demo") if getattr(found, name) is not None]
    if len(kinds) != 1:
        node.fail(f"expected one of hub, file, demo; found {', '.join(kinds) or 'none of them'}")
    if found.file is not None and found.sha256 is None and (found.expect is not None or found.origin is None):
        node.fail("a file needs its sha256; one that nobody has measured yet, at least its origin")
    if found.path is not None and found.hub is None:
        node.fail("a path is that of a file in a repository; name the repository with hub")
    return found
