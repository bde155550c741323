"""Tasks to which most transformations apply."""

from hf_robust.tasks import (
    ABSA,
    COREFERENCE,
    HATE_SPEECH,
    MULTI_LABEL,
    NER,
    NESTED_NER,
    NLI,
    PARSING,
    POS,
    QA,
    RELATION,
    SENSES,
    SENTIMENT,
    SIMILARITY,
    SIMILARITY_SCORING,
    SUMMARIZATION,
    TEXT_CLASSIFICATION,
    TEXT_GENERATION,
    TEXT_REGRESSION,
    TRANSLATION,
    WINOGRAD,
)

# A text with one label, with several, or with a score: what keeps one of them keeps all.
LABELED_TEXTS = (TEXT_CLASSIFICATION, MULTI_LABEL, TEXT_REGRESSION)
# Written out, and not read from the table of tasks: a task that is added does not apply to a transformation before
# somebody has decided so, class by class.
UNPARSED_TASKS = (
    *(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, SIMILARITY_SCORING, NER, NESTED_NER, POS, QA),
    *(RELATION, COREFERENCE, WINOGRAD, SENSES, TRANSLATION, SUMMARIZATION, TEXT_GENERATION),
)
GENERAL_TASKS = (*UNPARSED_TASKS, PARSING)
# What is added to the text (an emoji, a link, an adverb, a sentence) belongs in the right answer too, or changes it.
# A summary leaves it out. Two texts of which one says more are less alike.
ANSWERING_ADDITIONS = frozenset({TRANSLATION, TEXT_GENERATION, SIMILARITY_SCORING})
# Tasks whose right answer changes with a word that means nearly the same: how alike two texts are has degrees.
GRADED_MEANING = frozenset({SIMILARITY_SCORING})
