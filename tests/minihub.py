"""A stand-in for the Hugging Face Hub on the loopback, for tests: in memory.

It speaks as much of the Hub's HTTP API as ``huggingface_hub`` and ``datasets`` need to create, fill, tag,
list and download repositories (files by LFS, not Xet: set ``HF_HUB_DISABLE_XET=1`` in the client), and it
can be told to fail: see :meth:`MiniHub.disturb`.

    with MiniHub() as hub:
        env = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": WRITE, "HF_HUB_DISABLE_XET": "1", "HF_HOME": ...}
"""

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from minihub_collections import SHELF_ROUTES, Shelves
from minihub_schemas import faults
from minihub_store import Answer, File, Refusal, Repo, Request

WRITE = "hf_write"
READ = "hf_read"
LFS_SUFFIXES = (".parquet", ".safetensors", ".bin", ".arrow")
KINDS = {"models": "model", "datasets": "dataset", "spaces": "space", None: "model"}


@dataclass
class Disturbance:
    """What happens to matching requests: ``status`` is answered instead of serving them, or after it."""

    method: str
    pattern: str
    status: int | None
    action: Callable[[], Any] | None
    times: int
    late: bool


class MiniHub(Shelves):
    """The server. Its repositories are in ``repos``, by kind and id; use it as a context manager."""

    def __init__(self) -> None:
        super().__init__()
        self.repos: dict[tuple[str, str], Repo] = {}
        self.uploads: dict[str, bytes] = {}
        self.requests: list[tuple[str, str, int]] = []
        self._disturbances: list[Disturbance] = []
        self._lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "MiniHub":
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self.close()

    def close(self) -> None:
        """Free the port; :meth:`serve` goes on answering."""
        self._server.server_close()

    def dataset(self, repo: str) -> Repo:
        """A dataset repository, to look into."""
        return self.repos["dataset", repo]

    def model(self, repo: str, files: Mapping[str, bytes] | None = None) -> Repo:
        """A model repository, to look into; with files it is made anew."""
        if files is not None:
            self.repos["model", repo] = Repo("model", repo)
            self.repos["model", repo].commit({name: File(data) for name, data in files.items()}, "files")
        return self.repos["model", repo]

    def disturb(
        self,
        method: str,
        pattern: str,
        *,
        status: int | None = None,
        action: Callable[[], Any] | None = None,
        times: int = 1,
        late: bool = False,
    ) -> None:
        """Fail the next requests whose path matches, or do something before they are served.

        Args:
            method: HTTP method.
            pattern: Regular expression for the path.
            status: Answer this error instead of serving the request.
            action: Called first.
            times: How many requests are disturbed.
            late: Serve the request all the same; only its answer is lost.
        """
        self._disturbances.append(Disturbance(method, pattern, status, action, times, late))

    def calm(self) -> None:
        """Disturb no more."""
        self._disturbances.clear()

    def serve(self, request: Request) -> Answer:
        """Answer a request and put it on record."""
        with self._lock:
            try:
                answer = self._disturbed(request)
            except Refusal as refusal:
                answer = Answer.refusing(refusal)
            self.requests.append((request.method, request.path, answer.status))
        return answer

    def _disturbed(self, request: Request) -> Answer:
        for disturbance in self._disturbances:
            if (
                disturbance.times
                and request.method == disturbance.method
                and re.search(disturbance.pattern, request.path)
            ):
                disturbance.times -= 1
                if disturbance.action is not None:
                    disturbance.action()
                if disturbance.late:
                    self._route(request)
                if disturbance.status is not None:
                    raise Refusal(disturbance.status, "disturbed on purpose")
        return self._route(request)

    def _route(self, request: Request) -> Answer:
        for method, pattern, handler in _ROUTES:
            match = re.fullmatch(pattern, request.path)
            if match and request.method in method.split("|"):
                return handler(self, request, **{name: unquote(v or "") for name, v in match.groupdict().items()})
        raise Refusal(404, f"Not found: {request.method} {request.path}", "RepoNotFound")

    def _repo(self, request: Request, kind: str, id: str) -> Repo:
        repo = self.repos.get((KINDS[kind or None], id))
        if repo is None or (repo.private and request.token is None):
            raise Refusal(404 if request.token else 401, "Repository not found", "RepoNotFound")
        return repo

    def _may_write(self, request: Request) -> None:
        if request.token is None:
            raise Refusal(401, "Invalid username or password.")
        if request.token != WRITE:
            raise Refusal(403, "Your token has no write access.")

    def whoami(self, request: Request) -> Answer:
        """Whose token it is."""
        if request.token is None:
            raise Refusal(401, "Invalid username or password.")
        orgs = [{"type": "org", "name": name, "roleInOrg": role} for name, role in self.orgs.items()]
        role = {WRITE: "write", READ: "read"}.get(request.token, "fineGrained")
        auth = {"type": "access_token", "accessToken": {"displayName": "token", "role": role}}
        return Answer.of({"type": "user", "id": "1", "name": "me", "fullname": "me", "orgs": orgs, "auth": auth})

    def validate_yaml(self, request: Request) -> Answer:
        """A card's front matter, checked as at a commit."""
        found = faults("README.md", (request.json.get("content") or "").encode())
        return Answer.of({"errors": [{"message": one} for one in found], "warnings": []})

    def create(self, request: Request) -> Answer:
        """Create a repository."""
        self._may_write(request)
        wanted = request.json
        kind = wanted.get("type") or "model"
        id = f"{wanted.get('organization') or 'me'}/{wanted['name'].split('/')[-1]}"
        url = f"{self.endpoint}/{'' if kind == 'model' else kind + 's/'}{id}"
        if (kind, id) in self.repos:
            raise Refusal(409, f"You already created this {kind} repo", url=url)
        self.repos[kind, id] = Repo(kind, id, wanted.get("private") or wanted.get("visibility") == "private")
        return Answer.of({"url": url, "name": id, "id": id})

    def info(self, request: Request, kind: str, id: str, revision: str = "") -> Answer:
        """What a repository is at a revision."""
        return Answer.of(self._repo(request, kind, id).info(revision or "main"))

    def refs(self, request: Request, kind: str, id: str) -> Answer:
        """Branches and tags."""
        repo = self._repo(request, kind, id)

        def listed(place: str, refs: Mapping[str, str]) -> list[dict[str, str]]:
            return [{"name": n, "ref": f"refs/{place}/{n}", "targetCommit": sha} for n, sha in refs.items()]

        return Answer.of(
            {"branches": listed("heads", repo.branches), "tags": listed("tags", repo.tags), "converts": []}
        )

    def tree(self, request: Request, kind: str, id: str, revision: str, path: str) -> Answer:
        """Files and folders under a path."""
        files = self._repo(request, kind, id).files(revision)
        prefix = path.strip("/") + "/" if path.strip("/") else ""
        inside = {name: file for name, file in files.items() if name.startswith(prefix)}
        if prefix and not inside:
            raise Refusal(404, f"{path} does not exist on {revision!r}", "EntryNotFound")
        deep = request.query("recursive").lower() in ("true", "1")
        folders, listed = set(), []
        for name, file in sorted(inside.items()):
            parts = name.removeprefix(prefix).split("/")
            depth = len(parts) if deep else min(2, len(parts))
            folders |= {prefix + "/".join(parts[:end]) for end in range(1, depth)}
            if deep or len(parts) == 1:
                listed.append(file.listed(name))
        return Answer.of([_folder(name) for name in sorted(folders)] + listed)

    def paths_info(self, request: Request, kind: str, id: str, revision: str) -> Answer:
        """Files and folders by name."""
        files = self._repo(request, kind, id).files(revision)
        form = parse_qs(request.body.decode())
        wanted = request.json["paths"] if request.body.startswith(b"{") else form.get("paths", [])
        found = []
        for path in (name.strip("/") for name in wanted):
            if path in files:
                found.append(files[path].listed(path))
            elif any(name.startswith(path + "/") for name in files):
                found.append(_folder(path))
        return Answer.of(found)

    def preupload(self, request: Request, kind: str, id: str, revision: str) -> Answer:
        """How each file shall be uploaded."""
        self._may_write(request)
        repo = self._repo(request, kind, id)
        files = repo.files(revision)
        answers = [
            {
                "path": wanted["path"],
                "uploadMode": "lfs" if wanted["path"].endswith(LFS_SUFFIXES) else "regular",
                "shouldIgnore": False,
                "oid": files[wanted["path"]].oid if wanted["path"] in files else None,
            }
            for wanted in request.json["files"]
        ]
        return Answer.of({"files": answers, "commitOid": repo.resolve(revision)})

    def lfs_batch(self, request: Request, kind: str, id: str) -> Answer:
        """Where to put the contents that are not here yet."""
        self._may_write(request)
        self._repo(request, kind, id)
        objects = []
        for wanted in request.json["objects"]:
            entry = {"oid": wanted["oid"], "size": wanted["size"], "authenticated": True}
            if wanted["oid"] not in self.uploads:
                entry["actions"] = {"upload": {"href": f"{self.endpoint}/lfs/{wanted['oid']}", "header": {}}}
            objects.append(entry)
        return Answer.of({"transfer": "basic", "objects": objects}, "application/vnd.git-lfs+json")

    def lfs_put(self, request: Request, oid: str) -> Answer:
        """Take a content."""
        if hashlib.sha256(request.body).hexdigest() != oid:
            raise Refusal(400, "sha256 mismatch")
        self.uploads[oid] = request.body
        return Answer()

    def commit(self, request: Request, kind: str, id: str, revision: str) -> Answer:
        """Take a commit: one JSON object a line."""
        self._may_write(request)
        repo = self._repo(request, kind, id)
        if revision not in repo.branches:
            raise Refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        header: dict[str, Any] = {}
        added, deleted = {}, []
        for line in filter(bytes.strip, request.body.splitlines()):
            item = json.loads(line)
            key, value = item["key"], item["value"]
            if key == "header":
                header = value
            elif key == "file":
                added[value["path"]] = File(base64.b64decode(value["content"]))
            elif key == "lfsFile":
                if value["oid"] not in self.uploads:
                    raise Refusal(400, f"LFS pointer to a file that does not exist: {value['oid']}")
                added[value["path"]] = File(self.uploads[value["oid"]], lfs=True)
            elif key == "deletedFile":
                deleted.append(value["path"])
        broken = [f"{path}: {fault}" for path, file in added.items() for fault in faults(path, file.data)]
        if broken:
            raise Refusal(400, f"Invalid metadata in {'; '.join(broken[:5])}")
        answer, branch = {"success": True}, revision
        if request.query("create_pr") == "1":
            number = 1 + sum(name.startswith("refs/pr/") for name in repo.branches)
            branch = f"refs/pr/{number}"
            repo.branches[branch] = repo.resolve(revision)
            answer["pullRequestUrl"] = f"{self.endpoint}/{id}/discussions/{number}"
        given = {"deleted": tuple(deleted), "parent": header.get("parentCommit"), "branch": branch}
        sha = repo.commit(added, header["summary"], **given)
        return Answer.of({**answer, "commitOid": sha, "commitUrl": f"{self.endpoint}/{id}/commit/{sha}"})

    def tag(self, request: Request, kind: str, id: str, revision: str) -> Answer:
        """Tag a revision, once."""
        self._may_write(request)
        repo = self._repo(request, kind, id)
        name = request.json["tag"]
        if name in repo.tags:
            raise Refusal(409, "Tag reference exists already")
        repo.tags[name] = repo.resolve(revision)
        return Answer()

    def resolve(self, request: Request, kind: str, id: str, revision: str, path: str) -> Answer:
        """A file, or the part of it that is asked for."""
        repo = self._repo(request, kind, id)
        sha = repo.resolve(revision)
        file = repo.files(sha).get(path)
        if file is None:
            raise Refusal(404, "Entry not found", "EntryNotFound")
        data, size = file.data, str(len(file.data))
        headers = {
            "X-Repo-Commit": sha,
            "ETag": f'"{file.oid}"',
            "X-Linked-ETag": f'"{file.oid}"',
            "X-Linked-Size": size,
            "Accept-Ranges": "bytes",
            "Content-Type": "application/octet-stream",
        }
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("Range") or "")
        if not asked:
            return Answer(200, data, headers)
        first, last = int(asked[1]), min(int(asked[2] or size), len(data) - 1)
        if first >= len(data):
            return Answer(416, b"", {"Content-Range": f"bytes */{size}"})
        return Answer(206, data[first : last + 1], {**headers, "Content-Range": f"bytes {first}-{last}/{size}"})

    def listed(self, request: Request, kind: str) -> Answer:
        """Repositories of an owner that have all the tags that are asked for; those are of their cards."""
        wanted, owner = set(request.queries("filter")), request.query("author")
        known = [repo for (one, _), repo in sorted(self.repos.items()) if one == KINDS[kind]]
        shown = [repo for repo in known if not repo.private or request.token is not None]
        found = [repo.listed(request.queries("expand")) for repo in shown if repo.id.startswith(owner and f"{owner}/")]
        return Answer.of([one for one in found if wanted <= set(one["tags"])])


