"""spaCy pipelines: which one serves, loaded once a process, and texts made ready for it. Only this imports spaCy."""

import json
import os
import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

import numpy as np

from hf_robust.core.errors import MissingResource, UsageError
from hf_robust.core.extras import need
from hf_robust.core.lazy import load_object
from hf_robust.core.registry import languages, spoken_language
from hf_robust.core.text import replace_surrogates
from hf_robust.language.annotation_column import LAYERS
from hf_robust.language.fast_layers import speed_up
from hf_robust.language.lookup import package_version
from hf_robust.language.one_pass_ruler import use_one_pass_ruler
from hf_robust.language.resource_rows import EMBEDDED, UsedResource
from hf_robust.language.resources import get, note, resource

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc as SpacyDoc

# what each layer asks of a pipeline; other components are not run
_COMPONENTS = {
    "pos": {"tagger", "morphologizer", "attribute_ruler"},
    "lemma": {"tagger", "morphologizer", "attribute_ruler", "lemmatizer", "trainable_lemmatizer", "lemminflect"},
    "dep": {"parser", "senter", "sentencizer"},
    "ent": {"ner", "entity_ruler"},
}
_SHARED = {"tok2vec", "transformer", "curated_transformer"}  # run where a component listens to them
_LONGEST = 256  # characters without white space that the tokenizer gets in one string
_LONG_CHUNK = re.compile(rf"(?<!\S)\S{{{_LONGEST + 1},}}")
_ADDRESS = re.compile(r"https?://\S{1,2000}")  # one token, as long as browsers take it


def spacy_name(nlp: str | None = None, language: str = "en") -> str:
    """Which spaCy pipeline serves for annotation, by name or folder.

    Args:
        nlp: The one the user names. Without it the one in ``HF_ROBUST_SPACY`` (Chinese: ``HF_ROBUST_SPACY_ZH``), else
            the largest of the installed ``en_core_web_*`` (``zh_core_web_*``), else the embedded one.
        language: Code of the language of the texts.

    Raises:
        MissingResource: None is named and none is installed.
    """
    choice = resource("annotation", language).choice(nlp)
    if choice not in ("", EMBEDDED):
        return choice
    found = get("annotation", nlp, language=language)
    return str(found.path) if found.origin == EMBEDDED else found.name


def spacy_pipeline(name: str) -> "Language":
    """Load a spaCy pipeline, once a process.

    Raises:
        MissingResource: When there is no pipeline of that name or in that folder.
    """
    nlp, record = _loaded(name)
    note(record)
    return nlp


@cache
def _loaded(name: str) -> "tuple[Language, UsedResource]":
    need("spacy")
    import spacy

    own = next((language for language in languages.values() if name == str(language.folder)), None)
    try:
        nlp = load_object(own.load_pipeline)(own.folder) if own and own.load_pipeline else spacy.load(name)
        speed_up(nlp)
        if own is not None:  # patterns of other pipelines may be of any form
            use_one_pass_ruler(nlp)
            _drop_flags(nlp)
        found = get("annotation", name) if own is None else get("annotation", EMBEDDED, language=own.code)
        return nlp, found.record()
    except OSError as error:
        folder = os.sep in name or Path(name).exists()
        command = f"ls {name} (a pipeline's folder holds meta.json)" if folder else f"python -m spacy download {name}"
        raise MissingResource(f"the spaCy pipeline {name!r}", command) from error


def _drop_flags(nlp: "Language") -> None:
    """Compute no flags of new words ("is a number", "is a URL") except the one for white space: nothing reads them.

    They take half of the time of a word that the vocabulary does not have yet.
    """
    from spacy.attrs import NAMES

    read = nlp.vocab.lex_attr_getters
    for attribute in [*read]:
        if NAMES[attribute].startswith(("IS_", "LIKE_")) and NAMES[attribute] != "IS_SPACE":
            del read[attribute]


def spacy_version(name: str) -> str:
    """Name, version and a hash of all that a pipeline says of itself: what the fingerprint of an annotation depends on.

    Not the version alone: a pipeline that is trained anew most often keeps it, but not its scores.
    """
    meta = _meta(name)
    said = blake2b(json.dumps(meta, sort_keys=True, default=str).encode(), digest_size=6).hexdigest()
    return f"{meta.get('lang')}_{meta.get('name')}@{meta.get('version')}+{said}"


@cache
def _meta(name: str) -> Mapping[str, Any]:
    """What a pipeline says of itself; its file is read where it can be found: to load spaCy takes seconds.

    With the versions of the packages that it uses where they are installed.
    """
    folder = Path(name)
    if not folder.is_dir() and name.isidentifier() and (spec := find_spec(name)) is not None and spec.origin:
        folder = Path(spec.origin).parent
    file = folder / "meta.json"
    meta = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else spacy_pipeline(name).meta
    used = {package: package_version(package) for package in meta.get("uses_where_installed", ())}
    return {**meta, **({"used": used} if any(used.values()) else {})}


def pipeline_stamp(nlp: str | None = None, language: str = "en") -> str | None:
    """:func:`spacy_version` of the pipeline that would annotate; None when there is none to load."""
    try:
        return spacy_version(spacy_name(nlp, language))
    except MissingResource:
        return None


def layers_of(name: str) -> frozenset[str]:
    """The layers of annotation that a pipeline makes.

    Args:
        name: The pipeline, by name or folder.
    """
    if _meta(name).get("lang") == "en":
        return LAYERS
    return LAYERS if _has_trees(spacy_pipeline(name)) else LAYERS - {"dep"}


