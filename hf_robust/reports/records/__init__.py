"""What records hold, as types: one dataclass for each object of the JSON, read by :mod:`hf_robust.core.typed_json`."""
