"""Translation with models trained for the test, through the code that loads any model."""

import pytest
from tiny_translators import BACK, ENGLISH, GERMAN, build

from hf_robust.core.errors import MissingResource
from hf_robust.language.lookup import model_folder
from hf_robust.language.models import translator
from hf_robust.language.resources import used
from hf_robust.language.translation import sentences, translate
from hf_robust.language.translation_pairs import translation_pair


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    there, back = (str(tmp_path_factory.mktemp(name)) for name in ("there", "back"))
    build(there, ENGLISH, GERMAN)
    build(back, GERMAN, BACK)
    return there, back


@pytest.mark.parametrize("num_beams", [1, 3])
def test_there_and_back(models, num_beams):
    texts = ["we saw a dull story .", "the film was good and we saw it again ."]
    abroad = translate(texts, models[0], num_beams)
    assert abroad == ["wir sahen ein fad geschichte .", "der streifen war gut und wir sahen es wieder ."]
    assert translate(abroad, models[1], num_beams) == [texts[0], texts[1].replace("film", "movie")]
    assert any(resource["name"] == models[0] for resource in used())


def test_a_text_comes_out_the_same_in_any_company(models):
    texts = [" ".join(ENGLISH[n % 5 : n % 5 + 2 + n % 7]) for n in range(40)]
    together = translate(texts, models[0])
    assert together == [translate([text], models[0])[0] for text in texts]
    assert together[::-1] == translate(texts[::-1], models[0])


def test_long_texts_are_cut_into_what_the_model_can_read_and_nothing_is_lost(models):
    one = "the film was good and we saw it again and it was dull"  # 13 words; the model reads 24 pieces
    long = " and ".join([one] * 12)
    (found,) = translate([long], models[0])
    expected = dict(zip(ENGLISH, GERMAN))
    assert found.split() == [expected[word] for word in long.split()]
    three = "the film was good.  we saw it.\n\na story"
    assert translate([three], models[0])[0].count("\n\n") == 1
    assert translate(["", "  \n "], models[0]) == ["", "  \n "]


def test_sentences_hold_the_whole_text():
    for text in ('A. B. Fox met Dr. No... Then?! "Yes." he said', " \n x. ", "", "...", "a\nb", "No end here\n"):
        assert "".join(part + space for part, space in sentences(text)) == text
    assert [part for part, _ in sentences("It ended. We left!")] == ["It ended.", "We left!"]


def test_strange_texts_are_translated_into_something(models):
    found = translate(["\ud800 film", "x" * 3000, "😀 " * 50], models[0])
    assert len(found) == 3


def test_absent_models_are_named_with_what_to_type(monkeypatch, tmp_path):
    with pytest.raises(MissingResource, match="hf download nobody/none"):
        translator("nobody/none")
    assert model_folder("nobody/none") is None and model_folder(str(tmp_path)) == tmp_path
    monkeypatch.setenv("HF_ROBUST_TRANSLATION", "there, back")
    assert translation_pair() == ("there", "back") and translation_pair(["x", "y"]) == ("x", "y")
    monkeypatch.setenv("HF_ROBUST_TRANSLATION", "only-one")
    with pytest.raises(ValueError, match="comma"):
        translation_pair()
