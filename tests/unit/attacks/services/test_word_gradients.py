"""What gradients say of words, held against finite differences."""

import numpy as np
import pytest
import torch

import hf_robust as hr
from hf_robust.attacks.asking import Refused
from hf_robust.attacks.services.victim import Victim
from hf_robust.attacks.services.word_gradients import Flips, Gradients
from hf_robust.attacks.states import Unit
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
PAIRS = hr.task("natural-language-inference", label_names=["no", "yes"])
TEXT = "the goodness film was dull"
UNITS = tuple(Unit("text", start, end) for start, end in [(0, 3), (4, 12), (13, 17), (22, 26)])


@pytest.fixture(scope="module")
def parts():
    from tiny_parts import classifier, tokenizer

    return classifier(), tokenizer()


@pytest.fixture(scope="module")
def service(parts):
    model, tokenizer = parts
    return Gradients(Victim(hr.as_predictor(model, TASK, tokenizer=tokenizer), TASK))


def ask(service, *requests):
    """Each bucket by itself, as a scheduler asks."""
    return [service.answer(service.buckets([one])[0], [one])[0] for one in requests]


def log_odds(parts, text, shifts=()):
    """The log-odds of ``pos``, with shifts of the embeddings at some positions."""
    model, tokenizer = parts
    encoded = tokenizer(text, return_tensors="pt")
    inputs = model.get_input_embeddings()(encoded["input_ids"]).detach().double()
    for at, shift in shifts:
        inputs[0, at] += shift
    with torch.no_grad():
        neg, pos = model.double()(inputs_embeds=inputs, attention_mask=encoded["attention_mask"]).logits[0].tolist()
    model.float()
    return pos - neg


def test_flips_are_the_slope_towards_the_new_word(parts, service):
    # "goodness" is two pieces, the new word one: the first is compared
    ((found, other),) = ask(service, Flips((TEXT,), "pos", ((UNITS[1], ("bad", "fine")), (UNITS[3], ("long",)))))
    table = parts[0].get_input_embeddings().weight.detach().double()
    number = parts[1].convert_tokens_to_ids
    for slope, at, old, new in (
        (found[0], 2, "good", "bad"),
        (found[1], 2, "good", "fine"),
        (other[0], 6, "dull", "long"),
    ):
        step = 1e-4 * (table[number(new)] - table[number(old)])
        real = (log_odds(parts, TEXT, [(at, step)]) - log_odds(parts, TEXT, [(at, -step)])) / 2e-4
        assert slope == pytest.approx(real, rel=1e-3, abs=1e-4)


def test_pieces_that_both_words_have_are_compared_in_their_order(service):
    ((found,),) = ask(service, Flips((TEXT,), "pos", ((UNITS[1], ("badness", "bad", "goodness", "goodly")),)))
    assert found[0] == found[1]  # the second piece stays
    assert found[2] == pytest.approx(0, abs=1e-6) != found[3]


def test_the_other_label_turns_the_sign(service):
    up, down = (ask(service, Flips((TEXT,), label, ((UNITS[3], ("long", "bad")),)))[0][0] for label in ("pos", "neg"))
    assert np.allclose(up, -down, atol=1e-5) and np.abs(up).min() > 1e-3


def test_a_word_counts_by_the_mean_gradient_of_its_pieces(parts, service):
    (found,) = ask(service, ((TEXT,), "pos", UNITS))
    width = parts[0].config.hidden_size
    for size, own in ((found[0], [1]), (found[1], [2, 3])):
        total = 0.0
        for dimension in range(width):
            step = torch.zeros(width, dtype=torch.double)
            step[dimension] = 1e-4
            slopes = [log_odds(parts, TEXT, [(at, step)]) - log_odds(parts, TEXT, [(at, -step)]) for at in own]
            total += abs(sum(slopes) / len(own) / 2e-4)
        assert size == pytest.approx(total, rel=1e-3)


def test_an_answer_is_the_same_in_any_company(service):
    requests = [((text,), "pos", UNITS) for text in (TEXT, TEXT.replace("the", "very"), TEXT.replace("dull", "long"))]
    (bucket,) = set(service.buckets(requests))
    assert service.capacity(bucket) == 8
    for one, together in zip(requests, service.answer(bucket, requests)):
        assert np.array_equal(together, ask(service, one)[0])


def test_each_text_of_a_pair_has_its_own_words(parts):
    from tiny_parts import classifier

    service = Gradients(Victim(hr.as_predictor(classifier(("no", "yes")), PAIRS, tokenizer=parts[1]), PAIRS))
    units = tuple(Unit(role, *UNITS[0][1:]) for role in ("premise", "hypothesis"))
    (found,) = ask(service, ((TEXT, "film was"), "yes", units))
    (turned,) = ask(service, ((TEXT, "film was"), "yes", units[::-1]))
    assert found[0] != found[1] and np.array_equal(found, turned[::-1]) and found.min() > 0


def test_a_word_behind_the_limit_counts_nothing(parts):
    model, tokenizer = parts
    service = Gradients(Victim(hr.as_predictor(model, TASK, tokenizer=tokenizer, max_length=5), TASK))
    sizes, (flips,) = ask(service, ((TEXT,), "pos", UNITS), Flips((TEXT,), "pos", ((UNITS[3], ("long",)),)))
    assert sizes[0] > 0 and sizes[3] == 0 and flips.tolist() == [0.0]


def test_a_label_that_the_model_does_not_have_is_refused(service):
    known, unknown = ask(service, ((TEXT,), "pos", UNITS), ((TEXT,), "neutral", UNITS))
    assert isinstance(unknown, Refused) and len(known) == 4


def test_the_model_is_left_as_it_was(parts, service):
    parts[0].train()
    ask(service, ((TEXT,), "pos", UNITS))
    assert parts[0].training and all(weight.grad is None for weight in parts[0].parameters())
    parts[0].eval()


def test_a_function_has_no_gradients():
    victim = Victim(hr.as_predictor(lambda texts: [{"label": "pos", "score": 0.9} for _ in texts], TASK), TASK)
    with pytest.raises(UsageError, match="an attack that reads gradients needs a torch model"):
        Gradients(victim)
