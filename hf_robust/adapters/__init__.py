"""Models: evaluate Hub ids, folders, transformers pipelines and models, functions, and stored predictions.

## Choose a model

The following example evaluates a Python function:

<!-- python: pairs -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict({"premise": ["A man eats."], "hypothesis": ["A man sleeps."], "label": ["contradiction"]})
task = hr.task("natural-language-inference", label_names=["entailment", "neutral", "contradiction"])
suite = hr.Suite.build(rows, task, ["word-case", "punctuation"])
print(hr.run(lambda pairs: ["contradiction" if "sleeps" in pair["hypothesis"] else "neutral" for pair in pairs], suite))
```

A model can be:

- a Hub id or a folder,
- a `transformers` pipeline or model,
- a language model: `hr.CausalModel("org/llm")`, `"causal:org/llm"`, or the Hub id of a causal language model without
  a classification head (`hf-robust docs llm`),
- the name of a baseline (see below) or of a spaCy pipeline,
- a function,
- an object with a method `predict(rows)` (`hr.Predictor`), which gets the rows as dicts; its predictions have the
  format of the next section,
- predictions from another system (see below),
- `None`: the default model of the task (see "Use a baseline" below). `hf-robust doctor` lists the default models.

On the command line, pass the model with `--model`.

## Write a function

The input of a function is a list with one item per row. If the task has a single input, each item is a string (or a
list of tokens if the column contains tokens). Otherwise, each item is a dict that maps the names of the inputs (such as
`premise`, see `hf-robust docs tasks`) to their values, without the gold label. The function returns one prediction per
row:

| task | prediction |
| --- | --- |
| classification of a text, of a pair of texts, or of a relation | a label, its index, or a list of probabilities |
| several labels per row | a list of labels or their indices, or one probability (or 1 or 0) per label |
| regression, similarity scores | a number |
| named entities, part of speech | a list of tags |
| nested entities | a list of `{"start", "end", "type"}` or `(start, end, type)`, or one tag per token (see below) |
| word segmentation | a list of words |
| question answering | an answer |
| aspect-based sentiment analysis | a list with one sentiment label per aspect |
| parsing | `{"heads": [...], "deprels": [...]}`: one of each per token; heads count from 1, and the root has head 0 |
| coreference resolution | a list of clusters; a cluster is a list of spans `[start, end]` |
| Winograd schemas | the index of a candidate |
| word sense disambiguation | a WordNet sense key, for example `bank%1:17:01::` |
| translation | a translation |
| summarization, text generation | a text |

Indices and probabilities follow the order of the `label_names` of the task. With several labels per row, a list of
numbers can be ambiguous. For example, if a task has two labels, `[1, 0]` can mean the indices of both labels, or 1 for
the first label and 0 for the second. In this case, the run stops with an error, so return label names instead. Spans
use the same offsets as the dataset: for tokens, the end is the last token; for characters, the end is exclusive. If a
prediction has the wrong type, the error states the expected type. For nested entities, one BIO tag per token is
possible only if no predicted entity is nested in another.

## Set options

The options are arguments of `hr.run`. The command-line option is in parentheses.

- **Label names**: labels of the model and the dataset are matched by name, ignoring case. If the names differ, the run
  stops with an error that lists the labels of the model and those of the dataset. `label_map` then maps each label of
  the model to a label of the dataset. For a model with the labels `NEG` and `POS` and a dataset with the labels `bad`
  and `good`, use `label_map={"NEG": "bad", "POS": "good"}` (`--label-map NEG=bad --label-map POS=good`).
- **Unanswerable questions**: an empty string means that a question is unanswerable. A `transformers` model predicts
  this when its score for "no answer" exceeds the score of the best span by more than `null_threshold` (default 0). By
  default, a run allows empty answers only if the dataset has unanswerable questions. `no_answer=True` always allows
  them, and `no_answer=False` never allows them.
- **Speed**: identical inputs of a suite are sent to the model only once, and inputs of similar length are batched
  together (`batch_size=`, `--batch-size`, default 32). By default, the model runs in the precision of its weights,
  usually `float32`. `precision="auto"` (`--precision auto`) uses bfloat16 when it is much faster. The report then
  shows, for a sample of the inputs, how many predictions differ from those in `float32`, and by how much the
  probabilities differ. `cache_dir=` (`--cache-dir`) stores predictions for later runs.
- **spaCy pipeline**: `nlp="en_core_web_sm"` (`--nlp en_core_web_sm`) or the environment variable `HF_ROBUST_SPACY`
  selects the spaCy pipeline that supplies part-of-speech tags and parse trees to the transformations.

On the command line, `--dataset` reads CSV, TSV, JSON, JSON Lines, SQuAD JSON, Parquet, CoNLL-U and CoNLL-2012 files,
for example `--dataset reviews.csv`. It also takes a Hub id, with `--split`. In Python, pass a `datasets.Dataset`.

## Evaluate stored predictions

Use this when the model runs in another system.

1. Write the inputs with `hf-robust inputs --suite DIR --out inputs.jsonl` or `suite.inputs()`. The file has each
   distinct input once, with the columns `transformation`, `split` (`original` or `perturbed`), `row` (the position in
   the split, from 0), `id` (the id of the source row) and the texts. If an input occurs several times in the suite, the
   columns refer to its first occurrence.
2. Add a column `prediction`: a label or its index, a list of tags, a number, or an answer. Write several labels as a
   list. In a CSV file, separate them with `;`, `|` or `,` (`sport;money`). An empty list or cell means no label. Nested
   entities are a list of `{"start", "end", "type"}` or `[start, end, type]` (in a CSV cell as JSON). Probabilities per
   label are possible only if the task of the suite was made with `label_names=` (`--label-names`), which sets their
   order. Optionally, add a column `score` with the probability of the predicted label (0 to 1). Reports use it to
   compute the calibration error. Add a column `status` if some inputs have no answer: `refused`, `unparsable`,
   `truncated`, `filtered` or `error` (`hf-robust docs evaluation`). Leave the prediction of such a row empty.
3. Run `hf-robust run --suite DIR --predictions answers.jsonl` (CSV, JSON Lines or Parquet). In Python, pass
   the predictions in place of the model: `hr.run(predictions, suite)`, as a dataset, a list of rows or a dict of
   columns.

Keep the columns `transformation` and `split`, and at least one of the columns `row` and `id`. In a CSV file, write a
list of tags as JSON, or separate the tags with spaces. Missing, duplicate and unknown rows raise an error.

## Use a baseline

Baselines are simple models that come with this package. Select one by name, for example
`--model linear-text-baseline`.

If no model is given (`model=None`, `--model default`), a run uses the default model of the task. For sentiment
classification, this is the bundled classifier. For all other tasks, it is the first baseline in the table below for the
task and language. If the table has no baseline for the task, name a model. `linear-text-baseline` supports only the
task `text-classification`. To use it on reviews, set `--task text-classification` instead of
`sentiment-classification`.

`cosine-similarity-baseline`, `longest-word-baseline` and the baselines whose names begin with `linear-` need training.
They are trained on the rows of `--train FILE`. Without that file, they are trained on the evaluated rows with
cross-fitting: the model that predicts a row is trained on other rows.

`linear-inference-baseline` comes trained: without `--train`, it predicts English pairs with weights that it learned
from 1,866 pairs of SNLI, if the labels are entailment, neutral and contradiction, or entailment and not-entailment. Its
accuracy is 71.9 on a sample of the SNLI test part (958 rows), 54.1 on a sample of MultiNLI matched (1,000 rows), and
50.0, which is chance, on HANS. Cross-fitted on these 1,000 rows of MultiNLI, it is 62.0, so use `--train` if you have
rows. Chinese pairs and other labels are cross-fitted.

For Winograd schemas, the default is `smollm2-pronoun-baseline` if SmolLM2 is installed (see `hf-robust docs llm`). Its
accuracy is 63.1 on DPR (1,316 rows) and 58.2 on WSC273 (273 rows), where chance is 50. Otherwise the default is
`masked-pronoun-baseline`, which has 50.2 and 50.9.

<!-- table: baselines -->
"""

import lazy_loader

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
