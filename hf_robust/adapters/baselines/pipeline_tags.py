"""Tags, entities and trees of a spaCy pipeline, read on the tokens of the data as they are."""

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.adapters.base import Prediction, tokens_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.label_matching import listed
from hf_robust.adapters.tag_matching import split_tag
from hf_robust.adapters.tags_as_spans import TagsAsSpans, tag_task
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.registry import spoken_language
from hf_robust.language.resources import record_of
from hf_robust.language.spacy_pipelines import (
    doc_of_tokens,
    read,
    spacy_doc,
    spacy_name,
    spacy_pipeline,
    spacy_version,
)
from hf_robust.tasks import Task
from hf_robust.tasks.bound_tags import scheme_of
from hf_robust.tasks.chunk_tags import from_bio
from hf_robust.tasks.tagging import UPOS

if TYPE_CHECKING:
    from spacy.tokens import Doc as SpacyDoc

# what coarser or older tag sets call a universal tag, or a tag of the Penn Treebank
_OTHER_TAGS: Mapping[str, tuple[str, ...]] = {
    "PUNCT": (".",),
    "CCONJ": ("CONJ",),
    "SCONJ": ("ADP", "CONJ"),
    "AUX": ("VERB",),
    "PROPN": ("NOUN",),
    "PART": ("PRT",),
    "INTJ": ("X",),
    "SYM": ("X", "."),
    "-LRB-": ("(",),
    "-RRB-": (")",),
    "``": ('"',),
    "''": ('"',),
    "HYPH": (":",),
    "NFP": (":",),
    "ADD": ("NN", "NNP"),
    "AFX": ("JJ",),
    "GW": ("FW",),
}
# what data calls an entity, by the type of a pipeline; the first that is there counts
_OTHER_TYPES: Mapping[str, tuple[str, ...]] = {
    "person": ("per", "people", "peop", "name"),
    "org": ("organization", "organisation", "corporation", "group", "company"),
    "gpe": ("loc", "location", "place", "geo-loc"),
    "loc": ("location", "place", "geo-loc", "gpe"),
    "fac": ("facility", "building", "loc", "location"),
    "norp": ("misc", "miscellaneous", "other"),
    "event": ("misc", "miscellaneous", "other"),
    "work_of_art": ("creative-work", "misc", "miscellaneous", "other"),
    "product": ("misc", "miscellaneous", "other"),
    "language": ("misc", "miscellaneous", "other"),
    "law": ("misc", "miscellaneous", "other"),
    "per": ("person", "people", "peop"),
    "misc": ("miscellaneous", "other"),
}
# relations of the pipelines by Explosion, which follow an older scheme, in Universal Dependencies
_UNIVERSAL = {
    "acomp": "xcomp",
    "agent": "obl:agent",
    "attr": "xcomp",
    "auxpass": "aux:pass",
    "csubjpass": "csubj:pass",
    "dative": "iobj",
    "dobj": "obj",
    "intj": "discourse",
    "meta": "dep",
    "neg": "advmod",
    "npadvmod": "obl:unmarked",
    "nsubjpass": "nsubj:pass",
    "nummod": "nummod",
    "oprd": "xcomp",
    "pcomp": "advcl",
    "pobj": "obl",
    "poss": "nmod:poss",
    "preconj": "cc:preconj",
    "predet": "det:predet",
    "prep": "case",
    "prt": "compound:prt",
    "quantmod": "advmod",
    "relcl": "acl:relcl",
}


