"""Targets that become other words of their sense: the new key is one of WordNet's and of the same synset."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.sense_frames import adverb_fits, is_symbol, noun_fits, verb_fits
from hf_robust.language.english.sense_pairs import view_alike
from hf_robust.language.lexicons.wordnet_senses import frames, members, word_of_key
from hf_robust.transforms.task_specific import sense_targets
from hf_robust.transforms.transformation_registry import transformations


def swap(text, sense, seed=0, gate="off", **more):
    tokens = text.replace("*", "").split()
    place = next(n for n, token in enumerate(text.split()) if token[0] == "*")
    row = {"tokens": tokens, "target": [place, place], "sense": sense, **more}
    return transformations.get("swap-target")(gate=gate).preview_row(row, seed=seed)


@pytest.mark.parametrize(
    ("text", "sense", "words"),
    [
        ("Two *lawyers left .", "lawyer%1:18:00::", {"attorneys"}),
        ("They *purchased a house .", "purchase%2:40:00::", {"bought"}),
        ("*Shortly it will stop .", "shortly%4:02:00::", {"Soon"}),
    ],
)
def test_the_form_stays_and_the_key_is_new(text, sense, words):
    for seed in range(4):
        new = swap(text, sense, seed)
        start, end = new["target"]
        assert " ".join(new["tokens"][start : end + 1]) in words
        assert new["sense"] != sense
        synset = {member.key for member in members(sense)}
        assert new["sense"] in synset and sense in synset


def test_lists_stay_lists_and_lemmas_follow():
    new = swap("Two *lawyers left .", ["lawyer%1:18:00::"], lemma="lawyer", pos="NOUN")
    assert (new["sense"], new["lemma"], new["pos"]) == (["attorney%1:18:00::"], "attorney", "NOUN")


def test_the_article_fits():
    assert swap("He met a *lawyer .", "lawyer%1:18:00::")["tokens"][2:4] == ["an", "attorney"]


@pytest.mark.parametrize(
    ("text", "sense", "reason"),
    [
        ("The *doctor to see .", "doctor%1:18:00::", "decides which word follows"),
        ("The great *Lawyer left .", "lawyer%1:18:00::", "written like a name"),
        ("A *home movie .", "home%1:15:04::", "multi-word expression"),
        ("It is *not here .", "not%4:02:00::", "function word"),
        ("Two *lawyers left .", "lawyer%1:99:00::", "no other common word"),
        ("Two *kg left .", "kg%1:23:00::", "abbreviation"),
        ("It works *normally , they say .", "normally%4:02:00::", "ends a clause"),
        ("Thus , other *things being equal , it works .", "thing%1:09:02::", "multi-word expression"),
        ("The Thursday *evening practice .", "evening%1:28:00::", "name of a time"),
        ("You *set each graph its own color .", "set%2:35:00::", "decides which word follows"),
        ("The talents *inherent in all people .", "inherent%5:00:00:implicit:00", "decides which word follows"),
        ("We saw two *initiatives there .", "initiative%1:04:00::", "no other common word"),
        ("A good *student left .", "student%1:18:00::", "no other common word"),
    ],
)
def test_targets_that_cannot_change_say_why(text, sense, reason):
    with pytest.raises(NotApplicable, match=reason):
        swap(text, sense)


def test_with_the_gate_the_new_word_must_fit_its_place():
    assert (
        " ".join(swap("They will *begin soon .", "begin%2:30:00::", gate="strict")["tokens"])
        == "They will start soon ."
    )
    assert swap("He met a *lawyer .", "lawyer%1:18:00::")["tokens"][3] == "attorney"
    with pytest.raises(NotApplicable, match="no replacement passed the quality checks"):
        swap("He met a *lawyer .", "lawyer%1:18:00::", gate="strict")


def test_a_new_word_has_all_the_senses_of_the_target():
    sense = "lawyer%1:18:00::"
    assert swap("Two *lawyers left .", [sense])["sense"] == ["attorney%1:18:00::"]
    with pytest.raises(NotApplicable, match="no other common word"):
        swap("Two *lawyers left .", [sense, "doctor%1:18:00::"])


def test_without_the_gate_no_model_is_needed():
    make = transformations.get("swap-target")
    assert "masked-lm" in make().resources and "masked-lm" not in make(gate="off").resources


def test_a_protected_target_stays():
    rows = {"tokens": [["Two", "lawyers", "left"]], "target": [[1, 1]], "sense": ["lawyer%1:18:00::"]}
    task = hr.task("word-sense-disambiguation")
    out = hr.Perturb("swap-target", task, keep="all", protect=["lawyers"])(rows)
    assert out["robust"][0]["reason"] == "it would change protected text" and out["tokens"] == rows["tokens"]


def test_members_share_the_synset():
    for member in members("lawyer%1:18:00::"):
        assert word_of_key(member.key)[0] == member.lemma and member.number >= 1
    assert members("nosuchword%1:18:00::") == ()


def test_frames_are_of_verbs():
    assert frames("use%2:34:01::") and not frames("lawyer%1:18:00::")


def test_a_usual_word_that_mostly_has_the_sense_needs_little_likeness():
    assert "immense" in swap("They heard a *huge noise .", "huge%5:00:01:large:00", gate="balanced")["tokens"]
    with pytest.raises(NotApplicable, match="much less likely"):
        swap("They heard a *huge noise .", "huge%5:00:01:large:00", gate="strict")


def test_the_balanced_gate_takes_less_usual_words_of_the_same_synset():
    changed = 0
    for text, sense in [
        ("They *found a gene in the cell .", "find%2:39:02::"),
        ("It will be *published shortly .", "publish%2:36:00::"),
        ("The *children came home .", "child%1:18:00::"),
        ("He works *partly from home .", "partly%4:02:00::"),
    ]:
        try:
            new = swap(text, sense, gate="balanced")
        except NotApplicable:
            continue
        changed += 1
        assert new["sense"] != sense and new["sense"] in {member.key for member in members(sense)}
    assert changed


@pytest.mark.parametrize(
    ("text", "sense", "words"),
    [
        ("*Fortunately , they came home .", "fortunately%4:02:00::", {"Luckily"}),  # a remark
        ("It can *organise work .", "organise%2:41:00::", {"organize"}),
    ],
)
def test_the_balanced_gate_takes_remarks_and_other_spellings(text, sense, words):
    new = swap(text, sense, gate="balanced")
    assert new["tokens"][new["target"][0]] in words


def test_a_participle_without_its_auxiliary_stays():
    with pytest.raises(NotApplicable, match="no other common word"):
        swap("With attention *paid to it , we left .", "pay%2:40:05::", gate="balanced")


def test_a_boolean_gate_is_deprecated():
    with pytest.warns(DeprecationWarning, match="use gate='off'"):
        made = transformations.get("swap-target")(gate=False)
    assert made.gate == "off" and made.resources == ("wordnet",)
    with pytest.raises(hr.RobustError, match="gate must be one of strict, balanced, off"):
        transformations.get("swap-target")(gate="loose")


def test_a_mass_noun_is_singular():
    assert swap("She takes *medicine .", "medicine%1:06:00::", gate="balanced")["tokens"][2] == "medication"


def test_the_first_of_several_keys_decides():
    new = swap("It is *used daily .", ["use%2:34:01::", "use%2:34:02::"], gate="balanced")
    assert new["tokens"][2] in {"employed", "utilized", "applied"}
    assert set(new["sense"]) <= {member.key for member in members("use%2:34:01::")}


@pytest.mark.parametrize(
    ("text", "sense", "word"),
    [
        ("Note was *also taken of the cells .", "also%4:02:00::", "likewise"),
        ("They can not keep a *tablet down .", "tablet%1:06:00::", "pill"),
        ("Each *tablet has a logo .", "tablet%1:06:00::", "pill"),
    ],
)
def test_words_that_are_equal_in_a_sense_need_no_likeness(text, sense, word):
    new = swap(text, sense, gate="balanced")
    assert new["tokens"][new["target"][0]] == word


def test_a_word_that_is_equal_asks_no_model(monkeypatch):
    monkeypatch.setattr(sense_targets, "_refusals", lambda asked, loose: pytest.fail("asked"))
    new = swap("Each *tablet has a logo .", "tablet%1:06:00::", gate="balanced")
    assert new["tokens"][1] == "pill"


@pytest.mark.parametrize(
    ("behind", "one", "other", "alike"),
    [
        ("by the English to be childish", "consider", "regard", False),
        ("as childish", "view", "regard", True),
        ("ringing as a passion", "describe", "report", False),
        ("his wrists", "use", "employ", True),
    ],
)
def test_verbs_of_viewing_keep_their_frame(behind, one, other, alike):
    assert view_alike(behind, one, other) == alike


def test_a_remark_at_the_start_keeps_its_word():
    with pytest.raises(NotApplicable):
        swap("*Also , the cells were counted .", "also%4:02:00::", gate="balanced")


@pytest.mark.parametrize(
    ("behind", "one", "other", "fit"),
    [
        ("the bells pealing", "keep", "maintain", False),
        ("the bells in the tower", "keep", "maintain", True),
        ("to mixed feelings", "admit", "acknowledge", False),
        ("mixed feelings", "admit", "acknowledge", True),
        ("to uncover genes", "start", "commence", False),
        ("reliably whether it grows", "predict", "forecast", False),
        ("the engine down", "shut", "close", False),
        ("the engine .", "shut", "close", True),
    ],
)
def test_a_verb_takes_what_follows_the_target(behind, one, other, fit):
    assert verb_fits("They", behind, one, other, set(), set()) == fit


@pytest.mark.parametrize(
    ("behind", "frames", "others", "fit"),
    [
        ("to go", {"28"}, {"08"}, False),
        ("to go", {"28"}, {"28"}, True),
        ("to .", {"28"}, {"28"}, False),
        ("that it grows", {"26"}, {"08"}, False),
        ("varying the order", {"33"}, {"08"}, False),
        ("their children to go", {"24"}, {"08"}, False),
        ("their children", {"24"}, {"08"}, True),
    ],
)
def test_frames_of_wordnet_are_kept(behind, frames, others, fit):
    assert verb_fits("They", behind, "want", "desire", frames, others) == fit


@pytest.mark.parametrize(
    ("before", "one", "other", "fit"),
    [
        ("perhaps explaining ,", "finally", "eventually", False),
        ("They", "thus", "therefore", False),
        ("and ,", "therefore", "hence", True),
        ("The society", "recently", "lately", False),
        ("The society has", "recently", "lately", True),
        ("the leaflet (", "also", "likewise", False),
        ("It can", "also", "likewise", True),
    ],
)
def test_connective_adverbs_keep_their_use(before, one, other, fit):
    assert adverb_fits(before, one, other) == fit


@pytest.mark.parametrize(
    ("before", "target", "behind", "symbol"),
    [
        ("such as ", "sum", " () or", True),
        ("such as ", "sum", " ( ) or", True),
        ("such as ", "sum()", " or", True),
        ("the `` ", "sum", " `` of", True),
        ("a ", "medicine", " ( a drug )", False),
        ("`` ", "says", " Ann", False),
    ],
)
def test_names_of_functions_and_quoted_words_are_symbols(before, target, behind, symbol):
    assert is_symbol(before, target, behind) == symbol


def test_a_function_is_no_word():
    with pytest.raises(NotApplicable, match="code"):
        swap("We take the *total () of them .", "total%1:09:00::")


@pytest.mark.parametrize(
    ("text", "behind", "other", "fit"),
    [
        ("He speaks to students at colleges", "at colleges", "pupil", False),
        ("He speaks to students", "", "pupil", True),
        ("the last result of the log", "of the log", "outcome", False),
        ("the use of tools", "of tools", "utilization", True),
        ("recommended for use in patients", "in patients", "utilization", False),
    ],
)
def test_a_noun_suits_the_text(text, behind, other, fit):
    assert noun_fits(text, behind, other) == fit
