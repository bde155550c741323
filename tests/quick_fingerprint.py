"""What ``datasets`` does for each new dataset, in a quick way: with few rows it takes most of the time.

Fingerprints are made without pickles, which take six times as long. Copied features share their types, and features
become the dictionary of a schema without a copy of each value.
"""

from copy import copy
from functools import cache
from hashlib import blake2b

from datasets import Dataset, Features, LargeList, List, Value, arrow_dataset
from datasets.utils.py_utils import asdict as as_datasets_does


def quick_fingerprint(dataset: Dataset) -> str:
    """A fingerprint that follows what a dataset holds and says, as that of ``datasets`` does."""
    hasher = blake2b(digest_size=8)
    for table in filter(None, (dataset._data, dataset._indices)):
        hasher.update(table.schema.serialize())
        for batch in table.to_batches():
            hasher.update(batch.serialize())
    hasher.update(repr([getattr(dataset, name) for name in sorted(vars(dataset)) if name not in _ROWS]).encode())
    return hasher.hexdigest()


_ROWS = ("_data", "_fingerprint", "_indices")


def shared(features: Features, memo: dict) -> Features:
    """A copy with the same types, which nothing changes."""
    new = Features.__new__(Features)
    dict.update(new, features)
    new._column_requires_decoding = dict(features._column_requires_decoding)
    return new


def as_dictionary(features) -> dict:
    """What :meth:`Features.to_dict` gives."""
    kind = type(features)
    if kind in (dict, Features):
        return {name: as_dictionary(one) for name, one in features.items()}
    if kind is Value:
        return dict(_value(features.dtype, features.id))
    if kind in (List, LargeList):
        outer = copy(features)
        object.__setattr__(outer, "feature", _NOTHING)
        return {**as_datasets_does(outer), "feature": as_dictionary(features.feature)}
    return as_datasets_does(features)


_NOTHING = Value("null")


@cache
def _value(dtype: str, name: str | None) -> dict:
    return as_datasets_does(Value(dtype, name))


def install() -> None:
    """Let ``datasets`` use all of them."""
    arrow_dataset.generate_fingerprint = quick_fingerprint
    Value.__deepcopy__ = lambda self, memo: self  # nothing changes a type
    Features.__deepcopy__ = shared
    Features.to_dict = as_dictionary
