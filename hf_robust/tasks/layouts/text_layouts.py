"""Layouts of word senses, of translations and of aspects."""

import re
from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.aspects import ABSA
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, is_struct, span_feature, text_feature, token_feature
from hf_robust.tasks.senses import SENSES
from hf_robust.tasks.translating import TRANSLATION


def _senses(row: Row) -> list[dict[str, Any]]:
    """A row for each word of a sentence that has a sense."""
    tokens, rows = row["tokens"], []
    for place, one in enumerate(row["instances"] or ()):
        index = one["index"]
        if not 0 <= index < len(tokens):
            raise NotApplicable(f"the word {place} has the number {index}, outside of the {len(tokens)} tokens")
        keys = one["keys"]
        made = {"tokens": tokens, "target": [index, index], "sense": [keys] if isinstance(keys, str) else list(keys)}
        made |= {
            name: one.get(name) or _at(row, column, index) for name, column in (("lemma", "lemmas"), ("pos", "pos"))
        }
        rows.append({**made, "id": one.get("id") or f"{row.get('id', '')}#{place}"})
    return rows


def _at(row: Row, column: str, index: int) -> Any:
    return row[column][index] if row.get(column) else None


def _sense_features(features: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: text_feature() for name in ("lemma", "pos", "id")}
    return {"tokens": token_feature(), "target": span_feature(), "sense": token_feature(), **texts}


def _pair(row: Row) -> list[dict[str, Any]]:
    """English is the source where it is one of the languages; else the first language is."""
    texts = row["translation"]
    languages = sorted(texts, key=lambda language: language.split("_")[0].split("-")[0] != "en")
    if len(languages) != 2:
        raise NotApplicable(f"expected two languages, found {', '.join(languages)}")
    return [{"source": texts[languages[0]], "target": texts[languages[1]]}]


def _renamed_pair(row: Row) -> list[dict[str, Any]]:
    return [{"source": row["src"], "target": row["tgt"]}]


def _pair_features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"source": text_feature(), "target": text_feature()}


def _aspect_features(features: Mapping[str, Any]) -> dict[str, Any]:
    from datasets import List, Value

    aspects = features.get("aspects")
    part = {"term": text_feature(), "start": Value("int64"), "end": Value("int64"), "polarity": text_feature()}
    return {"text": text_feature(), "aspects": aspects if aspects is not None else List(part)}


def _sentence(row: Row) -> list[dict[str, Any]]:
    return [{"text": row["sentence"], "aspects": row["aspects"]}]


def _single_aspect(row: Row) -> list[dict[str, Any]]:
    text = row["sentence"] if "sentence" in row else row["text"]
    aspect = {name: row[name] for name in ("term", "start", "end", "polarity")}
    return [{"text": text, "aspects": [_checked(text, aspect)]}]


def _terms(row: Row) -> list[dict[str, Any]]:
    """The aspects of SemEval-2014, whose ends are named ``from`` and ``to``."""
    given, text = row["aspectTerms"], row["sentence"] if "sentence" in row else row["text"]
    if isinstance(given, Mapping):  # a struct of lists
        given = [dict(zip(given, values)) for values in zip(*given.values())]
    aspects = [
        {"term": one["term"], "start": int(one["from"]), "end": int(one["to"]), "polarity": one["polarity"]}
        for one in given or ()
        if one["term"] != "noaspectterm"
    ]
    return [{"text": text, "aspects": [_checked(text, aspect) for aspect in aspects]}]


def _checked(text: str, aspect: dict[str, Any]) -> dict[str, Any]:
    """The aspect where its term stands: at its offsets, else at the place nearest to them.

    A term that stands nowhere is left as it is: what changes the text refuses the row.
    """
    term, start = aspect["term"], aspect["start"]
    if text[start : aspect["end"]] == term:
        return aspect
    places = [found.start() for found in re.finditer(re.escape(term), text)] if term else []
    if not places:
        return aspect
    nearest = min(places, key=lambda place: abs(place - start))
    return {**aspect, "start": nearest, "end": nearest + len(term)}


def _is_translation(features: Mapping[str, Any]) -> bool:
    feature = features["translation"]
    return isinstance(feature, Mapping) or hasattr(feature, "languages")


def _has_parts(features: Mapping[str, Any]) -> bool:
    return is_struct(features["aspects"]) or type(features["aspects"]).__name__ in ("Json", "List")


LAYOUTS.register(
    Layout(
        "all-words",
        SENSES,
        (("tokens", "lemmas", "pos", "instances"), ("tokens", "instances")),
        _sense_features,
        _senses,
    )
)
LAYOUTS.register(Layout("translation-pair", TRANSLATION, (("translation",),), _pair_features, _pair, _is_translation))
LAYOUTS.register(Layout("src-tgt", TRANSLATION, (("src", "tgt"),), _pair_features, _renamed_pair))
LAYOUTS.register(
    Layout(
        "sentence-aspects",
        ABSA,
        (("sentence", "aspects"),),
        _aspect_features,
        _sentence,
        _has_parts,
        positions=("aspects",),
    )
)
LAYOUTS.register(
    Layout(
        "one-aspect",
        ABSA,
        tuple((text, "term", "start", "end", "polarity") for text in ("sentence", "text")),
        _aspect_features,
        _single_aspect,
        positions=("start", "end"),
    )
)
LAYOUTS.register(
    Layout(
        "semeval-terms",
        ABSA,
        (("sentence", "aspectTerms"), ("text", "aspectTerms")),
        _aspect_features,
        _terms,
        positions=("aspectTerms",),
    )
)
