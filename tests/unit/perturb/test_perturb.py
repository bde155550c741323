"""``Perturb`` on plain batches; how it behaves in ``map`` is in tests/contract/test_map.py."""

import pickle

import pytest

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.perturb.perturbation import stages_of
from hf_robust.transforms.typos import Typos

TASK = hr.task("text-classification")


def test_entries_of_every_kind():
    for entry in ("typos", Typos(), {"name": "typos"}, ["typos"], ("typos",), [Typos()]):
        assert stages_of(entry) == (Typos(),)
    assert stages_of("typos", rate=0.5) == (Typos(rate=0.5),) == stages_of({"name": "typos", "rate": 0.5})
    assert [s.name for s in stages_of(["typos", ["ocr", {"name": "twitter"}]])] == ["typos", "ocr", "twitter"]
    with pytest.raises(UsageError, match="belong into Typos"):
        stages_of(Typos(), rate=0.5)
    with pytest.raises(UsageError, match="belong to its members"):
        stages_of(["typos"], rate=0.5)


def test_protect_is_a_set_of_words_in_any_case():
    one, other = (
        hr.Perturb("typos", TASK, protect=["Film", "a"]),
        hr.Perturb("typos", TASK, protect=["a", "film", "FILM"]),
    )
    assert one.plan.protect == other.plan.protect and one.plan.protect.entries == ("a", "film")


def test_a_protected_word_is_also_safe_inside_of_phrases():
    batch = {"text": ["You are late and it is not far, as far as I know."], "label": [0]}
    out = hr.Perturb("contraction", TASK, protect=["not"], keep="all")(batch)
    assert out["text"] == ["You're late and it is not far, as far as I know."]
    batch = {"text": ["It is not far, as far as I know, so we can go on foot."], "label": [0]}
    assert "not far" in hr.Perturb("twitter", TASK, protect=["far"])(batch)["text"][0]
    assert "afaik" in hr.Perturb("twitter", TASK)(batch)["text"][0]
    assert "afaik" not in hr.Perturb("twitter", TASK, protect=["far"])(batch)["text"][0]


def test_pickle_and_repr():
    perturb = hr.Perturb(["typos", "synonym"], TASK, seed=3, protect=["film"])
    again = pickle.loads(pickle.dumps(perturb))
    assert again.__getstate__() == perturb.__getstate__()
    assert (
        repr(perturb) == "Perturb('typos+synonym', 'text-classification', seed=3)" and perturb.name == "typos+synonym"
    )


def test_input_is_not_changed():
    batch = {"text": ["It is a film."], "label": [1], "robust__x": [3]}
    hr.Perturb("contraction", TASK)(batch)
    assert batch == {"text": ["It is a film."], "label": [1], "robust__x": [3]}


def test_both_fields_of_a_pair_are_drawn_apart():
    text = "A wonderful little film about absolutely nothing."
    task = hr.task("natural-language-inference")
    out = hr.Perturb("typos", task)({"premise": [text], "hypothesis": [text], "label": [0]})
    assert text not in (out["premise"][0], out["hypothesis"][0]) and out["premise"] != out["hypothesis"]


def test_one_bad_field_makes_the_row_not_applicable():
    task = hr.task("natural-language-inference")
    out = hr.Perturb("typos", task, keep="all")({"premise": ["A wonderful film."], "hypothesis": [""], "label": [0]})
    assert out["robust"][0]["status"] == "not_applicable" and out["premise"] == ["A wonderful film."]


def test_rows_that_join_need_to_know_what_follows():
    with pytest.raises(UsageError, match="neighbors"):
        hr.Perturb("concat-sentences", hr.task("named-entity-recognition"))({"tokens": [["a"]], "ner_tags": [["O"]]})


def test_an_empty_batch():
    assert hr.Perturb("typos", TASK)({"text": [], "label": []}) == {"text": [], "label": [], "robust": []}


def test_a_seed_that_the_record_cannot_hold():
    with pytest.raises(UsageError, match="64 bits"):
        hr.Perturb("typos", TASK, seed=2**63)


@pytest.mark.parametrize("protect", [[3], ["film", None], "film"])
def test_what_is_protected_are_words(protect):
    with pytest.raises(UsageError, match="protect must be a list of words"):
        hr.Perturb("typos", TASK, protect=protect)


def test_variants_come_in_order_and_the_first_of_equal_ones_stays():
    batch = {"text": ["It is a wonderful film."] * 2, "label": [1, 0]}
    rows = hr.Perturb("typos", TASK, variants=60, mode="swap", count=1)(batch)
    numbers = [record["variant"] for record in rows["robust"]]
    half = len(numbers) // 2
    assert numbers[:half] == numbers[half:] == sorted(numbers[:half]) and numbers[half - 1] < 59
    one_by_one = [hr.Perturb("typos", TASK, variants=n, mode="swap", count=1)(batch) for n in (1, 5, 20)]
    assert all(
        rows["text"][: len(fewer["text"]) // 2] == fewer["text"][: len(fewer["text"]) // 2] for fewer in one_by_one
    )


def test_many_variants_are_all_different():
    batch = {"text": ["It is a wonderful film."], "label": [1]}
    texts = hr.Perturb("typos", TASK, variants=400)(batch)["text"]
    assert len(texts) == len(set(texts)) > 20


# --- plain texts


def test_a_text_alone_needs_no_task():
    slip = hr.Perturb("typos", count=1)
    text = "A wonderful film."
    assert slip(text) != text and slip(text) == slip(text)
    assert slip([text, "", "x", text]) == [slip(text), "", "x", slip(text)]
    assert slip([]) == [] and slip("") == ""
    assert hr.Perturb("typos", count=1, seed=1)(text) != slip(text)
    assert "wonderful" in hr.Perturb("typos", protect=["wonderful"])(text)


def test_a_text_becomes_what_a_row_with_it_becomes():
    text = "A wonderful film."
    batch = {"text": [text], "label": [1]}
    assert hr.Perturb("typos", TASK)(batch)["text"] == [hr.Perturb("typos")(text)] == [hr.Perturb("typos", TASK)(text)]


def test_several_outputs_of_a_text():
    several = hr.Perturb("typos", variants=3)("A wonderful film.")
    assert len(set(several)) == 3
    assert hr.Perturb("typos", variants=3)(["A wonderful film.", "!"]) == [several, ["!"]]


def test_rows_need_a_task_and_some_transformations_need_rows():
    with pytest.raises(UsageError, match=r"rows need a task; use hr\.Perturb\('typos', 'text-classification'"):
        hr.Perturb("typos")({"text": ["a"], "label": [0]})
    for name in ("entity-typos", "concat-sentences"):
        with pytest.raises(UsageError, match=f"{name} changes rows of a task .named-entity-recognition."):
            hr.Perturb(name)("Oslo won")


def test_text_that_is_annotated_on_the_spot():
    assert hr.Perturb("contraction")("It is good.") == "It's good."
    assert hr.Perturb("synonym", rate=1.0)("The film was a disaster.") != "The film was a disaster."


def test_texts_to_perturb_are_named_in_the_task():
    with pytest.raises(UsageError, match=r"hr\.task\('natural-language-inference', fields='premise'\)"):
        hr.Perturb("keyboard", hr.task("nli"), fields="premise")