class PipelineBaseline(Baseline):
    """A spaCy pipeline on given tokens, which are not cut anew.

    Args:
        name: What it is called.
        nlp: The pipeline; see :func:`hf_robust.language.spacy_pipelines.spacy_name`.
        label_map: Tag or type of the pipeline to the data's.
        batch_size: Taken for the sake of the others; a pipeline reads large batches in any case.
    """

    needs: ClassVar[frozenset[str]]
    least_batch = 512

    def __init__(
        self,
        task: Task,
        name: str,
        *,
        nlp: str | None = None,
        label_map: Mapping[str, str] | None = None,
        batch_size: int = 32,
    ):
        super().__init__(task, name, batch_size=batch_size)
        self._pipeline_name = spacy_name(nlp, task.language)
        self.pipeline = spacy_pipeline(self._pipeline_name)
        self.resources = (record_of("annotation", nlp, task.language),)
        self._label_map = {str(key): str(value) for key, value in (label_map or {}).items()}
        missing = [part for part in self.components if not self.pipeline.has_pipe(part)]
        if len(missing) == len(self.components):
            raise UsageError(
                f"the spaCy pipeline {self._pipeline_name} has no {' or '.join(self.components)}; name another"
            )

    components: ClassVar[tuple[str, ...]]

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the pipeline says of itself."""
        return {
            **super().settings(),
            "pipeline": spacy_version(self._pipeline_name),
            "map": sorted(self._label_map.items()),
        }

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """What the pipeline says of the tokens; nothing of a row without tokens."""
        texts = [tokens_of(row) for row in rows]
        to_doc = doc_of_tokens if self.pipeline.meta.get("reads_characters") else spacy_doc
        docs = [to_doc(self.pipeline, tokens) for tokens in texts if tokens]
        docs_read = iter(read(self.pipeline, docs, self.needs)) if docs else iter(())
        return [Prediction(self.value(next(docs_read) if tokens else (), tokens)) for tokens in texts]

    @abstractmethod
    def value(self, doc: "SpacyDoc | tuple[()]", tokens: Sequence[str]) -> Any:
        """What is predicted of one text; of one without tokens nothing is there.

        Args:
            doc: What the pipeline says; its words are the tokens, or what single characters make.
        """

    def word_indices(self, doc: "SpacyDoc | tuple[()]", tokens: Sequence[str]) -> list[int]:
        """Number of the word in which each token begins."""
        if len(doc) == len(tokens):
            return list(range(len(tokens)))
        ends = [token.idx + len(token) for token in doc]
        joiner = len(spoken_language(self.task.language).joiner)
        starts = accumulate((len(token) + joiner for token in tokens[:-1]), initial=0)
        return [min(bisect_right(ends, start), len(ends) - 1) for start in starts]


class PipelineTagger(PipelineBaseline):
    """Parts of speech: universal tags or those of the Penn Treebank, whichever the data has.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("part-of-speech", label_names=["DET", "NOUN", "VERB", "PUNCT"])
        >>> PipelineTagger(task, "tagger").predict([{"tokens": ["The", "cat", "sat", "."]}])[0].value
        ['DET', 'NOUN', 'VERB', 'PUNCT']
    """

    needs = frozenset({"pos"})
    components = ("tagger", "morphologizer", "attribute_ruler")

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(task, name, **options)
        data = tuple(map(str, task.label_names or ()))
        penn = set(self.pipeline.get_pipe("tagger").labels) if self.pipeline.has_pipe("tagger") else set()
        # the tags of three letters and more are the telling ones: "." and "X" are in many sets
        self._universal = not data or _share(data, UPOS) >= _share(data, penn)
        own = sorted(UPOS) if self._universal else sorted(penn)
        self._names = {tag: self._label_map.get(tag) or _tag_in(tag, data) for tag in own}
        known = sum(name in self._names.values() for name in data)
        if data and 2 * known < len(data):
            raise LabelError(
                f"the data's tags are {listed(data)}, of which the spaCy pipeline has {known}; it says universal tags "
                "or those of the Penn Treebank. Name a model for these tags"
            )
        self.labels = tuple(dict.fromkeys(self._names.values()))

    def value(self, doc: "SpacyDoc | tuple[()]", tokens: Sequence[str]) -> list[str]:
        """One tag a token."""
        tags = [token.pos_ if self._universal else token.tag_ for token in doc]
        return [self._names.get(tags[place], tags[place]) for place in self.word_indices(doc, tokens)]


class PipelineEntities(PipelineBaseline):
    """Named entities with the types of the data, as BIO tags.

    Types that the data does not have are left out.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("ner", label_names=["O", "B-PER", "I-PER", "B-LOC", "I-LOC"])
        >>> row = {"tokens": ["Mary", "Smith", "lives", "in", "Paris", "."]}
        >>> PipelineEntities(task, "entities").predict([row])[0].value
        ['B-PER', 'I-PER', 'O', 'O', 'B-LOC', 'O']
    """

    needs = frozenset({"ent"})
    components = ("ner", "entity_ruler")

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(task, name, **options)
        data = tuple(map(str, task.scored_names or ()))
        own = [
            label for part in self.components if self.pipeline.has_pipe(part) for label in _labels(self.pipeline, part)
        ]
        types = list(dict.fromkeys(kind for prefix, kind in map(split_tag, data) if prefix or kind != "O"))
        self._types = {kind: self._label_map.get(kind) or _type_in(kind, types) for kind in own}
        if data and not any(self._types.values()):
            raise LabelError(
                f"the data's entities are {listed(types)}, the spaCy pipeline's are {listed(own)}: none is the same. "
                f"Use label_map={{{own[0]!r}: {types[0]!r}}}, or name a model"
            )
        if not data:
            self._types = {kind: kind for kind in own}
        self._plain = scheme_of(task).name == "IO"

    def value(self, doc: "SpacyDoc | tuple[()]", tokens: Sequence[str]) -> list[str]:
        """One tag a token."""
        tags = ["O"] * len(tokens)
        word_indices = self.word_indices(doc, tokens)
        for entity in getattr(doc, "ents", ()):
            kind = self._types.get(entity.label_)
            start, end = (bisect_left(word_indices, edge) for edge in (entity.start, entity.end))
            if kind and start < end:
                tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
        return from_bio(tags, "IO") if self._plain else tags


class PipelineSpans(TagsAsSpans, PipelineEntities):
    """The same entities as a list, for nested entities; none of them lies in another.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("nested-ner", label_names=["PER", "LOC"])
        >>> PipelineSpans(task, "entities").predict([{"tokens": "Mary Smith lives in Paris."}])[0].value
        [{'start': 0, 'end': 10, 'type': 'PER'}, {'start': 20, 'end': 25, 'type': 'LOC'}]
    """

    def __init__(self, task: Task, name: str, **options: Any):
        super().__init__(tag_task(task), name, **options)
        self._serve(task)


class PipelineParser(PipelineBaseline):
    """Dependency trees: heads from 1 with 0 for the root, and relations as Universal Dependencies name them.

    Example:
        >>> import hf_robust as hr
        >>> found = PipelineParser(hr.task("parsing"), "parser").predict([{"tokens": ["Cats", "sleep", "."]}])
        >>> found[0].value
        {'heads': [2, 0, 2], 'deprels': ['nsubj', 'root', 'punct']}
    """

    needs = frozenset({"pos", "dep"})
    components = ("parser",)

    def value(self, doc: "SpacyDoc | tuple[()]", tokens: Sequence[str]) -> dict[str, list]:
        """One head and one relation a token; of several sentences in a row, the first holds the others."""
        roots = [token.i for token in doc if token.head.i == token.i]
        heads = [token.head.i + 1 for token in doc]
        deprels = [_relation(token.dep_) for token in doc]
        for number, root in enumerate(roots):
            heads[root], deprels[root] = (roots[0] + 1, "parataxis") if number else (0, "root")
        return {"heads": heads, "deprels": deprels}


def _relation(name: str) -> str:
    return "root" if name == "ROOT" else _UNIVERSAL.get(name, name)


def _labels(pipeline: Any, part: str) -> Iterable[str]:
    return pipeline.get_pipe(part).labels


def _share(data: Sequence[str], own: Iterable[str]) -> float:
    telling = [tag for tag in data if len(tag) > 2] or list(data)
    own = set(own)
    return sum(tag in own for tag in telling) / len(telling)


def _tag_in(tag: str, data: Sequence[str]) -> str:
    """What the data calls a tag; the tag itself where it has none for it."""
    if not data or tag in data:
        return tag
    return next((other for other in _OTHER_TAGS.get(tag, ()) if other in data), tag)


def _type_in(kind: str, types: Sequence[str]) -> str | None:
    """What the data calls a type of entity; None where it has none such."""
    folded = {name.casefold(): name for name in types}
    names = (kind.casefold(), *_OTHER_TYPES.get(kind.casefold(), ()))
    return next((folded[name] for name in names if name in folded), None)
