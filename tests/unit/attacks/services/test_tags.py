"""The services that read texts: tags and grammar."""

import pytest

from hf_robust.attacks.services.grammar_checks import Grammar
from hf_robust.attacks.services.tags import Tags


def test_a_word_is_tagged_where_it_stands(pipeline):
    tags = Tags(pipeline)
    requests = [("They film it .", 5), ("The film is good .", 4), ("The film is good .", 18)]
    assert len(set(tags.buckets(requests))) == 1 < tags.capacity("")
    verb, noun, nothing = tags.answer("", requests)
    assert (verb[0], noun[0], nothing) == ("VERB", "NOUN", ("", ""))


def test_grammar_counts_errors_by_kind():
    pytest.importorskip("harper")
    fine, wrong = Grammar().answer("", ["She has a dog.", "She have an dog."])
    assert fine.total() == 0 and wrong.total() == 2
