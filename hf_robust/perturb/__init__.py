"""Perturbation of data sets: transformations as `datasets.map` functions, with a record of every edit.

And the validators, which say how far a changed text is from its original: `hf-robust docs validators`.

## A map function

<!-- python: map -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict({"tokens": [["EU", "rejects", "German", "call"]], "ner_tags": [["B-ORG", "O", "B-MISC", "O"]]})
noisy = rows.map(hr.Perturb("entity-typos", "named-entity-recognition", seed=7), batched=True)
print(noisy[0]["tokens"], noisy[0]["ner_tags"])
print(noisy[0]["robust"]["edits"])
```

The same row gives the same output under any order, batch size and `num_proc`, in memory or streamed, and `datasets`
finds its cache again in the next process. The `robust` column says where each row comes from, what changed it
(name, version, parameters, seed) and every single edit. Rows that could not be changed are left out; with
`keep="all"` they stay, with the reason. Rows with the same text share an id, unless `hr.task(..., id="column")`
names one. `hr.Perturb(..., record=False)` leaves the `robust` column out, for collators that turn every column into a
tensor; `hr.Attack` and `hf_robust.capability.Expand` take `record=False`, too.

Transformations that draw from other rows, as `insert-sentences` does, find them in a suite; before a plain `map`
say `hr.annotate(rows, task, {"pool"})`. On the command line:

<!-- bash: perturb -->
```bash
hf-robust perturb keyboard --dataset reviews.csv --task sentiment-classification --out noisy.jsonl
hf-robust perturb misspelling+twitter --dataset reviews.csv --task sentiment-classification --variants 2
```

## Protected text

URLs, e-mail addresses, HTML and XML tags, character entities such as `&amp;`, Markdown code and links, and placeholders
such as `[NAME]`, `{name}`, `{date:%Y}`, `{{ name | upper }}`, `{% if x %}`, `<%= x %>`, `<user>`, `%s`, `%(name)-10s`,
`${VAR:-default}`, ICU messages, `snake_case`, `@handle` and `#tag` never change.
`protect_defaults=False` turns that off. `protect` adds to it:

<!-- python: protect -->
```python
import re
import hf_robust as hr

text = "The Grand Hotel took order AB-1234 for 20 dollars, see www.hotel.example/a_b."
rules = ["grand hotel", re.compile("[A-Z]{2}-[0-9]+"), "numbers"]
print(hr.Perturb("keyboard", rate=1.0, protect=rules)(text))
```

| entry | what is protected |
| --- | --- |
| `"Paris"`, `"grand hotel"` | a word or phrase, in upper or lower case; not as a part of a longer word |
| `re.compile("...")`, `"re:..."` | what the pattern matches; the second form is for the command line and files |
| `"urls"`, `"emails"`, `"markup"`, `"placeholders"` | what is protected by default, by itself |
| `"numbers"`, `"quotes"` | numbers with `$` or `%`, and number words; what stands in quotation marks |
| `"entities"` | the gold spans of the row, and the names that annotation finds |

An edit next to protected text is made, an edit of it is left out, and a row of which all edits are left out is not
applicable. A sentence that moves or is written anew must hold all protected text. Token lists are read as the text
that their tokens make. The same argument is taken by `hr.Suite.build`, `hr.attack`, `hr.corruption_benchmark`,
`CapabilitySuite.build` and the training callbacks; by `--protect` and `--no-protect-defaults` on the command line; and
by the keys `protect` and `protect_defaults` of `robust.yaml`. An entry that no text of a data set holds is named in a
warning.

<!-- bash: protect -->
```bash
hf-robust perturb keyboard --dataset reviews.csv --task sentiment-classification --protect film --protect numbers
```

## A text

A text, or a list of texts, needs neither a data set nor a task:

<!-- python: text -->
```python
import hf_robust as hr

print(hr.Perturb("keyboard", count=1)("A wonderful film"))
print(hr.Perturb(["typos", "twitter"], variants=3)(["A wonderful film", "A dull one"]))  # up to three of each
print(hr.list_transformations("ner"))  # the names
print(hr.transformations("ner"))  # a table with levels, effects, needs and parameters
```

## Chains

A list is a chain: each stage sees the text of the one before. `hr.combinations` makes all of them for a suite:

<!-- python: combinations -->
```python
import hf_robust as hr

chains = hr.combinations(["keyboard", "twitter", "word-case"], k=2)  # without names: all that apply to the task
entries = [*chains, {"name": "swap-gender", "to": "female"}]
suite = hr.Suite.build(hr.demo_reviews(), "sentiment-classification", entries)
print(suite)  # one line a transformation
pairs = suite["keyboard+twitter"]  # two data sets in the columns of the source, aligned row by row
print(pairs.original[0]["text"], pairs.perturbed[0]["text"])
```
"""

from hf_robust.perturb.changes import Change
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.validation import Validate
from hf_robust.perturb.validators.base import Measured, Validator

__all__ = ["Change", "Measured", "Perturb", "Validate", "Validator"]