def _folder(path: str) -> dict[str, Any]:
    return {"type": "directory", "oid": hashlib.sha1(path.encode()).hexdigest(), "size": 0, "path": path}


_API = r"/api/(?P<kind>models|datasets|spaces)/(?P<id>[^/]+/[^/]+)"
_FILES = r"/(?:(?P<kind>datasets|spaces)/)?(?P<id>[^/]+/[^/]+)"
_ROUTES: tuple[tuple[str, str, Callable[..., Answer]], ...] = (
    ("GET", r"/api/whoami-v2", MiniHub.whoami),
    ("POST", r"/api/validate-yaml", MiniHub.validate_yaml),
    ("POST", r"/api/repos/create", MiniHub.create),
    ("GET", r"/api/(?P<kind>models|datasets)", MiniHub.listed),
    ("GET", _API, MiniHub.info),
    ("GET", _API + r"/revision/(?P<revision>[^/]+)", MiniHub.info),
    ("GET", _API + r"/refs", MiniHub.refs),
    ("GET", _API + r"/tree/(?P<revision>[^/]+)/?(?P<path>.*)", MiniHub.tree),
    ("POST", _API + r"/paths-info/(?P<revision>[^/]+)", MiniHub.paths_info),
    ("POST", _API + r"/preupload/(?P<revision>[^/]+)", MiniHub.preupload),
    ("POST", _API + r"/commit/(?P<revision>[^/]+)", MiniHub.commit),
    ("POST", _API + r"/tag/(?P<revision>[^/]+)", MiniHub.tag),
    ("POST", _FILES + r"\.git/info/lfs/objects/batch", MiniHub.lfs_batch),
    ("PUT", r"/lfs/(?P<oid>[0-9a-f]{64})", MiniHub.lfs_put),
    ("GET|HEAD", _FILES + r"/resolve/(?P<revision>[^/]+)/(?P<path>.+)", MiniHub.resolve),
    *SHELF_ROUTES,
)


def _handler(hub: MiniHub) -> type[BaseHTTPRequestHandler]:
    """A request handler class that passes everything to the server."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            """Stay silent."""

        def do_GET(self) -> None:
            url = urlsplit(self.path)
            answer = hub.serve(Request(self.command, url.path, parse_qs(url.query), self.headers, self._body()))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        def _body(self) -> bytes:
            if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while True:
                size = int(self.rfile.readline().split(b";")[0], 16)
                parts.append(self.rfile.read(size))
                self.rfile.readline()
                if not size:
                    return b"".join(parts)

        do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    return Handler
