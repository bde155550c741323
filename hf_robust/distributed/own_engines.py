"""The engines of this room, imported when one is asked for."""

from hf_robust.suites.engines import engines, sharded_builds

engines.register_places(
    {
        "local": "hf_robust.distributed.engines:LocalEngine",
        "ray": "hf_robust.distributed.engines:RayEngine",
    }
)
sharded_builds.register_places({"build_in_shards": "hf_robust.distributed.engines:build_in_shards"})
