"""The embedded Chinese pipeline as an object of spaCy: words of the segmenter, parts of speech, named entities."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.extras import need
from hf_robust.core.registry import spoken_language
from hf_robust.language.chinese.lac_names import lac_names, lac_version
from hf_robust.language.chinese.script import is_traditional, to_simplified
from hf_robust.language.embedded.chinese_heads import UPOS
from hf_robust.language.embedded.chinese_tagger_model import ChineseReader, chinese_reader, read_meta

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.vocab import Vocab

LABELS = {"PER": "PERSON", "LOC": "LOC", "ORG": "ORG"}
"""What spaCy calls the kinds of names."""
_LONGEST = 200  # characters read together
_STATES = "hf_robust.states"


def load_chinese_pipeline(folder: Path) -> "Language":
    """The pipeline of a folder; needs no network.

    It reads token lists of words as they are. Its components are ``transformer``, ``tagger`` and ``ner``.

    Args:
        folder: Folder with ``meta.json`` and ``model.safetensors``.

    Raises:
        DataFileError: A file is missing or altered.

    Example:
        >>> from hf_robust.language.embedded import CHINESE_PIPELINE
        >>> nlp = load_chinese_pipeline(CHINESE_PIPELINE)
        >>> [entity.label_ for entity in nlp("周涛住在南京。").ents]
        ['PERSON', 'LOC']
    """
    need("spacy")
    import spacy

    meta = read_meta(folder)
    _register()
    nlp = spacy.blank("zh")
    nlp.tokenizer = _Cutter(nlp.vocab)
    for name in ("transformer", "tagger", "ner"):
        nlp.add_pipe(f"hf_robust_chinese_{name}", name, config={"folder": str(folder)})
    nlp.meta = {**meta, "pipeline": nlp.pipe_names}
    return nlp


@cache
def _register() -> None:
    from spacy.language import Language

    for name, component in (("transformer", _Transformer), ("tagger", _Tagger), ("ner", _Entities)):
        Language.factory(f"hf_robust_chinese_{name}", default_config={"folder": ""}, func=_factory(component))


def _factory(component: "type[_Component]") -> Callable[..., "_Component"]:
    def make(nlp: Any, name: str, folder: str) -> Any:
        return component(chinese_reader(Path(folder)))

    return make


class _Cutter:
    """Cuts texts into the words of the language."""

    def __init__(self, vocab: "Vocab"):
        self.vocab = vocab
        self._pieces = spoken_language("zh").pieces

    def __call__(self, text: str) -> "Doc":
        from spacy.tokens import Doc

        words: list[str] = []
        spaces: list[bool] = []
        at = 0
        for piece in (*self._pieces(text), ""):
            start = text.index(piece, at) if piece else len(text)
            gap = text[at:start]
            if gap[:1] == " " and words:
                spaces[-1], gap = True, gap[1:]
            for part in (gap, piece):
                if part:
                    words.append(part)
                    spaces.append(False)
            at = start + len(piece)
        return Doc(self.vocab, words=words, spaces=spaces)


class _Part(NamedTuple):
    """A part of a text that is read by itself.

    Args:
        start: Its first character.
        text: What it says, in simplified characters.
        states: States of its characters.
    """

    start: int
    text: str
    states: Any


class _Component(ABC):
    """A component that reads batches of documents."""

    labels: tuple[str, ...] = ()

    def __init__(self, reader: ChineseReader):
        self.reader = reader

    def __call__(self, doc: "Doc") -> "Doc":
        return next(self.pipe([doc]))

    def pipe(self, stream: "Iterable[Doc]", *, batch_size: int = 256) -> "Iterator[Doc]":
        """Documents with what the component finds, a batch at a time."""
        from spacy.util import minibatch

        for batch in minibatch(stream, batch_size):
            docs = list(batch)
            self.annotate(docs)
            yield from docs

    @abstractmethod
    def annotate(self, docs: "Sequence[Doc]") -> None:
        """Write into documents what the component finds."""


class _Transformer(_Component):
    """Reads each sentence with the encoder, once for all components that come after."""

    def annotate(self, docs: "Sequence[Doc]") -> None:
        parts = [(doc, start, text) for doc in docs for start, text in parts_of(doc.text)]
        states = self.reader.states([text for *_, text in parts]) if parts else []
        for doc in docs:
            doc.user_data[_STATES] = []
        for (doc, start, text), own in zip(parts, states):
            doc.user_data[_STATES].append(_Part(start, text, own))


def parts_of(text: str) -> list[tuple[int, str]]:
    """The parts of a text that are read by themselves: sentences, cut at a mark where they are very long.

    Args:
        text: Any text.

    Returns:
        First character and text of each, in simplified characters; together they hold all but white space.

    Example:
        >>> parts_of("很好。 房間也乾淨！")
        [(0, '很好。'), (4, '房间也干净！')]
    """
    ends = [end for _, end in spoken_language("zh").sentences(text)]
    read = to_simplified(text) if is_traditional(text) else text
    found: list[tuple[int, str]] = []
    start = 0
    for end in (*ends, len(text)):
        while start < end:
            stop = min(end, start + _LONGEST)
            if stop < end:
                mark = max(read.rfind(sign, start + _LONGEST // 2, stop) for sign in "，、,：: ")
                stop = mark + 1 if mark >= 0 else stop
            part = read[start:stop]
            if part.strip():
                found.append((start + len(part) - len(part.lstrip()), part.strip()))
            start = stop
    return found


class _Tagger(_Component):
    """Writes universal parts of speech; the lemma of a word is the word."""

    labels = UPOS

    def annotate(self, docs: "Sequence[Doc]") -> None:
        for doc in docs:
            for token in doc:
                token.pos_ = token.tag_ = "SPACE" if token.is_space else "X"
                token.lemma_ = token.text
        parts = [(doc, part) for doc in docs for part in doc.user_data[_STATES]]
        tokens = [_tokens_of(doc, part) for doc, part in parts]
        words = [[(start, end, part.text[start:end]) for _, start, end in own] for own, (_, part) in zip(tokens, parts)]
        for own, tags, (doc, _) in zip(tokens, self.reader.tags([part.states for _, part in parts], words), parts):
            for (place, *_), tag in zip(own, tags):
                doc[place].pos_ = doc[place].tag_ = UPOS[tag]


def _tokens_of(doc: "Doc", part: _Part) -> list[tuple[int, int, int]]:
    """Tokens that begin in a part: their numbers, and their first character and the one after the last in the part."""
    stop = part.start + len(part.text)
    span = doc.char_span(part.start, stop, alignment_mode="expand")
    return [
        (token.i, token.idx - part.start, min(token.idx + len(token), stop) - part.start)
        for token in span or ()
        if not token.is_space and part.start <= token.idx < stop
    ]


class _Entities(_Component):
    """Writes named entities: those of LAC where it is installed, else those of the bundled model.

    A word that a name covers in part belongs to it when more than half of its characters do.
    """

    labels = tuple(LABELS.values())

    def __init__(self, reader: ChineseReader):
        super().__init__(reader)
        self._lac = lac_names() if lac_version() else None

    def annotate(self, docs: "Sequence[Doc]") -> None:
        parts = [(doc, part) for doc in docs for part in doc.user_data[_STATES]]
        if self._lac is not None:
            names = [self._lac(part.text) for _, part in parts]
        else:
            names = self.reader.names([part.states for _, part in parts])
        for doc in docs:
            doc.user_data["entities"] = []
        for (doc, part), own in zip(parts, names):
            doc.user_data["entities"] += [(part.start + start, part.start + end, kind) for start, end, kind in own]
        for doc in docs:
            doc.set_ents(list(_spans(doc, doc.user_data.pop("entities"))))


def _spans(doc: "Doc", names: Sequence[tuple[int, int, str]]) -> "Iterator[Span]":
    """Names as spans of tokens."""
    from spacy.tokens import Span

    last = 0
    for start, end, kind in names:
        found = doc.char_span(start, end, alignment_mode="expand")
        if found is None:
            continue
        inside = [
            token.i
            for token in found
            if 2 * (min(end, token.idx + len(token)) - max(start, token.idx)) > len(token) and token.i >= last
        ]
        if inside:
            last = inside[-1] + 1
            yield Span(doc, inside[0], last, LABELS[kind])
