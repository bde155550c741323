"""Features of a source that a suite states: only types whose values lie in the rows themselves."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import SuiteError

if TYPE_CHECKING:
    from datasets import Features

KNOWN_TYPES = ("Value", "ClassLabel", "List", "LargeList", "Translation", "TranslationVariableLanguages", "Json")
"""Types of features that open no file and no address."""
_MOST_LEVELS = 20  # nested types; more of them come from a broken or hostile file


def stated_features(columns: Any, where: str) -> "Features":
    """The features that a description in JSON states.

    Args:
        columns: The description of each column, as ``Features.to_dict`` makes it.
        where: What messages call the description.

    Raises:
        SuiteError: When a column is of another type than :data:`KNOWN_TYPES`, or the description is not sound.

    Example:
        >>> stated_features({"text": {"dtype": "string", "_type": "Value"}}, "source_columns")
        {'text': Value('string')}
        >>> stated_features({"scan": {"_type": "Image"}}, "source_columns")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.SuiteError: source_columns.scan has the type 'Image', expected one of Value, ClassLabel,
        List, LargeList, Translation, TranslationVariableLanguages, Json; get the suite again
    """
    from datasets import Features

    if not isinstance(columns, Mapping) or not columns or "_type" in columns:
        raise SuiteError(f"{where} should name columns and their types, found {_shown(columns)}; get the suite again")
    for name, feature in columns.items():
        _check(feature, f"{where}.{name}", _MOST_LEVELS)
    try:
        features = Features.from_dict(dict(columns))
        _ = features.arrow_schema
    except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise SuiteError(f"{where} holds no features ({_shown(error)}); get the suite again") from error
    return features


def _check(feature: Any, where: str, levels: int) -> None:
    if not isinstance(feature, Mapping) or not levels:
        what = _shown(feature) if levels else f"more than {_MOST_LEVELS} levels"
        raise SuiteError(f"{where[:200]} should be the description of a type, found {what}; get the suite again")
    kind = feature.get("_type")
    if kind is None or isinstance(kind, Mapping):  # fields of a struct, one of which may be called _type
        for name, inner in feature.items():
            _check(inner, f"{where}.{name}", levels - 1)
    elif kind not in KNOWN_TYPES:
        raise SuiteError(
            f"{where[:200]} has the type {_shown(kind)}, expected one of {', '.join(KNOWN_TYPES)}; get the suite again"
        )
    elif "List" in kind:
        _check(feature.get("feature"), where, levels - 1)


def _shown(value: Any) -> str:
    return repr(value)[:80]
