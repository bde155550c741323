"""Tasks to which most transformations apply."""

from hf_robust.tasks import (
    ABSA,
    COREFERENCE,
    HATE_SPEECH,
    MULTI_LABEL,
    NER,
    NLI,
    PARSING,
    POS,
    QA,
    RELATION,
    SENSES,
    SENTIMENT,
    SIMILARITY,
    SUMMARIZATION,
    TEXT_CLASSIFICATION,
    TEXT_GENERATION,
    TRANSLATION,
    WINOGRAD,
)

# A text with one label or with several: what keeps one of them keeps all.
LABELED_TEXTS = (TEXT_CLASSIFICATION, MULTI_LABEL)
# Written out, and not read from the table of tasks: a task that is added does not apply to a transformation before
# somebody has decided so, class by class.
UNPARSED_TASKS = (
    *(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, NER, POS, QA),
    *(RELATION, COREFERENCE, WINOGRAD, SENSES, TRANSLATION, SUMMARIZATION, TEXT_GENERATION),
)
GENERAL_TASKS = (*UNPARSED_TASKS, PARSING)
# What is added to the text (an emoji, a link, an adverb, a sentence) belongs in the right answer too, or changes it.
# A summary leaves it out.
ANSWERING_ADDITIONS = frozenset({TRANSLATION, TEXT_GENERATION})
