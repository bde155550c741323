"""A clause is negated, or its negation is removed."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.clause_negation import negated_clause
from hf_robust.language.english.clause_parts import clause_of


def parsed(texts):
    return [
        Doc(text, annotation=one) for text, one in zip(texts, annotate_values(texts, {"pos", "lemma", "dep"}, None))
    ]


def root(doc):
    return next(n for n, token in enumerate(doc.tokens) if token.dep.lower() == "root")


NEGATED = {
    "The screen is bright.": "The screen is not bright.",
    "The screen is bright and clear.": "The screen is not bright or clear.",
    "The screen is also bright.": "The screen is also not bright.",
    "It has some ports.": "It does not have any ports.",
    "The battery lasted eight hours.": "The battery did not last eight hours.",
    "They're friendly.": "They are not friendly.",
    "The keyboard does not work.": "The keyboard works.",
    "The waiters were not friendly.": "The waiters were friendly.",
}
REFUSED = (
    "Everything is good.",
    "The screen is always bright.",
    "The screen is as bright as the sun.",
    "The cook should be friendly.",
    "The cook is friendly and knows all guests.",
    "It does not work that well.",
    "It did not have everything.",
)


def test_clauses_are_negated_or_affirmed():
    for doc, wanted in zip(parsed(list(NEGATED)), NEGATED.values()):
        assert apply(doc.text, negated_clause(doc, root(doc))) == wanted


def test_what_cannot_be_negated_is_refused():
    for doc in parsed(list(REFUSED)):
        with pytest.raises(NotApplicable):
            negated_clause(doc, root(doc))


def test_the_clause_of_a_word():
    (doc,) = parsed(["The soup was good but the cook who made it was rude."])
    words = [token.text for token in doc.tokens]
    heads = {word: words[clause_of(doc.tokens, n)] for n, word in enumerate(words)}
    assert (heads["soup"], heads["cook"], heads["it"]) == ("good", "rude", "made")
