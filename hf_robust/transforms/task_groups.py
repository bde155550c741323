"""Tasks to which most transformations apply."""

from hf_robust.tasks import (
    ABSA,
    COREFERENCE,
    HATE_SPEECH,
    NER,
    NLI,
    PARSING,
    POS,
    QA,
    RELATION,
    SENSES,
    SENTIMENT,
    SIMILARITY,
    TEXT_CLASSIFICATION,
    TRANSLATION,
    WINOGRAD,
)

# Written out, and not read from the table of tasks: a task that is added does not apply to a transformation before
# somebody has decided so, class by class.
UNPARSED_TASKS = (
    *(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, NER, POS, QA),
    *(RELATION, COREFERENCE, WINOGRAD, SENSES, TRANSLATION),
)
GENERAL_TASKS = (*UNPARSED_TASKS, PARSING)
