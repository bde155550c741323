"""Prebuilt suites: recipes that say where the rows come from, what is made of them, and what must come out.

A recipe is a YAML file: the source at a commit (or a file with its SHA-256), columns, license and what may be
published, transformations, seed, and the counts and hashes that every build must have. The same recipe and version
of this package give the same suite for everybody; where the source, an entry or a hash is another, `build` writes
nothing and exits with 3, and the message names the entry.

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

`--data` is a copy of the source that you have; without it the Hub is asked. `--baseline` runs a model on the suites
and prints its scores on the cards. `push` publishes what the license allows as data sets of `my-org`, `collection`
puts them on one page. `--record` writes what was built into the recipe as what is expected; `check` says which
recipes were measured with other versions of their transformations, `check --online` asks the Hub for each source.

## Suites without the text

Where the terms of the source forbid to pass it on, `publish: edits` publishes ids of rows, edits and new labels
alone. Who has the data makes the suite of them again, in any order of rows; its content hash must be the published
one. Pairs that would show the source stay out, which is on record: single words of it may stand in the edits
misspelled, never five in a row, over all transformations together.

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

A file called as its recipe (`mine.yaml` has `name: mine`), like those that `hf-robust prebuilt show NAME --yaml`
prints. A source is one of `hub` (with its `revision`), `file` or `demo`; a `sample` has the keys of a source. Build it
once with `--record`, which writes the hash of the file and all that is expected from then on (`expect`).

<!-- table: recipe-keys -->

## Recipes

<!-- table: prebuilt -->
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
