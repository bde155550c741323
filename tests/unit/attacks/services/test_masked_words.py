"""Services that ask a masked language model: buckets, and answers that hang on the request alone."""

import pytest

from hf_robust.attacks.services.masked_words import Fill, Fit, MaskedPosition, Subwords
from hf_robust.language.fill_mask import BATCH, place_fits, suggestions
from hf_robust.language.subword_fills import SubwordLimits

SHORT = "the film was goodly and the plot was dull ."
LONG = " ".join(["the actors was very good and the story was not bad ,"] * 3)
LIMITS = SubwordLimits(whole=5, inner=3, joined=4)


def requests(*more):
    return [(text, text.index("good"), text.index("good") + 4, *more) for text in (SHORT, LONG)] + [
        (text, 4, text.index(" ", 4), *more) for text in (SHORT, LONG)
    ]


def answers(service, asked):
    """Each bucket by itself, as a scheduler asks."""
    found = {}
    for bucket in dict.fromkeys(service.buckets(asked)):
        own = [one for one, other in zip(asked, service.buckets(asked)) if other == bucket]
        assert len(own) <= service.capacity(bucket) == BATCH
        found |= dict(zip(own, service.answer(bucket, own)))
    return [found[one] for one in asked]


WORDS = tuple("the is good bad fine long plot very not quite".split())
KINDS = [(Fill, (3,)), (Fit, WORDS), (Subwords, (LIMITS,))]


@pytest.mark.parametrize(("kind", "more"), KINDS, ids=["fill", "fit", "subwords"])
def test_an_answer_is_the_same_in_any_company_and_buckets_go_by_length(masked_folder, kind, more):
    service, asked = kind(masked_folder), requests(*more)
    together = answers(service, asked)
    assert together == [answers(kind(masked_folder), [one])[0] for one in asked]
    buckets = service.buckets(asked)
    assert buckets[0] == buckets[2] != buckets[1] == buckets[3]
    assert len(set(map(str, together))) == len(asked)


def test_fill_gives_what_the_language_model_suggests(masked_folder):
    ((text, start, end, most), *_) = requests(3)
    (found,) = answers(Fill(masked_folder), [(text, start, end, most)])
    assert list(found) == suggestions([text], [(start, end)], 3, masked_folder)[0]


def test_fills_of_different_numbers_of_words_do_not_mix(masked_folder):
    found = answers(Fill(masked_folder), [(SHORT, 4, 8, 2), (SHORT, 4, 8, 5)])
    assert list(map(len, found)) == [2, 5] and found[1][:2] == found[0]


def test_fit_gives_one_logarithm_a_word(masked_folder):
    ((text, start, end), *_) = requests()
    (found,) = answers(Fit(masked_folder), [(text, start, end, "bad", "nowhere")])
    assert list(found) == place_fits([text], [(start, end)], [["bad", "nowhere"]], 32, masked_folder)[0]


def test_the_variable_names_the_model(masked_folder, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", masked_folder)
    assert answers(Fill(), requests(3)) == answers(Fill(masked_folder), requests(3))


def test_a_place_holds_no_more_of_a_text_than_is_looked_at(masked_folder):
    text = "the film was good . " * 2000
    place = MaskedPosition.of(text, 20_004, 20_008)
    assert len(place.text) < 2000 and place.text[place.start : place.end] == text[20_004:20_008] == "film"
    whole, cut = (suggestions([one[0]], [one[1:]], 5, masked_folder) for one in ((text, 20_004, 20_008), place))
    assert whole == cut


class TestSubwords:
    def test_the_likeliest_come_first_and_words_of_pieces_are_bounded(self, masked_folder):
        asked = [(SHORT, 13, 19, LIMITS), (SHORT, 4, 8, LIMITS)]
        found, whole = answers(Subwords(masked_folder), asked)
        assert len(found) == LIMITS.joined and len(whole) == LIMITS.whole
        for one in (found, whole):
            shares = [each.probability for each in one]
            assert shares == sorted(shares, reverse=True) and 0 < shares[-1] <= shares[0] < 1

    def test_the_best_of_all_combinations_are_found(self, masked_folder):
        text, start, end, _ = ask = (SHORT, 13, 19, LIMITS)
        every = SubwordLimits(whole=5, inner=3, joined=9)
        few, all_of_them = answers(Subwords(masked_folder), [ask, (text, start, end, every)])
        assert len(all_of_them) == 9 and few == all_of_them[:4]  # three pieces in each of two positions

    def test_a_long_word_of_many_pieces_costs_no_more(self, masked_folder):
        word = "good" + "lynesssinger" * 2
        (found,) = answers(Subwords(masked_folder), [(f"the {word} film", 4, 4 + len(word), SubwordLimits())])
        assert len(found) == 48
