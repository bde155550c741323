"""What the stand-in for the Hub deals in: requests, answers, files, commits, repositories."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import yaml

DATE = "2026-01-01T00:00:00.000Z"


class Refusal(Exception):
    """An answer that is an error, with the Hub's code for it."""

    def __init__(self, status: int, message: str, code: str | None = None, **extra: Any):
        super().__init__(message)
        self.status = status
        self.code = code
        self.extra = extra


@dataclass(frozen=True)
class Request:
    """A request, taken apart."""

    method: str
    path: str
    asked: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body or b"{}")

    def query(self, name: str) -> str:
        """A part of the query; empty where it is not there."""
        return (self.queries(name) or [""])[0]

    def queries(self, name: str) -> list[str]:
        """A part of the query that may stand there several times."""
        return self.asked.get(name, [])

    @property
    def token(self) -> str | None:
        """The token that came with it."""
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None


@dataclass(frozen=True)
class Answer:
    """Status, body and headers."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Any, content_type: str = "application/json") -> "Answer":
        """A JSON answer."""
        return cls(200, json.dumps(value).encode(), {"Content-Type": content_type})

    @classmethod
    def refusing(cls, refusal: Refusal) -> "Answer":
        """An error as the Hub sends it."""
        headers = {"X-Error-Message": str(refusal), "Content-Type": "application/json"}
        if refusal.code:
            headers["X-Error-Code"] = refusal.code
        return cls(refusal.status, json.dumps({"error": str(refusal), **refusal.extra}).encode(), headers)


@dataclass(frozen=True)
class File:
    """A file of a commit; ``lfs`` says how it was uploaded."""

    data: bytes
    lfs: bool = False

    @property
    def oid(self) -> str:
        """The hash by which clients know the file: SHA-256 for LFS, git's own for the others."""
        if self.lfs:
            return hashlib.sha256(self.data).hexdigest()
        return hashlib.sha1(b"blob %d\0" % len(self.data) + self.data).hexdigest()

    def listed(self, path: str) -> dict[str, Any]:
        """The entry in a tree."""
        entry: dict[str, Any] = {"type": "file", "oid": self.oid, "size": len(self.data), "path": path}
        if self.lfs:
            entry["lfs"] = {"oid": self.oid, "size": len(self.data), "pointerSize": 134}
        return entry


@dataclass
class Commit:
    """A commit: all files as they are in it."""

    files: dict[str, File]
    parent: str | None
    title: str


@dataclass
class Repo:
    """A repository: commits, branches and tags."""

    kind: str
    id: str
    private: bool = False
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.commit({".gitattributes": File(b"*.parquet filter=lfs diff=lfs merge=lfs -text\n")}, "initial commit")

    def resolve(self, revision: str) -> str:
        """The commit that a branch, tag or hash names."""
        name = re.sub(r"^refs/(heads|tags)/", "", unquote(revision))
        found = self.branches.get(name) or self.tags.get(name) or (name if name in self.commits else None)
        if found is None:
            raise Refusal(404, f"Invalid rev id: {name}", "RevisionNotFound")
        return found

    def files(self, revision: str = "main") -> dict[str, File]:
        """The files at a revision."""
        return self.commits[self.resolve(revision)].files

    def log(self) -> list[str]:
        """Titles of the commits on main, the newest first."""
        titles, sha = [], self.branches.get("main")
        while sha is not None:
            titles.append(self.commits[sha].title)
            sha = self.commits[sha].parent
        return titles

    def commit(
        self,
        added: Mapping[str, File],
        title: str,
        *,
        deleted: tuple[str, ...] = (),
        parent: str | None = None,
        branch: str = "main",
    ) -> str:
        """Add a commit to a branch; with ``parent`` only if that is still its head."""
        head = self.branches.get(branch)
        if parent is not None and parent != head:
            raise Refusal(412, "A commit has happened since. Please refresh and try again.")
        files = dict(self.commits[head].files) if head is not None else {}
        for path in deleted:
            if path not in files:
                raise Refusal(404, "A file with this name doesn't exist", "EntryNotFound")
            del files[path]
        files.update(added)
        content = [self.id, head, title, len(self.commits), sorted((p, f.oid) for p, f in files.items())]
        sha = hashlib.sha1(json.dumps(content).encode()).hexdigest()
        self.commits[sha] = Commit(files, head, title)
        self.branches[branch] = sha
        return sha

    def info(self, revision: str) -> dict[str, Any]:
        """What the API says about the repository at a revision."""
        sha = self.resolve(revision)
        return {
            "_id": hashlib.md5(self.id.encode()).hexdigest()[:24],
            "id": self.id,
            "author": self.id.split("/")[0],
            "sha": sha,
            "private": self.private,
            "gated": False,
            "disabled": False,
            "tags": [],
            "downloads": 0,
            "likes": 0,
            "createdAt": DATE,
            "lastModified": DATE,
            "cardData": self.card() or None,
            "siblings": [{"rfilename": path} for path in sorted(self.files(sha))],
        }

    def listed(self, more: list[str]) -> dict[str, Any]:
        """What a list of repositories says about it: the tags of its card, and results where they are asked for."""
        files = self.files()
        said = {**self.info("main"), "tags": self.card().get("tags") or []}
        if "model-index" in more:
            said["model-index"] = self.card().get("model-index")
        if "evalResults" in more:
            places = sorted(path for path in files if path.startswith(".eval_results/"))
            said["evalResults"] = [
                {"filename": path, "data": one} for path in places for one in yaml.safe_load(files[path].data)
            ]
        return said

    def card(self) -> dict[str, Any]:
        """The front matter of its card; empty where there is none that can be read."""
        text = self.files()["README.md"].data.decode(errors="replace") if "README.md" in self.files() else ""
        try:
            front = yaml.safe_load(text.split("---\n")[1]) if text.startswith("---\n") else {}
        except yaml.YAMLError:
            front = {}
        return front if isinstance(front, dict) else {}
