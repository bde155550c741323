"""Layouts of Winograd schemas: WSC with and without a mask, as on the Hub, and WinoGrande."""

import re
from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import inner_feature
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, text_feature
from hf_robust.tasks.winograd import WINOGRAD

Part = dict[str, Any]
_THE = re.compile(r"^the ", re.IGNORECASE)
_DETERMINER = r"(?:an?|the|this|that|these|those|my|your|his|her|its|our|their) "
_DESCRIBED = _DETERMINER + r"(?!(?:and|as|at|by|for|in|is|of|on|or|out|to|was|with) )[a-z]+ "


def _features(features: Mapping[str, Any]) -> dict[str, Any]:
    from datasets import List, Value

    part = {"text": text_feature(), "start": Value("int64"), "end": Value("int64")}
    return {"text": text_feature(), "pronoun": part, "candidates": List(dict(part)), "label": Value("int64")}


def _schema(text: str, pronoun: str, start: int | None, names: list[str], label: int) -> list[dict[str, Any]]:
    if not names or not all(names):
        raise NotApplicable("a candidate is empty" if names else "there are no candidates")
    candidates = [_candidate(text, name) for name in names]
    if start is None:
        start = _pronoun_start(text, pronoun, max(candidate["end"] for candidate in candidates))
    said = text[start : start + len(pronoun)]
    if said.casefold() != pronoun.casefold():
        raise NotApplicable(f"the pronoun {quoted(pronoun)} does not stand at {start}, but {quoted(said)}")
    part = {"text": said, "start": start, "end": start + len(pronoun)}
    return [{"text": text, "pronoun": part, "candidates": candidates, "label": label}]


def _candidate(text: str, name: str) -> Part:
    """Where a candidate stands first, whatever its case and determiner; start -1 where it does not."""
    name = name.strip()
    match = _find(text, name)
    if match is None and (bare := _THE.sub("", name)) != name:
        match = _find(text, bare, before=_DETERMINER) or _find(text, bare, before=_DESCRIBED) or _find(text, bare)
    if match is None:
        return {"text": name, "start": -1, "end": -1}
    return {"text": match[0], "start": match.start(), "end": match.end()}


def _find(text: str, words: str, start: int = 0, before: str = "") -> "re.Match[str] | None":
    """The words as whole words, after a pattern."""
    return re.compile(rf"(?<!\w){before}{re.escape(words)}(?!\w)", re.IGNORECASE).search(text, start)


def _pronoun_start(text: str, pronoun: str, after: int) -> int:
    """The pronoun after the candidates; where there is none, the first."""
    match = _find(text, pronoun, max(after, 0)) or _find(text, pronoun)
    if match is None:
        raise NotApplicable(f"the pronoun {quoted(pronoun)} does not stand in the text")
    return match.start()


def _candidates(row: Row) -> list[dict[str, Any]]:
    return _schema(row["text"], row["pronoun"], None, list(row["candidates"] or ()), row["label"])


def _options(row: Row) -> list[dict[str, Any]]:
    return _schema(row["text"], row["pronoun"], row["pronoun_loc"], list(row["options"] or ()), row["label"])


def _winogrande(row: Row) -> list[dict[str, Any]]:
    answer = str(row["answer"]).strip()
    if answer not in ("1", "2", ""):
        raise NotApplicable(f"the answer must be 1 or 2, found {quoted(answer)}")
    if row["sentence"].count("_") != 1:
        raise NotApplicable("the sentence must have one gap, written _")
    place = row["sentence"].index("_")
    return _schema(row["sentence"], "_", place, [row["option1"], row["option2"]], int(answer) - 1 if answer else -1)


def _are_texts(features: Mapping[str, Any]) -> bool:
    return not isinstance(inner_feature(features["candidates"]), Mapping)


LAYOUTS.register(
    Layout(
        "wsc",
        WINOGRAD,
        (("text", "pronoun", "candidates", "label"),),
        _features,
        _candidates,
        _are_texts,
        stale=("answer",),
    )
)
LAYOUTS.register(
    Layout("wsc-options", WINOGRAD, (("text", "pronoun", "pronoun_loc", "options", "label"),), _features, _options)
)
LAYOUTS.register(
    Layout("winogrande", WINOGRAD, (("sentence", "option1", "option2", "answer"),), _features, _winogrande)
)
