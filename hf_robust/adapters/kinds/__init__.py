"""The kinds of models that can be tested, one module each; and how to add one.

A kind of model is a subclass of :class:`~hf_robust.adapters.model_kind.ModelKind` with a name, which models it accepts
and how it makes a predictor. A package adds its own through the entry point group ``hf_robust.adapters``:

```toml
[project.entry-points."hf_robust.adapters"]
scores = "my_package.score_files:ScoreFile"
```

It is then accepted wherever a model is: ``hr.run("scores:run-7", suite)``, ``--model scores:run-7`` and ``model:`` in a
configuration.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