def _has_trees(pipeline: "Language") -> bool:
    return pipeline.lang == "en" or not _COMPONENTS["dep"].isdisjoint(pipeline.pipe_names)


def check_layers(pipeline: "Language", needs: Collection[str]) -> None:
    """Refuse trees of a pipeline that makes none.

    Args:
        needs: Annotation layers.

    Raises:
        UsageError: With what to type for a pipeline that has a parser.
    """
    better = spoken_language(pipeline.lang).pipelines
    if "dep" in needs and not _has_trees(pipeline):
        advice = f": python -m spacy download {better[-1]}" if better else ""
        name = f"{pipeline.meta['lang']}_{pipeline.meta['name']}"
        raise UsageError(
            f"the layer 'dep' needs a spaCy pipeline with a parser, and {name} has none; name another, nlp=...{advice}"
        )


def unused_components(pipeline: "Language", needs: Collection[str]) -> list[str]:
    """The components of a pipeline that layers of annotation do without.

    Args:
        needs: Annotation layers.
    """
    wanted = set().union(*(_COMPONENTS[layer] for layer in needs)) & {*pipeline.pipe_names}
    for name in _SHARED & {*pipeline.pipe_names}:
        listening = getattr(pipeline.get_pipe(name), "listening_components", None)
        if listening is None or wanted & {*listening}:
            wanted.add(name)
    return [name for name in pipeline.pipe_names if name not in wanted]


def read(
    pipeline: "Language", docs: "list[SpacyDoc]", needs: Collection[str], parse_where: Collection[str] | None = None
) -> "list[SpacyDoc]":
    """Run what layers of annotation need of a pipeline, on one batch.

    The layers of spaCy take texts of all lengths together without filling them up, so texts need not be sorted.

    Args:
        needs: Annotation layers.
        parse_where: Tags, and words in lower case; documents with none of them get no tree, where the parser is the
            last to run. Without it all get one.
    """
    # not select_pipes: that would change the pipeline for other threads too
    unused = unused_components(pipeline, needs)
    last = _parses_last(pipeline, unused)
    found = list(pipeline.pipe(docs, batch_size=len(docs), disable=[*unused, *(["parser"] if last else [])]))
    if last:
        chosen = found if parse_where is None else [doc for doc in found if _has(doc, parse_where)]
        deque(pipeline.get_pipe("parser").pipe(chosen, batch_size=len(docs)), 0)
    return found


def _parses_last(pipeline: "Language", unused: Collection[str]) -> bool:
    """Whether the parser may run after all others: no rule that comes after it can read the tree."""
    names = [name for name in pipeline.pipe_names if name not in unused]
    return "parser" in names and "attribute_ruler" not in names[names.index("parser") :]


def _has(doc: "SpacyDoc", looked_for: Collection[str]) -> bool:
    ids = [doc.vocab.strings.as_int(one) for one in looked_for]
    return bool(np.isin(doc.to_array(["TAG", "LOWER"]), np.array(ids, np.uint64)).any())


def spacy_doc(pipeline: "Language", text: str | Sequence[str]) -> "SpacyDoc":
    """A text, or a list of tokens, as a document that the pipeline's components can read.

    Tokens that are single characters of words are put together, and the text is cut into words.
    """
    from spacy.tokenizer import Tokenizer

    if not isinstance(text, str):
        language = spoken_language(pipeline.lang)
        if language.spaced or not language.by_character(text):
            return doc_of_tokens(pipeline, text)
        text = language.join(text)
    text = replace_surrogates(text)[: pipeline.max_length]
    if not isinstance(pipeline.tokenizer, Tokenizer):
        return pipeline.make_doc(text)
    from spacy.tokens import Doc

    cuts = [0, *_cuts(text), len(text)]
    parts = [pipeline.make_doc(text[start:end]) for start, end in pairwise(cuts)]
    return parts[0] if len(parts) == 1 else Doc.from_docs(parts, ensure_whitespace=False)


def doc_of_tokens(pipeline: "Language", tokens: Sequence[str]) -> "SpacyDoc":
    """A list of tokens as a document with these tokens."""
    from spacy.tokens import Doc

    words = [replace_surrogates(word) for word in tokens]
    spaces = [spoken_language(pipeline.lang).spaced] * (len(words) - 1)
    return Doc(pipeline.vocab, words=words, spaces=[*spaces, False])


def _cuts(text: str) -> Iterator[int]:
    """Where a text is cut before it is tokenized, because what stands there without a space is too long.

    The tokenizer takes signs off such a string one by one and reads the whole rest each time: 5,000 exclamation marks
    cost seconds in one string, and next to nothing in short ones.
    """
    for chunk in _LONG_CHUNK.finditer(text):
        start, end = chunk.span()
        if _ADDRESS.fullmatch(chunk[0]):
            continue
        while end - start > _LONGEST:
            before = (place for place in range(start + _LONGEST, start, -1) if _may_cut(text, place))
            after = (place for place in range(start + _LONGEST + 1, end) if _may_cut(text, place))
            start = next(chain(before, after), end)
            if start < end:
                yield start


def _may_cut(text: str, place: int) -> bool:
    """Whether neither a word nor a sign of several characters goes across a place."""
    left, right = text[place - 1], text[place]
    joined = left.isalnum() and right.isalnum()
    return not joined and category(left) != "Cf" and category(right)[0] not in "CM"
