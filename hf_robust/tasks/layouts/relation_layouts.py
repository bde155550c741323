"""Layouts of relations: SemEval-2010 task 8, TACRED, FewRel and CoNLL04."""

import re
from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, inner_feature
from hf_robust.tasks.layouts.layout import (
    LAYOUTS,
    Layout,
    Row,
    is_list,
    names_or_texts,
    span_feature,
    text_feature,
    token_feature,
)
from hf_robust.tasks.relations import RELATION

_MARK = re.compile(r"</?e[12]>")
_TACRED = ("token", "subj_start", "subj_end", "obj_start", "obj_end", "relation")


def _features(*extra: str, tokens: Any = token_feature) -> Any:
    """Tokens, two spans, a relation, and texts."""

    def features(features_found: Mapping[str, Any]) -> dict[str, Any]:
        relation = features_found.get("relation")
        spans = {"subject": span_feature(), "object": span_feature()}
        texts = {name: text_feature() for name in extra if name != "relation"}
        return {"tokens": tokens(), **spans, **texts, "relation": names_or_texts(relation)}

    return features


def _marked(row: Row) -> list[dict[str, Any]]:
    """A sentence whose entities stand between ``<e1>`` and ``</e1>``, ``<e2>`` and ``</e2>``."""
    text, last, places = "", 0, {}
    sentence = row["sentence"]
    for found in _MARK.finditer(sentence):
        text += sentence[last : found.start()]
        if found[0] in places:
            raise NotApplicable(f"the mark {found[0]} stands twice")
        places[found[0]] = len(text)
        last = found.end()
    text += sentence[last:]
    missing = [mark for mark in ("<e1>", "</e1>", "<e2>", "</e2>") if mark not in places]
    if missing:
        raise NotApplicable(f"the sentence lacks {', '.join(missing)}")
    spans = {role: [places[f"<{mark}>"], places[f"</{mark}>"]] for role, mark in (("subject", "e1"), ("object", "e2"))}
    return [{"tokens": text, **spans, "relation": row["relation"]}]


def _spans(row: Row) -> list[dict[str, Any]]:
    return [{"tokens": row["tokens"], "subject": row["subj"], "object": row["obj"], "relation": row["relation"]}]


def _tacred(row: Row) -> list[dict[str, Any]]:
    made = {
        "tokens": row["token"],
        "subject": [row["subj_start"], row["subj_end"]],
        "object": [row["obj_start"], row["obj_end"]],
        "relation": row["relation"],
    }
    return [made | {f"{role}_type": row[f"{side}_type"] for role, side in _SIDES if f"{side}_type" in row}]


_SIDES = (("subject", "subj"), ("object", "obj"))


def _tacred_features(features: Mapping[str, Any]) -> dict[str, Any]:
    types = [f"{role}_type" for role, side in _SIDES if f"{side}_type" in features]
    return _features(*types)(features)


def _fewrel(row: Row) -> list[dict[str, Any]]:
    """Entities with all places where they stand, each a list of token numbers; the first counts."""
    head, tail = (row["h"], row["t"]) if "h" in row else (row["head"], row["tail"])
    spans = {role: _first_span(entity) for role, entity in (("subject", head), ("object", tail))}
    return [{"tokens": row["tokens"], **spans, "relation": row["relation"]}]


def _first_span(entity: Any) -> list[int]:
    places = (entity.get("pos") or entity.get("indices")) if isinstance(entity, Mapping) else entity[2]
    if not places or not places[0]:
        raise NotApplicable(f"the entity {quoted(entity)} stands nowhere")
    return [min(places[0]), max(places[0])]


def _joint(row: Row) -> list[dict[str, Any]]:
    """A row for each relation of a sentence; a sentence without one gives no row."""
    rows = []
    for place, relation in enumerate(row["relations"] or ()):
        made: dict[str, Any] = {"tokens": row["tokens"], "relation": relation.get("relation", relation.get("type"))}
        for (role, side), end in zip(_SIDES, ("head", "tail")):
            if side in relation:
                made |= {role: relation[side], f"{role}_type": relation.get(f"{side}_type")}
            else:
                entity = row["entities"][relation[end]]
                # as libraries for joint extraction have it: the end of an entity is after its last token
                made |= {role: [entity["start"], entity["end"] - 1], f"{role}_type": entity.get("type")}
        rows.append({**made, "relation_number": place})
    return rows


def _joint_features(features: Mapping[str, Any]) -> dict[str, Any]:
    from datasets import Value

    plain = {name: feature for name, feature in features.items() if name != "relation"}
    joint: dict[str, Any] = _features("subject_type", "object_type")(plain)
    return {**joint, "relation_number": Value("int64")}


def _has_text(features: Mapping[str, Any]) -> bool:
    return has_type(features["sentence"], ("string", "large_string")) and not is_list(features["sentence"])


def _has_pairs(features: Mapping[str, Any]) -> bool:
    return inner_feature(features["subj"]) is not None


LAYOUTS.register(
    Layout("marked-entities", RELATION, (("sentence", "relation"),), _features(tokens=text_feature), _marked, _has_text)
)
LAYOUTS.register(
    Layout(
        "entity-pair",
        RELATION,
        (("tokens", "subj", "obj", "relation"),),
        _features(),
        _spans,
        _has_pairs,
        stale=("text", "marked", "subj_id", "obj_id"),
    )
)
LAYOUTS.register(Layout("tacred", RELATION, ((*_TACRED, "subj_type", "obj_type"), _TACRED), _tacred_features, _tacred))
LAYOUTS.register(
    Layout(
        "fewrel",
        RELATION,
        (("tokens", "h", "t", "relation"), ("tokens", "head", "tail", "relation")),
        _features(),
        _fewrel,
    )
)
LAYOUTS.register(Layout("joint", RELATION, (("tokens", "entities", "relations"),), _joint_features, _joint))
