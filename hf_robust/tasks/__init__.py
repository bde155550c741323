"""Tasks: which columns a data set has, by role, what their labels are, and how labels move with edits.

A module here is a kind of task; importing this package registers the tasks of all of them in :data:`TASKS`.
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
