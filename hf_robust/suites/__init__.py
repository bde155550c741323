"""Suites: perturbed rows paired with their originals, in folders and on the Hub.

A suite holds, for each transformation or chain, the rows that it could change and their originals, aligned row by
row.

<!-- python: suite -->
```python
import hf_robust as hr

entries = ["keyboard", {"name": "ocr", "rate": 0.3}, ["typos", "twitter"]]
suite = hr.Suite.build(hr.demo_reviews(), "sentiment-classification", entries)
suite.save("suite/")
suite = hr.Suite.load("suite/")  # checks files, version and content
print(suite["keyboard"].describe()["n"], suite.content_hash)
```

The same source, version of this package and seed give the same `content_hash`. Without a list of transformations
all that apply to the task are taken; those that miss a resource are skipped, with the reason. On the command line:

<!-- bash: suites -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos+twitter --out suite/
hf-robust run --suite suite/ --model my-model/ --out report/
```

## Publish, load

<!-- hub: publish -->
```python
suite.push_to_hub("me/reviews-robust", version="1.0.0")  # one commit and one tag; a version is never overwritten
suite = hr.Suite.load("me/reviews-robust", revision="v1.0.0")  # checks version, files and content
pairs = load_dataset("me/reviews-robust", "keyboard", revision="v1.0.0")  # splits `original` and `perturbed`
```

```bash
hf-robust push suite/ me/reviews-robust --version 1.0.0 --license cc-by-4.0
hf-robust run --suite me/reviews-robust --revision v1.0.0 --model my-model/
```

One config a transformation, in the columns of the source with a `robust` column beside them; the card says what was
made, how it was rated, under which license, and how to use it. `eval.yaml`
makes it a benchmark of the Hub where each row has one label: `inspect eval hf/me/suite/keyboard@v1.0.0` asks a language
model about the changed rows of an entry.
`suite.with_baseline(report)` adds the scores of a model to the card. `hr.EditsSuite.of(suite)` is a suite without
the text of its source, and ready-made suites of known data sets are made by recipes: `hf-robust docs prebuilt`.
"""

from hf_robust.suites.base import BaseEntry, BaseSuite
from hf_robust.suites.edits_suite import EditsSuite
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.suites.releases import suites_of
from hf_robust.suites.robustness import Suite

__all__ = ["BaseEntry", "BaseSuite", "EditsSuite", "Suite", "SuiteEntry", "suites_of"]
