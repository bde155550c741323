"""Public names and the modules that define them; ``__init__.py`` imports each on first use."""

from .merging import merge_shards as merge_shards
from .run_shards import run_shard as run_shard
from .shard_execution import in_shards as in_shards
from .suite_shards import build_suite_shard as build_suite_shard
