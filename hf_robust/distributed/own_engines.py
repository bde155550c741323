"""The engines of this room, imported when one is asked for."""

from hf_robust.suites.engines import engines, sharded_builds

engines.register_places(
    {
        "local": "hf_robust.distributed.shard_execution:LocalEngine",
        "ray": "hf_robust.distributed.shard_execution:RayEngine",
    }
)
sharded_builds.register_places({"build_in_shards": "hf_robust.distributed.shard_execution:build_in_shards"})
