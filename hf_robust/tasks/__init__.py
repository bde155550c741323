"""Tasks: the columns of a data set by role, their labels, and how labels change with edits.

Each module defines one kind of task. Importing this package registers all tasks in `TASKS`.

## Columns

A task maps roles to column names. Name only the columns that differ from their role:

<!-- python: columns -->
```python
import hf_robust as hr

hr.task("natural-language-inference", premise="sentence1", hypothesis="sentence2")
hr.task("nli", label_names=["yes", "maybe", "no"], id="pair")  # names of numeric labels; a column with ids
```

Where the columns have the names of the roles, the id of the task is enough: every function that takes a task takes an
id, such as `hr.Perturb("keyboard", "sentiment-classification")`. The task categories of the Hub are ids, too:

| id | the task |
| --- | --- |
| `question-answering` | `extractive-qa` |
| `translation` | `translation` |
| `sentence-similarity` | `semantic-similarity-classification` |
| `token-classification` | the task of this category that the columns fit; else `named-entity-recognition` |
| `text-classification` | the task of this category that the columns fit; else `text-classification` |

`text-classification` assumes nothing about the labels, so that fewer transformations apply than to
`sentiment-classification`: say the latter where it is one. A function that gets no data set, such as `hr.Perturb`,
takes the last one of each line. `hr.run(model, dataset)` without a task takes the one that the columns fit, and
`sentiment-classification` where the label names are *positive*, *negative* and *neutral* or some of these.

On the command line: `--text-column`, `--pair-column`, `--label-column`, `--column ROLE=COLUMN`, `--label-names`,
`--id-column`. `hf-robust list --task TASK` lists the transformations that apply.

<!-- table: tasks -->

Spans of tokens are `[start, end]`, both inclusive, or `{start, end, type}`; spans of a text are characters, the end
exclusive. An aspect is `{term, start, end, polarity, opinions}`; tags are BIO, IOB1, BIOES or BILOU; senses are
keys of WordNet. Spans, tags, trees, clusters and answers are updated with every edit. Token-level columns that do not
belong to the task keep their old length (for example, entity tags in a part-of-speech task).

If you name no model, a baseline is used. Baselines serve to try the package, not to draw conclusions. Trainable
baselines learn from `--train FILE`; without it, they use cross-fitting, so no model predicts a row that it was trained
on.

## Layouts

Data in another format is converted by its layout. `hf-robust` detects the layout and prints it. In Python, call
`hr.with_layout`. (`load_dataset("json", ...)` reads lists that mix numbers and names; `Dataset.from_list` does not.)

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
from hf_robust.tasks.kind import TASKS, TaskKind
from hf_robust.tasks.parsing import PARSING
from hf_robust.tasks.question_answering import QA
from hf_robust.tasks.relations import RELATION
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
    "NER",
    "NLI",
    "PARSING",
    "POS",
    "QA",
    "RELATION",
    "SEGMENTATION",
    "SENSES",
    "SENTIMENT",
    "SIMILARITY",
    "TASKS",
    "TEXT_CLASSIFICATION",
    "TRANSLATION",
    "WINOGRAD",
    "Task",
    "TaskKind",
    "task",
]
