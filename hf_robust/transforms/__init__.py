"""Transformations: one module a family. Importing this package registers all of ours."""

from importlib import import_module
from pkgutil import walk_packages

from hf_robust.transforms.base import Effect, Transformation, WordTransformation, register

__all__ = ["Effect", "Transformation", "WordTransformation", "register"]

# a new family costs its file and nothing else
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
