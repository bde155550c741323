"""Tasks: the dataset columns and labels of a task, and how labels are updated when a text is edited.

## Columns

A task has roles, such as `text` and `label`, and maps each role to a column of the dataset. Name only the columns whose
name differs from the role:

<!-- python: columns -->
```python
import hf_robust as hr

hr.task("natural-language-inference", premise="sentence1", hypothesis="sentence2")
hr.task("nli", label_names=["yes", "maybe", "no"], id="pair")  # names of the integer labels; a column with ids
```

If the column names equal the role names, pass the task id. Every function with a `task` argument accepts an id, for
example `hr.Perturb("keyboard", "sentiment-classification")`. The task categories of the Hub are ids, too:

| id | task |
| --- | --- |
| `question-answering` | `extractive-qa` |
| `translation` | `translation` |
| `summarization` | `summarization` |
| `text-generation`, `text2text-generation` | `text-generation` |
| `sentence-similarity` | `semantic-similarity-classification` |
| `token-classification` | the task whose columns match the dataset; otherwise `named-entity-recognition` |
| `text-classification` | the task whose columns match the dataset; otherwise `text-classification` |

`text-classification` assumes nothing about the labels, so fewer transformations apply to it. If your task is sentiment
classification, use `sentiment-classification`. Functions without access to the dataset, such as `hr.Perturb`, use the
task that the table names last. If no task is given, `hr.run(model, dataset)` infers it from the columns. If all label
names are among *positive*, *negative* and *neutral*, it uses `sentiment-classification`.

On the command line: `--text-column`, `--pair-column`, `--label-column`, `--column ROLE=COLUMN`, `--label-names`,
`--id-column`. `hf-robust list --task TASK` lists the transformations that apply.

<!-- table: tasks -->

Formats of the labels:

- A token span is `[start, end]` or `{start, end, type}`. Both ends are inclusive.
- A text span is a pair of character offsets. The end is exclusive.
- An aspect is `{term, start, end, polarity, opinions}`.
- Tags are BIO, IOB1, BIOES or BILOU. Senses are WordNet sense keys.
- A summary or a reference answer is a text, or a list of texts that are all right. `text-generation` also works without
  references.

- Several labels are a list of names or numbers per row, or a one-hot vector. A score is a number.

Spans, tags, trees, clusters and answers are updated with every edit. Token-level columns that do not belong to the task
keep their old length (for example, entity tags in a part-of-speech task).

If no model is given, a baseline is used. Use baselines only to try out the package. Trainable baselines learn from
`--train FILE`. Without it, they use cross-fitting, so that no model predicts a row that it was trained on.

## Several labels per row

In `multi-label-classification`, a row has a list of labels: names, numbers with names (`ClassLabel`, `label_names`), or
a one-hot vector. The list may be empty. Vectors of booleans or floats are recognized, and vectors of the numbers 0 and
1 if a row has one of them twice; otherwise use `scheme="one-hot"` or `scheme="lists"`. In a CSV file, the labels of a
cell are a JSON list or separated by `;`, `|` or `,`. Scores are micro F1, macro F1 and subset accuracy. The report has
the F1 of each label and its drop under each transformation, with bootstrap intervals.

<!-- python: several labels -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict(
    {"text": ["The team won the match.", "The bank pays the team."], "topics": [["sport"], ["money", "sport"]]}
)
task = hr.task("multi-label-classification", labels="topics", threshold=0.5)

def model(texts):  # a list of labels, or one probability per label in the order of label_names
    return [[topic for word, topic in (("bank", "money"), ("team", "sport")) if word in text] for text in texts]

report = hr.run(model, rows, task=task, transformations=["keyboard"])
```

Some datasets (such as Jigsaw's toxic comments) have a column for each label, with 1 or 0. List these columns:
`hr.task("multi-label", text="comment_text", labels=["toxic", "threat", "insult"])`, on the command line
`--text-column comment_text --label-column toxic,threat,insult`. `label_names` with the names of these columns does the
same if there is no column `labels`.

A model from the Hub needs a head with `problem_type="multi_label_classification"`. A label is predicted if its sigmoid
reaches the threshold (`threshold=0.3`, on the command line `--model-param threshold=0.3`). In a `Trainer`, the model
reads a column `labels` of floats: give the column of the gold labels another name, as in this example.

## Scores: regression and similarity

In `text-regression`, a row has a number, such as a rating. For a pair of texts (semantic textual similarity, STS), name
the columns of both: `hr.task("text-regression", sentence1="a", sentence2="b")` is the task
`semantic-similarity-scoring`. State the range if you know it (`score_range=(0, 5)`, `--score-range 0,5`), so that a
number outside of it is an error. Slices are compared by the closeness of the predictions (1 minus the error as a share
of the range), since a correlation is low among rows with similar scores.

<!-- python: scores -->
```python
from datasets import Dataset
import hf_robust as hr

rows = Dataset.from_dict({"review": ["A fine hotel.", "A dirty room.", "It was fine."], "stars": [5, 1, 4]})
task = hr.task("text-regression", text="review", score="stars", score_range=(1, 5))
report = hr.run(lambda texts: [5.0 if "fine" in text else 1.0 for text in texts], rows, task=task,
                transformations=["word-case"])
print(report["word-case"]["scores"]["shift"], report["word-case"]["scores"]["rise"])
```

The report has the correlations of Pearson and Spearman in points, and the mean absolute error and the mean shift of the
predictions in the units of the scores, with intervals. A correlation does not change if all scores shift by the same
amount, so the outcome also depends on the error: "Not robust" if it rises significantly by 5% of the range or more. The
worst case is the lowest *closeness* of each row: 100 minus the error as a percentage of the range. Transformations that
can change the meaning of a text slightly do not apply to pairs. A model from the Hub needs a head with one output.

Language models, capability tests and runs in shards (for scores) do not support these tasks.

## Nested entities

In `nested-named-entity-recognition`, a row has a list of entities that may lie in each other. `tokens` is a list of
tokens or a text. The key of the type is `type`, `label`, `entity` or `tag`. `end` depends on `tokens`:

| `tokens` | `start`, `end` | `end` | example: Oslo |
| --- | --- | --- | --- |
| `["in", "Oslo", "."]` | tokens | inclusive | `{"start": 1, "end": 1, "type": "LOC"}` |
| `"in Oslo."` | characters | exclusive | `{"start": 3, "end": 7, "type": "LOC"}` |

A warning is shown if none of the entities has only one token (exclusive ends).

<!-- python: nested entities -->
```python
from datasets import Dataset
import hf_robust as hr

outer, inner = {"start": 3, "end": 6, "type": "ORG"}, {"start": 6, "end": 6, "type": "LOC"}
rows = Dataset.from_dict(
    {"tokens": [["She", "studied", "at", "the", "University", "of", "Oslo", "."]], "spans": [[outer, inner]]}
)
task = hr.task("ner", entities="spans")  # the task of tags if this role is not named
new = rows.map(hr.Perturb("swap-entity-longer", task, seed=1), batched=True)[0]
print([" ".join(new["tokens"][one["start"] : one["end"] + 1]) for one in new["spans"]])

def model(rows):  # for each row, a list of entities: {"start", "end", "type"} or (start, end, type)
    return [[(row.index("Oslo"), row.index("Oslo"), "LOC")] if "Oslo" in row else [] for row in rows]

report = hr.run(model, rows, task=task, transformations=["keyboard", "swap-entity-oov"])
print(report.record["metric"]["name"], report["keyboard"]["secondary"])
```

Entities move with the edits, also if they cross each other. Refused with an error: an entity outside of the text, an
empty one, one without a type, and the same entity twice with one type. Only `word-case`, `entity-typos` and the swaps
of entities edit the words of entities; all other transformations edit the words between them. Attacks edit the words of
entities only with `inside=True` (`--inside`).

The swaps of entities and `entity-typos` edit the innermost entities. An outer entity remains one entity, with the new
text. It is not replaced as a whole, because the positions of its inner entities in the new name are not known. Pronouns
and noun phrases ("his", "the river") are not replaced.

The score is the strict micro F1 over entities (`span_f1`): start, end and type must be equal. Types of a model that
differ from those of the data only in case are read as those of the data, as in `named-entity-recognition`. The report
has the F1 of each type, of the nested entities and of the flat ones, and their drops, with bootstrap intervals. A wrong
predicted entity counts as nested if it lies in a nested gold entity or contains one, and as flat otherwise. Without any
gold or predicted entity, the F1 of nested or of flat entities is undefined (`None`), and `span_f1` is 0, as the F1 of
tags is. `entity-nesting` slices the rows. An attack is
successful if a gold entity is no longer found.

Models that tag tokens find entities that are not nested, and are scored as they are: models and pipelines for
`token-classification`, and spaCy pipelines. For a model of nested entities, write a function or use `--predictions`.
Language models and endpoints do not support this task. `concat-sentences` does not apply to it.

`hf-robust run --task ner --dataset FILE` uses this task if the entities of the file overlap. For two columns of tags
(`ner_tags`, `nested_ner_tags`), use `--task nested-ner`; with `--task ner`, the second column is not used.

## Layouts

A layout is a known format of the columns. Data in such a format is converted to the columns of the task. `hf-robust`
detects the layout and prints its name. In Python, call `hr.with_layout`. If the lists of your rows mix numbers and
strings, load them with `load_dataset("json", ...)`, because `Dataset.from_list` rejects such lists.

<!-- python: layouts -->
```python
from datasets import Dataset
import hf_robust as hr

marked = "The <e1>wheel</e1> of the <e2>bicycle</e2> needs another spoke."
rows = Dataset.from_list([{"sentence": marked, "relation": "Component-Whole(e1,e2)"}])
rows = hr.with_layout(rows, "relation-extraction")
noisy = rows.map(hr.Perturb("keyboard", "relation-extraction", seed=1), batched=True)
```

<!-- table: layouts -->

Read CoNLL-U files, CoNLL-2012 files and SQuAD's JSON with `--dataset FILE`.
"""

