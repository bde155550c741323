"""What ``datasets`` does for each new dataset, in a quick way: with few rows it takes most of the time.

Fingerprints are made without pickles, which take six times as long, and copied features share their scalar types.
"""

from hashlib import blake2b

from datasets import Dataset, Value, arrow_dataset


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


def install() -> None:
    """Let ``datasets`` use both."""
    arrow_dataset.generate_fingerprint = quick_fingerprint
    Value.__deepcopy__ = lambda self, memo: self  # nothing changes a type
