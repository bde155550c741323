r"""Validators: how far a changed text is from its original; and pairs left out by that.

One module an idea; importing this package registers all of ours.

A robustness figure is worth what its tests are worth. `Validate` is a map function, too: it scores how near each
changed row is to its original, from 0 to 1, and `suite.filter` leaves out the pairs below a least score:

<!-- python: validate -->
```python
import hf_robust as hr

task = hr.task("sentiment-classification")
noisy = hr.demo_reviews().map(hr.Perturb("synonym", task, count=1), batched=True)
scored = noisy.map(hr.Validate(["words-changed", "similarity"], task), batched=True)
print(scored[0]["validity"])  # {"words-changed": {"value": ..., "score": ...}, "similarity": ...}

suite = hr.Suite.build(hr.demo_reviews(), task, ["synonym", "keyboard"])
print(suite.filter(words_changed=0.8, similarity="lenient"))  # says how many were left out, and by what
```

<!-- table: validators -->

No number here says that a meaning was kept, and a cosine does not tell an antonym from a synonym: for that see
`hf-robust docs audit`. `edit-distance`, `bleu`, `chrf` and `grammar` need the extra `validators`; `similarity`,
`gate`, `meaning` and `pseudo-perplexity` the extra `embedded`, or a model that you name; `perplexity` a model that
you name, or `HF_ROBUST_CAUSAL_LM`. For Chinese there are `words-changed`, `edit-distance` and `chrf`; the others
read English and refuse.

Rows that `hr.Perturb` did not make need a column with their originals: `hr.Validate([...], task,
original="source")`. On the command line:

<!-- bash: validators -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t synonym,keyboard --out suite/ \
    --filter similarity=0.95 --filter grammar=strict
```

Another package adds validators through the entry point group `hf_robust.validators`.
"""

from importlib import import_module
from pkgutil import iter_modules

# importing a module registers the classes in it
for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
