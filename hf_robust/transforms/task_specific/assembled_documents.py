"""A document put together anew from sentences: its text, clusters, speakers and links."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.coreference import LINK_SPANS, as_links
from hf_robust.tasks.token_spans import ends_of, written
from hf_robust.transforms.task_specific.coreference_sentences import Sentence, SentenceDocument

_NO_SPEAKER = "-"


class Part(NamedTuple):
    """A sentence of a new document.

    Args:
        stays: Whether it is one of the old document, in its place among those that stay.
        offset: What is added to the numbers of its clusters; those of another document follow those of this one.
        source: The other document that it comes from; None for the old document.
    """

    sentence: Sentence
    stays: bool
    offset: int = 0
    source: SentenceDocument | None = None

    @property
    def clusters(self) -> list[int]:
        """The cluster of each of its mentions, as the new document counts them."""
        return [mention.cluster + self.offset for mention in self.sentence.mentions]


def assemble(
    document: SentenceDocument, parts: Sequence[Part], text: str, values: Mapping[str, Any], keep_singletons: bool
) -> dict[str, Any]:
    """The new values of a row whose document is made of other sentences.

    Args:
        document: The old document.
        parts: The sentences of the new one.
        text: The new one's text.
        values: The row's values by role.
        keep_singletons: Whether a cluster may be left with one mention.
    """
    clusters: dict[int, list[Any]] = {}
    single = set(document.single)
    starts: dict[int, int] = {}
    at = 0
    for part in parts:
        if document.shape == "text":
            at = text.index(part.sentence.text, at)
        if part.source is None:
            starts.setdefault(part.sentence.place, at)
        else:
            single |= {number + part.offset for number in part.source.single}
        for mention, number in zip(part.sentence.mentions, part.clusters):
            ends = (mention.start + at, mention.end + at)
            clusters.setdefault(number, []).append(written(mention.span, ends, mention.text))
        at += len(part.sentence.text) if document.shape == "text" else len(part.sentence.parts)
    least = {number: 1 if keep_singletons or number in single else 2 for number in clusters}
    kept = [clusters[number] for number in sorted(clusters) if len(clusters[number]) >= least[number]]
    joined = text if document.shape == "text" else _joined(document, parts)
    new: dict[str, Any] = {"sentences": joined, "clusters": kept}
    if values.get("speakers") is not None and document.speakers:
        said = [_said(document, part) for part in parts]
        new["speakers"] = said if document.speakers != "flat" else [name for names in said for name in names]
    links = as_links(values.get("links"))
    if links is not None:
        new["links"] = _moved_links(links, document, starts)
    return new


def edits_to(doc: Doc, document: SentenceDocument, parts: Sequence[Part]) -> list[Edit]:
    """The edits that make the text of the new document from the old one.

    Args:
        doc: The old text.
        document: The old document.
        parts: The sentences of the new one.
    """
    found: list[Edit] = []
    at, new = 0, list[str]()
    bounds = list(sentence_places(doc, document))
    for part in (*parts, None):
        if part is not None and not part.stays:
            new.append(part.sentence.text)
            continue
        start, end = bounds[part.sentence.place] if part is not None else (len(doc.text), len(doc.text))
        gap = doc.text[at:start]
        if new or gap.strip():
            inner = " ".join(text for text in new if text)
            left, right = (" " if at else ""), (" " if part is not None else "")
            found.append(Edit(at, start, f"{left}{inner}{right}" if inner else (" " if left and right else "")))
        at, new = end, []
    return [edit for edit in found if edit.text != doc.text[edit.start : edit.end]]


def _moved_links(links: Mapping[str, Any], document: SentenceDocument, starts: Mapping[int, int]) -> dict[str, Any]:
    """The links of a pronoun, each span where its sentence now begins.

    Raises:
        NotApplicable: When the sentence of a span is gone.
    """
    new = dict(links)
    for name in LINK_SPANS:
        start, end = ends_of(links[name], name)
        place = document.place_of(start)
        if place not in starts:
            raise NotApplicable(f"the sentence of the {name} would be gone")
        by = starts[place] - document.sentences[place].start
        new[name] = written(links[name], (start + by, end + by), "")
    return new


def _joined(document: SentenceDocument, parts: Sequence[Part]) -> list[Any]:
    if document.shape == "tokens":
        return [token for part in parts for token in part.sentence.parts]
    return [list(part.sentence.parts) for part in parts]


def _said(document: SentenceDocument, part: Part) -> Any:
    """The speakers of a sentence in the shape of the document's."""
    given, size = part.sentence.speakers, len(part.sentence.parts)
    if document.speakers == "sentences":
        return given if isinstance(given, str) else given[0] if given else _NO_SPEAKER
    if given is None or isinstance(given, str):
        return [given or _NO_SPEAKER] * size
    return list(given)


def sentence_places(doc: Doc, document: SentenceDocument) -> Iterator[tuple[int, int]]:
    """Where each sentence of a document lies in its text."""
    for sentence in document.sentences:
        if document.shape == "text":
            yield sentence.start, sentence.start + len(sentence.text)
        elif not sentence.parts:
            at = doc.bounds[sentence.start - 1][1] if doc.bounds and sentence.start else 0
            yield at, at
        else:
            assert doc.bounds is not None
            yield doc.bounds[sentence.start][0], doc.bounds[sentence.start + len(sentence.parts) - 1][1]
