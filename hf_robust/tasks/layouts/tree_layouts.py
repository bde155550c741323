"""Layouts of dependency trees: Universal Dependencies as on the Hub, and as read from CoNLL-U."""

from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.head_edits import check_heads
from hf_robust.tasks.columns import inner_feature
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, span_feature, token_feature
from hf_robust.tasks.parsing import PARSING
from hf_robust.tasks.tagging import POS

_NO_HEAD = ("None", "_", "", None)  # of a multiword token or an empty node, which stand beside their words


def _tree(row: Row) -> list[dict[str, Any]]:
    heads = row["head"] if "head" in row else row["heads"]
    deprels = row["deprel"] if "deprel" in row else row["deprels"]
    words = [place for place, head in enumerate(heads) if head not in _NO_HEAD]
    if len(heads) != len(row["tokens"]):
        raise NotApplicable(f"{len(heads)} heads for {len(row['tokens'])} tokens")
    numbers = [int(heads[place]) for place in words]
    check_heads(numbers)
    made = {
        name: [column[place] for place in words] for name, column in (("tokens", row["tokens"]), ("deprels", deprels))
    }
    tags = row.get("upos") or row.get("pos_tags")
    return [{**made, "heads": numbers, "pos_tags": None if tags is None else [tags[place] for place in words]}]


def _tree_features(features: Mapping[str, Any]) -> dict[str, Any]:
    tags = _tags(features.get("upos", features.get("pos_tags")))
    return {"tokens": token_feature(), "heads": span_feature(), "deprels": token_feature(), "pos_tags": tags}


def _tags(feature: Any) -> Any:
    """The feature of a tag column, with its names where it has numbers."""
    return feature if getattr(inner_feature(feature), "names", None) else token_feature()


def _tagged(row: Row) -> list[dict[str, Any]]:
    tags = row["upos"] if "upos" in row else row["pos"]
    return [{"tokens": row["tokens"], "pos_tags": tags}]


def _tagged_features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"tokens": token_feature(), "pos_tags": _tags(features.get("upos", features.get("pos")))}


LAYOUTS.register(
    Layout(
        "universal-dependencies",
        PARSING,
        (("tokens", "upos", "head", "deprel"), ("tokens", "head", "deprel"), ("tokens", "upos", "heads", "deprels")),
        _tree_features,
        _tree,
    )
)
LAYOUTS.register(
    Layout("tagged-tokens", POS, (("tokens", "upos"), ("tokens", "pos")), _tagged_features, _tagged, kept=("tokens",))
)
