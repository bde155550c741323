"""Targets that become other words of their sense: the new key is one of WordNet's and of the same synset."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.core.registry import transformations
from hf_robust.language.lexicons.wordnet_senses import frames, members, word_of_key


def swap(text, sense, seed=0, **more):
    tokens = text.replace("*", "").split()
    place = next(n for n, token in enumerate(text.split()) if token[0] == "*")
    row = {"tokens": tokens, "target": [place, place], "sense": sense, **more}
    return transformations.get("swap-target")().preview_row(row, seed=seed)


@pytest.mark.parametrize(
    ("text", "sense", "words"),
    [
        ("Two *lawyers left .", "lawyer%1:18:00::", {"attorneys"}),
        ("They *used a tool .", "use%2:34:01::", {"employed", "utilized"}),
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
        ("A *home movie .", "home%1:15:04::", "fixed term"),
        ("It is *not here .", "not%4:02:00::", "function word"),
        ("Two *lawyers left .", "lawyer%1:99:00::", "no other usual word"),
        ("Two *kg left .", "kg%1:23:00::", "abbreviation"),
    ],
)
def test_targets_that_cannot_change_say_why(text, sense, reason):
    with pytest.raises(NotApplicable, match=reason):
        swap(text, sense)


def test_a_protected_target_stays():
    rows = {"tokens": [["Two", "lawyers", "left"]], "target": [[1, 1]], "sense": ["lawyer%1:18:00::"]}
    task = hr.task("word-sense-disambiguation")
    out = hr.Perturb("swap-target", task, keep="all", protect=["lawyers"])(rows)
    assert out["robust"][0]["reason"] == "it would change a protected word" and out["tokens"] == rows["tokens"]


def test_members_share_the_synset():
    for member in members("lawyer%1:18:00::"):
        assert word_of_key(member.key)[0] == member.lemma and member.number >= 1
    assert members("nosuchword%1:18:00::") == ()


def test_frames_are_of_verbs():
    assert frames("use%2:34:01::") and not frames("lawyer%1:18:00::")
