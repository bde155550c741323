"""Slices: score parts of the data separately, by a named subpopulation, a column or your own function.

<!-- python: slices -->
```python
import hf_robust as hr

reviews, task = hr.demo_reviews().select(range(120)), "sentiment-classification"
table = hr.slice_rows(reviews, task, ["phrase", {"name": "length", "quantiles": 3}])
print(dict(zip(table.names, table.sizes.tolist())))
questions = reviews.filter(hr.InSlice("phrase", task, kinds="question"), batched=True)
marked = reviews.map(hr.SliceColumns(task, table.slices), batched=True)  # a column with the names of the slices

entries = ["ocr", *hr.degrees("keyboard", rate=[0.1, 0.6])]  # the report plots the score over the rate
suite = hr.Suite.build(reviews, task, entries, slices=["length", "phrase"])
report = hr.run(None, suite, weakest=True)  # None: the bundled classifier
weakest = report.record["analysis"]["slices"]["slices"][0]
print(weakest["name"], weakest["score"], weakest["interval"])
```

On the command line, `run`, `compare` and `suite` accept `--slice`. `all` selects all slices that need no model,
annotation or parameter:

<!-- bash: slices -->
```bash
hf-robust list --slices
hf-robust run --dataset reviews.csv --task sentiment -t typos --slice all --slice phrase.kinds='["negation"]'
```

`hf-robust show NAME` prints the parameters of a slice:

<!-- table: subpopulations -->

A slice can also be your own predicate, `{"name": "predicate", "function": long_words}`, or a column of the dataset.
`weakest=True` searches for weak slices automatically: `hf-robust docs evaluation`.
"""

from importlib import import_module
from pkgutil import iter_modules

# importing a module registers the classes in it
for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
