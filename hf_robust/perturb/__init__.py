"""Perturbation: apply transformations with `datasets.map` and record every edit.

## Perturb a dataset

<!-- python: map -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict({"tokens": [["EU", "rejects", "German", "call"]], "ner_tags": [["B-ORG", "O", "B-MISC", "O"]]})
noisy = rows.map(hr.Perturb("entity-typos", "named-entity-recognition", seed=7), batched=True)
print(noisy[0]["tokens"], noisy[0]["ner_tags"])  # ['EJU', 'rejects', 'Gzrman', 'call'] ['B-ORG', 'O', 'B-MISC', 'O']
print(noisy[0]["robust"]["edits"][0])  # {..., 'field': 'tokens', 'start': 0, 'end': 2, 'before': 'EU', 'after': 'EJU'}
```

`start` and `end` are character offsets in the original text. For a list of tokens, they refer to the tokens joined by
spaces.

**Reproducibility**: the output for a row does not depend on the row order, the batch size or `num_proc`. It is the same
for a `Dataset` and an `IterableDataset`. The fingerprint is stable, so the `datasets` cache also works in a new
process.

**The `robust` column** records the id of the source row, the transformation (name, version, parameters, seed) and every
edit. Rows with the same text have the same id. `hr.task(...,
id="column")` takes the ids from a column. `record=False` leaves the column out. Use it if your data collator turns
every column into a tensor.

**Unchanged rows**: by default, the output contains only the rows that changed. `keep="all"` keeps the other rows
too and records why they did not change.

**Transformations that use other rows**: some transformations, for example `insert-sentences`, insert text from other
rows. The table of `hr.transformations(task)` lists `pool` as a requirement of these transformations. `hr.Suite.build`
supplies these rows. If you call `map` yourself, first call `rows = hr.annotate(rows, task, {"pool"})`. It adds a column
that holds, for each row, a sample of other rows (the pool).

On the command line:

<!-- bash: perturb -->
```bash
hf-robust perturb keyboard --dataset reviews.csv --task sentiment-classification --out noisy.jsonl
hf-robust perturb misspelling+twitter --dataset reviews.csv --task sentiment-classification --variants 2
```

Without `--out`, the command prints the edits and writes no file. `misspelling+twitter` is a chain of two
transformations. `--variants 2` creates up to two outputs per row. `hf-robust docs validators` describes how to measure
the similarity between a changed text and its original.

## Perturb a single text

You can also call `Perturb` on a string or a list of strings, without a dataset or a task. It returns a string or a list
of strings, and with `variants` a list of strings for each text. A text that cannot be changed is returned as it is.
`count` is the number of changed words per text. `rate` is the share of the words that change.

<!-- python: text -->
```python
import hf_robust as hr

print(hr.Perturb("keyboard", count=1)("A wonderful film"))
chain = ["typos", "twitter"]  # `Perturb` applies the second name to the output of the first (see the next section)
print(hr.Perturb(chain, variants=3)(["A wonderful film", "A dull one"]))  # up to three outputs per text
print(hr.list_transformations("ner"))  # the names for a task
print(hr.transformations("ner"))  # a table: level (character, word or sentence), effect on the label, parameters, ...
```

## Chain transformations

A chain is a list of transformations. Pass it to `Perturb`, or use it as one entry of a suite. Each transformation in it
changes the output of the one before. A chain changes a row if at least one of its transformations does, so it counts
rows in which only one of them acted. `print(suite)` and the report of a run state how many rows each transformation
changed, and `stage` in `robust["edits"]` is the number of the transformation (from 0). Two calls of `map` keep fewer
rows than a chain: the second call gets only the rows that the first one changed, and keeps those that it changes, too.

`hr.combinations(["a", "b", "c"], k=2)` returns the chains `a`+`b`, `a`+`c` and `b`+`c`. To combine all transformations
of a task, pass `task=...` instead of names. A list of entries for a suite can contain names, chains, and dicts with
parameters:

<!-- python: combinations -->
```python
import hf_robust as hr

chains = hr.combinations(["keyboard", "twitter", "word-case"], k=2)
entries = [*chains, {"name": "swap-gender", "to": "female"}]
suite = hr.Suite.build(hr.demo_reviews(), "sentiment-classification", entries)
print(suite)  # one line per entry
pairs = suite["keyboard+twitter"]  # two datasets, aligned row by row
print(pairs.original[0]["text"], pairs.perturbed[0]["text"])
```

## Rows that do not change

With `keep="all"`, the output also contains the unchanged rows, and `robust["reason"]` states why each of them was not
changed. There are three kinds of unchanged rows:

- *nothing to change*: the text has nothing that the transformation changes ("the text has no numbers").
- *rejected*: it is not certain that the changed text would be correct ("the text is not English").
- *same text*: the transformation ran, but its output is identical to the input.

In code, the kinds have these values. The function `reason_kind` is in `hf_robust.core.reasons`:

| kind | `robust["status"]` | `reason_kind(robust["reason"])` |
| --- | --- | --- |
| nothing to change | `"not_applicable"` | `"no_candidate"` |
| rejected | `"not_applicable"` | `"refused"` |
| same text | `"unchanged"` | `"same"` |

The *eligible* rows are the changed and the rejected rows. Rows of the kind *same text* do not count as eligible. For
each score, reports show the share of changed rows among all rows (the coverage). If some rows have nothing to change,
reports also show the share of changed rows among the eligible rows.

`hf-robust unchanged` counts the unchanged rows of all three kinds by reason, and shows example rows for each reason. In
a reason, `'…'` stands for a word of the text:

<!-- bash: unchanged -->
```bash
hf-robust unchanged --dataset reviews.csv --task sentiment-classification --transformations contraction,number
```

`--reason TEXT --sample 30` samples 30 rows with the given reason, and `--json FILE` writes all counts. In Python, the
function `refusals` returns the counts of all three kinds, not only of the rejected rows:

<!-- python: refusals -->
```python
import hf_robust as hr
from hf_robust.perturb import refusals

for counts in refusals(hr.demo_reviews(), "sentiment-classification", ["contraction", "number"]):
    print(counts.name, counts.changed, counts.eligible, counts.reasons[0].reason)
```

## Protect text from changes

`protect` lists text that no transformation may change:

<!-- python: protect -->
```python
import re
import hf_robust as hr

text = "The Grand Hotel took order AB-1234 for 20 dollars, see www.hotel.example/a_b."
rules = ["grand hotel", re.compile("[A-Z]{2}-[0-9]+"), "numbers"]
print(hr.Perturb("keyboard", rate=1.0, protect=rules)(text))
```

| entry | protected text |
| --- | --- |
| `"Paris"`, `"grand hotel"` | a whole word or phrase (not case-sensitive) |
| `re.compile("...")`, `"re:..."` | matches of a pattern; use `"re:..."` on the command line and in files |
| `"urls"`, `"emails"` | URLs, e-mail addresses |
| `"markup"` | HTML and XML tags, character entities such as `&amp;`, Markdown code and links |
| `"placeholders"` | placeholders, identifiers, handles and hashtags (examples below) |
| `"numbers"` | numbers (including a `$` or `%` sign) and numbers written as words |
| `"quotes"` | text in quotation marks |
| `"entities"` | the gold spans of the row and the named entities found by spaCy |

The entries `"urls"`, `"emails"`, `"markup"` and `"placeholders"` are always active, unless you set
`protect_defaults=False`. In that case, name the entries to protect, for example `protect=["urls"]`.

Examples of text that `"placeholders"` protects:

- placeholders such as `[NAME]`, `{name}`, `{date:%Y}`, `{{ name | upper }}`, `{% if x %}`, `<%= x %>`, `<user>`, `%s`,
  `%(name)-10s`, `${VAR:-default}`, ICU message formats (`{n, plural, one {# file} other {# files}}`),
- identifiers such as `snake_case`,
- handles such as `@name`, and hashtags.

An edit of protected text is discarded. Edits next to it are allowed. If all edits of a row are discarded, the row does
not change. Some transformations move or rewrite whole sentences. Such a change is discarded if protected text of the
old sentence is missing from the new one. If a column contains tokens, the entries of `protect` are matched against the
text that results from joining the tokens. A warning lists each entry of `protect` that matches no text of the dataset.

On the command line, the options are `--protect` and `--no-protect-defaults`:

<!-- bash: protect -->
```bash
hf-robust perturb keyboard --dataset reviews.csv --task sentiment-classification --protect film --protect numbers
```

`hr.Suite.build`, `hr.attack`, `hr.corruption_benchmark`, `hr.CapabilitySuite.build` and the training callbacks also
accept `protect`. In `robust.yaml`, the keys are `protect` and `protect_defaults`.
"""

from hf_robust.perturb.changes import Change
from hf_robust.perturb.counted_refusals import ReasonCount, RowCounts, refusals
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.validation import Validate
from hf_robust.perturb.validators.base import Measured, Validator

__all__ = ["Change", "Measured", "Perturb", "ReasonCount", "RowCounts", "Validate", "Validator", "refusals"]
