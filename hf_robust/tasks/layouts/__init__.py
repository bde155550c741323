"""Layouts: the formats in which people keep data, turned into the columns of a task.

A module here holds the layouts of a few tasks; importing this package registers all of them in :data:`LAYOUTS`.
"""

from importlib import import_module
from pkgutil import iter_modules

from hf_robust.tasks.layouts.choose_layout import with_layout
from hf_robust.tasks.layouts.conll_files import read_conll, read_conllu
from hf_robust.tasks.layouts.entity_layouts import outermost
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)

__all__ = ["LAYOUTS", "Layout", "outermost", "read_conll", "read_conllu", "with_layout"]
