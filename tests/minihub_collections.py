"""Collections of the stand-in for the Hub."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from minihub_store import DATE, Answer, Refusal, Repo, Request


@dataclass
class Shelf:
    """A collection."""

    owner: str
    title: str
    description: str | None = None
    private: bool = False
    items: list[dict[str, Any]] = field(default_factory=list)

    @property
    def slug(self) -> str:
        """Its name in addresses: the title in small letters, and an id."""
        words = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")
        return f"{self.owner}/{words}-{'0' * 24}"

    def add(self, kind: str, id: str, note: str | None) -> None:
        """Put a repository into it."""
        if any((item["type"], item["id"]) == (kind, id) for item in self.items):
            raise Refusal(409, "Item already in collection")
        item = {"_id": f"{len(self.items):024d}", "id": id, "type": kind, "position": len(self.items)}
        self.items.append({**item, **({"note": {"text": note, "html": note}} if note else {})})

    def item(self, id: str) -> dict[str, Any]:
        """The item of that id in the collection."""
        for item in self.items:
            if item["_id"] == id:
                return item
        raise Refusal(404, "Item not found")

    def info(self, most: int | None = None) -> dict[str, Any]:
        """What the API says about it; a list of collections has no position, and few items."""
        said = {
            "slug": self.slug,
            "title": self.title,
            "description": self.description,
            "owner": {"name": self.owner},
            "items": self.items[:most],
            "lastUpdated": DATE,
            "private": self.private,
            "theme": "green",
            "upvotes": 0,
        }
        return said if most is not None else {**said, "position": 0}

    def noted(self) -> dict[str, str | None]:
        """Notes by repository, to look into."""
        return {item["id"]: (item.get("note") or {}).get("text") for item in self.items}


class Shelves:
    """The part of the server that deals in collections."""

    repos: dict[tuple[str, str], Repo]
    _may_write: Callable[[Request], None]

    def __init__(self) -> None:
        self.shelves: dict[str, Shelf] = {}
        self.orgs = {"lab": "write", "readers": "read"}  # role of the one user by organization

    def list_shelves(self, request: Request) -> Answer:
        """Collections of an owner, with four items each."""
        owners = request.queries("owner")
        shown = [shelf for shelf in self.shelves.values() if shelf.owner in owners and self._may_see(request, shelf)]
        return Answer.of([shelf.info(most=4) for shelf in shown])

    def shelf(self, request: Request, slug: str) -> Answer:
        """A collection."""
        return Answer.of(self._shelf(request, slug).info())

    def create_shelf(self, request: Request) -> Answer:
        """Make a collection, once a title."""
        self._may_write(request)
        wanted = request.json
        owner = wanted["namespace"]
        if owner != "me" and self.orgs.get(owner) != "write":
            raise Refusal(403, f"You do not have the rights to create a collection under {owner}")
        for shelf in self.shelves.values():
            if (shelf.owner, shelf.title) == (owner, wanted["title"]):
                raise Refusal(409, "Collection already exists", slug=shelf.slug)
        made = Shelf(owner, wanted["title"], wanted.get("description"), wanted["private"])
        self.shelves[made.slug] = made
        return Answer.of(made.info())

    def add_shelf_item(self, request: Request, slug: str) -> Answer:
        """Put a repository into a collection, once."""
        self._may_write(request)
        shelf, wanted = self._shelf(request, slug), request.json
        kind, id = wanted["item"]["type"], wanted["item"]["id"]
        if (kind, id) not in self.repos:
            raise Refusal(404, f"{kind} {id} not found")
        shelf.add(kind, id, wanted.get("note"))
        return Answer.of(shelf.info())

    def note_shelf_item(self, request: Request, slug: str, item: str) -> Answer:
        """Change the note of an item."""
        self._may_write(request)
        self._shelf(request, slug).item(item)["note"] = {"text": request.json["note"]}
        return Answer.of({"success": True})

    def _shelf(self, request: Request, slug: str) -> Shelf:
        shelf = self.shelves.get(slug)
        if shelf is None or not self._may_see(request, shelf):
            raise Refusal(404, "Collection not found")
        return shelf

    def _may_see(self, request: Request, shelf: Shelf) -> bool:
        return not shelf.private or request.token is not None


_SHELF = r"/api/collections/(?P<slug>[^/]+/[^/]+)"
SHELF_ROUTES: tuple[tuple[str, str, Callable[..., Answer]], ...] = (
    ("GET", r"/api/collections", Shelves.list_shelves),
    ("POST", r"/api/collections", Shelves.create_shelf),
    ("GET", _SHELF, Shelves.shelf),
    ("POST", _SHELF + r"/items", Shelves.add_shelf_item),
    ("PATCH", _SHELF + r"/items/(?P<item>[^/]+)", Shelves.note_shelf_item),
)
