"""Suites: perturbed rows paired with their originals, in folders and on the Hub.

A suite has one entry per transformation or chain. Each entry holds the changed rows and their originals, aligned row
by row.

## Build, save and load a suite

<!-- python: suite -->
```python
import hf_robust as hr

entries = ["keyboard", {"name": "ocr", "rate": 0.3}, ["typos", "twitter"]]
suite = hr.Suite.build(hr.demo_reviews(), "sentiment-classification", entries)
suite.save("suite/")
suite = hr.Suite.load("suite/")  # verifies the files, the format version and the content hash
print(suite["keyboard"].describe()["n"], suite.content_hash)  # the number of changed rows, and the hash
```

Without a list of transformations, the suite uses all transformations that apply to the task and are on by default.
Transformations whose model, lexicon or extra is not installed are skipped. `suite.info["skipped"]` lists them with the
reason. The same source, transformations, seed, package version, models and lexicons give the same `content_hash`.

On the command line:

<!-- bash: suites -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos+twitter --out suite/
hf-robust run --suite suite/ --model my-model/ --out report/
```

## Publish a suite on the Hub

<!-- hub: publish -->
```python
from datasets import load_dataset

# one commit with the tag v1.0.0; a published version is never overwritten
suite.push_to_hub("me/reviews-robust", version="1.0.0")
suite = hr.Suite.load("me/reviews-robust", revision="v1.0.0")  # verifies files, format version and content hash
pairs = load_dataset("me/reviews-robust", "keyboard", revision="v1.0.0")  # two splits: `original`, `perturbed`
```

```bash
hf-robust push suite/ me/reviews-robust --version 1.0.0 --license cc-by-4.0
hf-robust run --suite me/reviews-robust --revision v1.0.0 --model my-model/
```

The dataset on the Hub has:

- one config per entry (a transformation or a chain), with the columns of the source and a column `robust`,
- a dataset card that describes the content, the label ratings (`hf-robust docs audit`), the license and the usage,
- a file `eval.yaml`. With this file, the Hub lists the suite as a benchmark, and Inspect AI (a framework that evaluates
  language models) runs a model on the perturbed rows of an entry: `inspect eval hf/me/reviews-robust/keyboard@v1.0.0`.
  This gives no score on the originals. To measure the drop, use `hf-robust run`.

Inspect AI reads the prompt and the reference answer from two string columns. For classification, these are the text and
label columns of the entry's own config, for example `keyboard`. For named-entity recognition, extractive
question answering, relation extraction and aspect-based sentiment analysis, the dataset has a second config for each
entry, for example `keyboard-questions`, with the columns `id`, `prompt` and `target`. The command stays the same:
`inspect eval hf/me/reviews-robust/keyboard@v1.0.0` reads the second config.

The scores of Inspect AI can differ from those of `hf-robust run`:

- If a question has several reference answers, Inspect AI uses only the first one.
- Answers to extractive questions are scored by the word F1 and the exact match of Inspect AI. These metrics normalize
  texts differently from the metric of the task.
- All other answers are scored by exact match. For example, the answer to a named-entity question is a list of entities.
  It counts as correct only if every entity in the list is correct.

To compute the metric of the task from the answers, import the log with `hf-robust import inspect`.

A suite has no `eval.yaml` in the following cases. `hf-robust push` prints the reason.

- The predictions of the task cannot be written as a text answer. Examples are part-of-speech tags, parses and
  coreference clusters.
- The task is translation, summarization or text generation. Inspect AI has no scorer for the metrics of these tasks.
- The suite contains only edits (see "Related suites" below), or it is a capability suite (tests of single linguistic
  skills, see `hf-robust docs capability`).

`suite.with_baseline(report)` returns a copy of the suite whose dataset card also shows the scores of `report`. Use it
to publish the scores of a reference model.

## Related suites

- `edits = hr.EditsSuite.of(suite)` makes a suite that contains only the edits. Use it if the license of the data does
  not allow you to publish the source text. `edits.apply(rows)` rebuilds the pairs from a copy of the source. The edits
  are not a full copy of the suite: pairs that would show too much of the text, or that cannot be rebuilt exactly, stay
  out, and entries that lose more than half of their pairs, too. So the rebuilt suite can have fewer pairs and another
  content hash. `print(edits)` states how many pairs stayed out.
- `hf-robust docs prebuilt` describes prebuilt suites of known datasets.
"""

from hf_robust.suites.base import BaseEntry, BaseSuite
from hf_robust.suites.edits_suite import EditsSuite
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.suites.releases import suites_of
from hf_robust.suites.robustness import Suite

__all__ = ["BaseEntry", "BaseSuite", "EditsSuite", "Suite", "SuiteEntry", "suites_of"]
