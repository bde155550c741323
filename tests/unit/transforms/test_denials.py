"""Polar words as the negation of their opposite."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.denials import denials
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.double_denial import DoubleDenial

CASES = {
    "The soup was good.": "The soup was not bad.",
    "The film is very boring.": "The film is not interesting at all.",
    "We enjoyed the show.": "We did not dislike the show.",
    "It lacks a plot.": "It does not have a plot.",
    "It is an interesting story.": "It is not a boring story.",
    "It was a bad idea.": "It was not a good idea.",
    "It has clever jokes and awful acting.": "It has clever jokes and acting that is not good.",
    "The cast is clever and funny.": "The cast is neither stupid nor unfunny.",
    "The plot seems boring.": "The plot does not seem interesting.",
    "The jokes fail to amuse.": "The jokes do not manage to amuse.",
    "The film was AWFUL!": "The film was NOT GOOD AT ALL!",
    "A good film.": "Not a bad film.",
    "We saw a remarkable film that moves slowly.": "We saw a not unremarkable film that moves slowly.",
    "I found it pretty disappointing.": "I did not find it satisfying.",
    "The script was awful; the ending was boring.": "The script was not good at all; the ending was not interesting.",
    "It looked boring, so I left.": "It did not look interesting, so I left.",
    "I was very disappointed with this film.": "I was not pleased at all with this film.",
    "Awful! I left.": "Not good at all! I left.",
    "The story is always interesting.": "The story is never boring.",
    "It is possible to win.": "It is not impossible to win.",
    "They refused to share the data.": "They did not agree to share the data.",
    "The acting is also very good.": "The acting is also not bad at all.",
    "The service was bad and food was cold.": "The service was not good and food was not warm.",
    "The price was fair but I would not go.": "The price was not unfair but I would not go.",
    "It rained, but the room was nice.": "It rained, but the room was not bad.",
    "The pizzas here are good.": "The pizzas here are not bad.",
    "The fries were decent though.": "The fries were not bad though.",
    "He is charming as the rogue.": "He is not unpleasant as the rogue.",
    "The film is indeed bad.": "The film is indeed not good.",
    "The staff is very rude!": "The staff is not polite at all!",
    "The staff was helpful.": "The staff was not unhelpful.",
    "I was disappointed with the film.": "I was not pleased with the film.",
    "I was bitterly disappointed in the film.": "I was not pleased at all with the film.",
    "DISAPPOINTING!": "NOT SATISFYING!",
    "The show was overpriced.": "The show was not cheap.",
    "The food was good, but we had no time.": "The food was not bad, but we had no time.",
    "The food was okay.": "The food was not bad.",
    "The soup was bland.": "The soup was not tasty.",
    "The menu is inconsistent.": "The menu is not consistent.",
    "It is a complete waste of time.": "It is not worth the time at all.",
    "A waste of time.": "Not worth the time.",
    "The food is well worth the price.": "The food is not a waste of money at all.",
    "This film is worth watching.": "This film is not a waste of time.",
    "The film is a total failure.": "The film is not a success at all.",
    "Avoid this movie at all costs.": "Do not watch this movie at all.",
    "I hate the fact that I have to go.": "I do not like the fact that I have to go.",
}


def denied(text):
    (annotation,) = annotate_values([text], {"pos", "lemma", "dep"})
    return DoubleDenial().preview(Doc(text, annotation=annotation))


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_what_is_said_is_denied_of_the_opposite(text, expected):
    assert denied(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The film was not good.",
        "The film was as good as the book.",
        "The film would be good.",
        "Is the film good?",
        "Everything is good.",
        "The film was too good.",
        "I never loved it.",
        "It is so bad, it is good.",
        "If the food is good I will eat.",
        "He is charming for a living.",
        "The film is good, honest fun.",
        "A poor man came.",
        "They love each other.",
        "The box was moving on its own.",
        "I know what I like.",
        "The lens made the actors look clever.",
        "It is a good part of the book.",
        "As dull films go, this is dull.",
        "They told a boring story for children.",
        "He became a professional boxer.",
        "It has likeable, shallow characters.",
        "All the jokes are funny.",
        "I love it! It is one of my favorite films.",
        "The explosion bore the hallmarks of a bomb.",
        "This is where the leaders work.",
        "I loved the book from the start.",
        "It is almost impossible to find an original copy.",
        "The plot is stupid in all the senses of the word.",
        "We do not think that the names are important.",
        "It is the worst film. But it is so good!",
        "I think that's clear!",
        "The room was comfortable!",
        "They give a generous sample size.",
        "It was a fun rush for about 2 minutes.",
        "I love my food to come hot.",
        "She loved the book.",
        "We really enjoyed the show.",
        "We enjoyed a great show.",
        "The fish was fresh.",
        "The food was just okay.",
        "I am okay.",
        "The joke is very funny.",
        "The food was great and cheap.",
        "It was a very good film.",
        "I was wrong.",
        "I refuse to pay for it.",
        "The food was good, and very cheap.",
        "It is not worth the time.",
        "A waste of time, money and energy.",
        "You should see it to avoid the queue.",
        "It is a funny show that we saw.",
        "It used to have fresh food.",
    ],
)
def test_what_a_negation_would_change_stays(text):
    assert denied(text) == text


def test_opposites_are_of_the_other_side():
    """No word and the opposite that is denied are both in the same column of what is reversed."""
    both = lexicon("polar_words")["reversals"]
    good, bad = (frozenset(both[side]["adjectives"]) for side in ("positive", "negative"))
    for word, opposite in (denials()["adjectives"] | denials()["predicates"]).items():
        assert not {word, opposite} <= good
        assert not {word, opposite} <= bad


@pytest.mark.parametrize(
    "text",
    [
        "The food is mediocre ( at best ) .",  # a fixed phrase goes on behind the bracket
        "The show is good. Has been since the start.",  # the next sentence has no other subject
        "This is a terrible bar! Terrible!",  # the word comes again
        "The film is bad. What's worse, it is long.",
    ],
)
def test_a_judgment_that_is_taken_up_stays(text):
    assert denied(text) == text


def test_nothing_is_denied_twice_side_by_side():
    assert denied("The start is not bad. The rest is good.") == "The start is not bad. The rest is good."
    far = "The start is not bad. We left early. The rest is good."
    assert denied(far) == "The start is not bad. We left early. The rest is not bad."
    assert denied("The food is good. The staff is good.").count("not bad") == 1
