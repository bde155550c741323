"""Models as predictors: Hub ids, folders, transformers pipelines and models, and plain functions.

Each name is imported when it is first used: nothing here imports torch before.

## What can be tested

`hr.run(model, suite)` and all that takes a model take a Hub id, a folder, a `transformers` pipeline or model, the
name of a baseline or of a spaCy pipeline, a plain function, an object with `predict(rows)` (`hr.Predictor`),
predictions that were made elsewhere, or None: what comes with the package for the task. `hf-robust doctor` lists
those; on the command line it is `--model`.

A function is given a list of texts or token lists where the task has one text, else of mappings by role without the
gold one, and returns, for each: a label, its number or probabilities; a list of tags; an answer; a list of
polarities, one an aspect; `{"heads": [...], "deprels": [...]}`; clusters of spans; the number of a candidate; a
sense key; a translation. What is missing is said by the error.

<!-- python: pairs -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict({"premise": ["A man eats."], "hypothesis": ["A man sleeps."], "label": ["contradiction"]})
task = hr.task("natural-language-inference", label_names=["entailment", "neutral", "contradiction"])
suite = hr.Suite.build(rows, task, ["word-case", "punctuation"])
print(hr.run(lambda pairs: ["contradiction" if "sleeps" in pair["hypothesis"] else "neutral" for pair in pairs], suite))
```

- **Labels** are matched by name between model and data. Where they differ, the error lists both sides, and
  `label_map={"NEG": "bad", "POS": "good"}` (`--label-map NEG=bad --label-map POS=good`) settles it.
- **Questions without an answer**: a model for question answering says that there is no answer, with the empty text,
  when its null score exceeds the score of its best span by more than `null_threshold` (0). So it does in
  `hr.as_predictor(...).predict` and in a run. On rows whose questions all have an answer, a run asks it for one in
  each. `no_answer=True` and `no_answer=False` settle it for both.
- **Speed**: equal inputs are predicted once over all of a suite, in batches of like length. `precision="auto"`
  (`--precision auto`) predicts in bfloat16 where much is gained, and the report says how far that is off; `float32`
  is the default. `cache_dir=` (`--cache-dir`) keeps predictions for the next run.
- **Your own spaCy pipeline** for annotation: `nlp="en_core_web_sm"`, `--nlp`, or the variable `HF_ROBUST_SPACY`.
- **A model that runs elsewhere**: `hf-robust inputs --suite DIR --out inputs.jsonl` (or `suite.inputs()`) writes each
  input of a suite once, with the columns `transformation`, `split`, `row`, `id` and the texts. Add a column
  `prediction` (a label or its number, a list of tags, an answer) and, if the model gives one, `score`. Then
  `hf-robust run --suite DIR --predictions answers.jsonl` (CSV, JSON Lines or Parquet) or `hr.run(rows, suite)` with a
  data set, a list of rows or a mapping of columns evaluates them. `row` or `id` is enough to name a row. In CSV a list
  of tags is JSON or is separated by blanks. Missing, duplicate and unknown rows are refused.
- **Files**: `--dataset reviews.csv` (CSV, TSV, JSON Lines, JSON, SQuAD's JSON, Parquet, CoNLL-U, CoNLL-2012) or a
  Hub id with `--split`.

## Baselines

Simple models that come with the package, named as a model is: `--model linear-text-baseline`. A task's first one for
the language of the texts serves where no model is named. Those that are trained learn from the rows that they are
scored on, each row by a model that did not see it, or from `--train FILE`. Sentiment has a classifier of its own,
`--model default`.

<!-- table: baselines -->
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