from importlib import import_module
from pkgutil import iter_modules

from hf_robust.tasks.aspects import ABSA
from hf_robust.tasks.base import Task, task
from hf_robust.tasks.classification import HATE_SPEECH, NLI, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.tasks.coreference import COREFERENCE
from hf_robust.tasks.generating import SUMMARIZATION, TEXT_GENERATION
from hf_robust.tasks.kind import TASKS, TaskKind
from hf_robust.tasks.label_sets import MULTI_LABEL
from hf_robust.tasks.nested_entities import NESTED_NER
from hf_robust.tasks.parsing import PARSING
from hf_robust.tasks.question_answering import QA
from hf_robust.tasks.relations import RELATION
from hf_robust.tasks.scores import SIMILARITY_SCORING, TEXT_REGRESSION
from hf_robust.tasks.segmentation import SEGMENTATION
from hf_robust.tasks.senses import SENSES
from hf_robust.tasks.tagging import NER, POS
from hf_robust.tasks.translating import TRANSLATION
from hf_robust.tasks.winograd import WINOGRAD

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)

__all__ = [
    "ABSA",
    "COREFERENCE",
    "HATE_SPEECH",
    "MULTI_LABEL",
    "NER",
    "NESTED_NER",
    "NLI",
    "PARSING",
    "POS",
    "QA",
    "RELATION",
    "SEGMENTATION",
    "SENSES",
    "SENTIMENT",
    "SIMILARITY",
    "SIMILARITY_SCORING",
    "SUMMARIZATION",
    "TASKS",
    "TEXT_CLASSIFICATION",
    "TEXT_GENERATION",
    "TEXT_REGRESSION",
    "TRANSLATION",
    "WINOGRAD",
    "Task",
    "TaskKind",
    "task",
]
