"""Layouts of coreference: other names of its columns, and the pronouns of GAP and WinoBias."""

from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.coreference import COREFERENCE
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, span_feature, text_feature

_HUB_GAP = ("Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")
_FILE_GAP = ("text", "pronoun", "pronoun_offset", "A", "A_offset", "A_coref", "B", "B_offset", "B_coref")


def _clusters() -> Any:
    from datasets import List

    return List(List(span_feature()))


def _over(source: str) -> Any:
    """The features of a document that stands in another column."""

    def features(features_found: Mapping[str, Any]) -> dict[str, Any]:
        return {"sentences": features_found[source], "clusters": features_found.get("clusters") or _clusters()}

    return features


def _renamed(source: str) -> Any:
    def convert(row: Row) -> list[dict[str, Any]]:
        return [{"sentences": row[source], "clusters": row["clusters"]}]

    return convert


def _gap_features(features: Mapping[str, Any]) -> dict[str, Any]:
    from datasets import Value

    links: dict[str, Any] = {"a": Value("bool"), "b": Value("bool")}
    links |= dict.fromkeys(("pronoun", "a_span", "b_span"), span_feature())
    return {"sentences": text_feature(), "clusters": _clusters(), "pronoun": text_feature(), "links": links}


def _gap(row: Row) -> list[dict[str, Any]]:
    """A pronoun and two names, each alone unless they mean the same; the links as GAP's score wants them."""
    names = _HUB_GAP if "Pronoun-offset" in row else _FILE_GAP
    text, pronoun, place, first, first_place, first_means, second, second_place, second_means = (
        row[name] for name in names
    )
    spans = []
    for said, start in ((pronoun, place), (first, first_place), (second, second_place)):
        if text[int(start) : int(start) + len(said)] != said:
            raise NotApplicable(
                f"{quoted(said)} does not stand at {start}, but {quoted(text[int(start) : int(start) + len(said)])}"
            )
        spans.append([int(start), int(start) + len(said)])
    means = [_truth(first_means), _truth(second_means)]
    together = [spans[0], *(span for span, linked in zip(spans[1:], means) if linked)]
    alone = [[span] for span, linked in zip(spans[1:], means) if not linked]
    links = {"a": means[0], "b": means[1], "pronoun": spans[0], "a_span": spans[1], "b_span": spans[2]}
    return [{"sentences": text, "clusters": [sorted(together), *alone], "pronoun": pronoun, "links": links}]


def _truth(value: Any) -> bool:
    """A truth value, also one that a table holds as text."""
    if isinstance(value, str) and value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    if not isinstance(value, (bool, int)):
        raise NotApplicable(f"expected true or false, found {quoted(value)}")
    return bool(value)


def _single_cluster(row: Row) -> list[dict[str, Any]]:
    """The mentions of the row are one cluster; they may be pairs of numbers, or a flat list of such."""
    mentions = row["mentions"] if "mentions" in row else row["coreference_clusters"]
    if mentions and not isinstance(mentions[0], (list, tuple)):
        mentions = list(zip(mentions[::2], mentions[1::2]))
    spans = [[int(start), int(end)] for start, end in mentions]
    return [{"sentences": row["text"] if "mentions" in row else row["tokens"], "clusters": [spans] if spans else []}]


def _single_cluster_features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"sentences": features["text" if "mentions" in features else "tokens"], "clusters": _clusters()}


_GAP_OFFSETS = tuple(name for name in (*_HUB_GAP, *_FILE_GAP) if name.endswith("offset"))
LAYOUTS.register(Layout("gap", COREFERENCE, (_HUB_GAP, _FILE_GAP), _gap_features, _gap, positions=_GAP_OFFSETS))
LAYOUTS.register(
    Layout(
        "winobias",
        COREFERENCE,
        (("text", "mentions"), ("tokens", "coreference_clusters")),
        _single_cluster_features,
        _single_cluster,
        positions=("mentions",),
    )
)
LAYOUTS.register(
    Layout("coreference-tokens", COREFERENCE, (("tokens", "clusters"),), _over("tokens"), _renamed("tokens"))
)
LAYOUTS.register(
    Layout(
        "coreference-text",
        COREFERENCE,
        (("text", "clusters"),),
        _over("text"),
        _renamed("text"),
        positions=("clusters",),
    )
)
