"""Prebuilt suites: recipes that fix the source, the transformations and the expected result of a suite.

A recipe is a YAML file. It names the source at a commit (or a file with its SHA-256), the columns, the license, what
may be published, the transformations, the seed, and the expected counts and hashes. The same recipe and version of
this package always give the same suite. If the source, an entry or a hash differs, `build` writes nothing, names the
entry and exits with code 3.

<!-- bash: prebuilt -->
```bash
hf-robust prebuilt list --task nli
hf-robust prebuilt show demo-reviews
hf-robust prebuilt check demo-reviews
```

```bash
hf-robust prebuilt build demo-reviews --out prebuilt/
hf-robust prebuilt build snli --data snli_test.jsonl --baseline my-model/
hf-robust prebuilt push demo-reviews my-org --version 1.0.0
hf-robust prebuilt collection my-org
```

`--data` names a local copy of the source; without it, the source is loaded from the Hub. `--baseline` runs a model on
the suites and adds its scores to the cards. `push` publishes the suites, as far as the license allows, as datasets of
`my-org`. `collection` lists them on one page. `--record` stores the counts and hashes of a build in the recipe. `check`
lists recipes that were recorded with other versions of their transformations; `check --online` also looks up each
source on the Hub.

## Suites without the text

If the license of the source forbids redistribution, `publish: edits` publishes only row ids, edits and new labels.
Anyone with a copy of the data can rebuild the suite, with the rows in any order. The content hash must equal the
published hash. The edits may contain single words of the source, misspelled, but never five consecutive words over all
transformations together. Pairs that would show more are left out, and the record lists them.

```bash
hf-robust prebuilt apply my-org/imdb-edits --data imdb_test.parquet --out imdb-robust/
```

<!-- python: edits -->
```python
import hf_robust as hr

reviews = hr.demo_reviews()
suite = hr.Suite.build(reviews, hr.task("sentiment-classification", id="id"), ["keyboard", "typos"])
edits = hr.EditsSuite.of(suite)
whole = edits.apply(reviews.shuffle(seed=1))
print(whole.content_hash == edits.info["applied_hash"], edits.info["stayed_out"])
```

## A recipe of your own

Name the file like the recipe: `mine.yaml` has `name: mine`. `hf-robust prebuilt show NAME --yaml` prints an example.
A source is one of `hub` (with its `revision`), `file` or `demo`; a `sample` has the keys of a source. Build the recipe
once with `--record`, which stores the hash of the file and the expected result (`expect`).

<!-- table: recipe-keys -->

## Recipes

<!-- table: prebuilt -->
"""

import lazy_loader

from hf_robust.core.deprecated_names import with_deprecated

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__getattr__ = with_deprecated(__name__, __getattr__, {"Recipe": "SuiteRecipe"}, removed_in="0.4.0")
