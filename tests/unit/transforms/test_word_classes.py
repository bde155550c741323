"""Words that become other words of their class: what is listed, where a word may change, and that tags stay."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.english.word_frames import frame_names, framed_words, is_ambiguous
from hf_robust.language.english.word_slots import adjective_slot, adverb_slot, noun_slot, penn_tags, takes_object
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import wordnet_files
from hf_robust.transforms.task_specific.word_classes import _has_tag
from hf_robust.transforms.transformation_registry import transformations

FILES = {"NN": "noun", "VB": "verb", "JJ": "adj", "RB": "adv"}
TAG = {"NN": "NN", "VB": "VB", "JJ": "JJ", "RB": "RB"}


def tagged(text):
    pairs = [word.rsplit("/", 1) for word in text.split()]
    return [word for word, _ in pairs], [tag for _, tag in pairs]


def swap(name, text, seed=0, **params):
    tokens, tags = tagged(text)
    row = {"tokens": tokens, "pos_tags": tags}
    return transformations.get(name)(**{"gate": "off", **params}).preview_row(row, seed=seed)


@pytest.fixture(scope="module")
def of_class():
    lines = {kind: wordnet_files()(f"index.{file}") for kind, file in FILES.items()}
    return {kind: {line.split(" ", 1)[0] for line in found if line[:1] != " "} for kind, found in lines.items()}


def several():
    for kind, found in lexicon("word_classes")["several"].items():
        for words in found.values() if isinstance(found, dict) else [found]:
            yield from ((kind, word) for word in words.split())


def test_words_of_several_classes_have_them_in_wordnet(of_class):
    for kind, word in several():
        assert word in of_class[kind]
        assert sum(word in words for words in of_class.values()) > 1, word


def test_stems_are_those_of_words_of_the_class(of_class):
    for kind, groups in lexicon("word_classes")["stems"].items():
        for stem, words in groups.items():
            listed = words.split()
            assert len(set(listed)) == len(listed) > 1
            assert all(word.endswith(stem) and word != stem and word in of_class[kind] for word in listed)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["swap-multi-pos", "swap-prefix"])
def test_tags_and_forms_stay(name, seed):
    text = (
        "The/DT lawyers/NNS described/VBD an/DT import/NN and/CC producing/VBG a/DT film/NN ,/, they/PRP smiled/VBD ./."
    )
    tokens, tags = tagged(text)
    new = swap(name, text, seed)
    assert new["pos_tags"] == tags and new["tokens"] != tokens
    for old, word, tag in zip(tokens, new["tokens"], tags, strict=True):
        if old != word and tag != "DT":
            listed = (tag, word) in set(several())
            assert listed or tag in tags_of(word) or tag in ("VBD", "VBN"), (old, word, tag)


def test_articles_fit_the_new_word():
    for seed in range(12):
        new = swap("swap-multi-pos", "He/PRP was/VBD an/DT engineer/NN ./.", seed)["tokens"]
        assert new[2] == ("an" if new[3][0] in "aeiou" else "a")


def test_prefix_keeps_the_stem():
    for seed in range(6):
        assert swap("swap-prefix", "They/PRP exported/VBD the/DT goods/NNS", seed)["tokens"][1].endswith("ported")
    assert swap("swap-prefix", "the/DT production/NN", 1)["tokens"][1].endswith("duction")


@pytest.mark.parametrize(
    ("text", "place", "new"),
    [
        ("She/PRP wants/VBZ to/TO go/VB", 1, {"needs", "wishes"}),
        ("She/PRP wants/VBZ a/DT car/NN", 1, set()),
        ("It/PRP wants/VBZ to/TO fall/VB", 1, set()),  # nobody wants it
        ("They/PRP insisted/VBD that/IN he/PRP be/VB there/RB", 1, set()),
        ("They/PRP argued/VBD that/IN he/PRP left/VBD", 1, {"claimed"}),
        ("I/PRP do/VBP n't/RB think/VB that/IN he/PRP left/VBD", 3, set()),
        ("You/PRP can/MD see/VB it/PRP", 1, {"will"}),
        ("Can/MD you/PRP see/VB it/PRP", 0, {"will"}),
        ("Why/WRB would/MD you/PRP see/VB it/PRP", 1, set()),
        ("It/PRP opened/VBD in/IN 2003/CD ./.", 2, {"before"}),
        ("It/PRP opened/VBD in/IN 2003/CD and/CC closed/VBD in/IN 2005/CD", 2, set()),
        ("Back/RB in/IN 2003/CD it/PRP opened/VBD", 1, set()),
        ("They/PRP met/VBD on/IN Monday/NNP ./.", 2, {"before", "after"}),
        ("They/PRP left/VBD during/IN the/DT meeting/NN ./.", 2, {"before", "after"}),
        ("They/PRP slept/VBD during/IN the/DT day/NN ./.", 2, set()),
        ("They/PRP live/VBP in/IN Chicago/NNP ./.", 2, {"near"}),
        ("They/PRP live/VBP in/IN Chicago/NNP and/CC Boston/NNP ./.", 2, set()),
        ("We/PRP called/VBD ,/, but/CC nobody/NN came/VBD", 3, set()),
        ("We/PRP called/VBD ,/, but/CC they/PRP left/VBD", 3, {"yet"}),
        ("We/PRP left/VBD because/IN it/PRP rained/VBD", 2, {"since"}),
        ("We/PRP left/VBD just/RB because/IN it/PRP rained/VBD", 3, set()),
        ("This/DT is/VBZ good/JJ", 0, {"that"}),
        ("This/DT is/VBZ to/TO inform/VB you/PRP", 0, set()),
        ("I/PRP love/VBP this/DT film/NN", 2, {"that"}),
        ("I/PRP left/VBD this/DT year/NN", 2, set()),
        ("a/DT film/NN that/WDT is/VBZ good/JJ", 2, set()),
        ("I/PRP do/VBP n't/RB know/VB what/WP it/PRP is/VBZ", 3, {"care"}),
        ("I/PRP have/VBP to/TO leave/VB", 1, {"need"}),
        ("I/PRP have/VBP to/TO admit/VB it/PRP", 1, set()),
        ("my/PRP$ sister/NN lives/VBZ here/RB", 1, {"neighbor"}),
        ("my/PRP$ sister/NN married/VBD a/DT baker/NN", 1, set()),
        ("Regards/NNS ,/,", 0, {"thanks"}),
        ("three/CD films/NNS", 0, {"two", "nine"}),
        ("three/CD of/IN the/DT 5/CD films/NNS", 0, set()),
        ("we/PRP are/VBP also/RB looking/VBG", 2, {"still"}),
        ("Great/JJ !/.", 0, {"fine", "cool"}),
        ("a/DT great/JJ lunch/NN menu/NN", 1, {"good", "fine"}),
        ("She/PRP may/MD have/VB left/VBN", 1, {"might"}),
        # the other attitude does not fit all sentences: "not sure if I am hoping to"
        ("I/PRP am/VBP not/RB going/VBG to/TO buy/VB it/PRP", 3, set()),
        ("They/PRP have/VBP struggled/VBN to/TO pay/VB", 2, set()),
        ("You/PRP may/MD want/VB to/TO look/VB", 2, set()),
        ("I/PRP am/VBP planning/VBG to/TO leave/VB", 2, {"hoping"}),
        ("I/PRP do/VBP n't/RB know/VB how/WRB to/TO pay/VB", 3, set()),
        # modals before a progressive, before a plan and in a permission
        ("I/PRP will/MD be/VB vacationing/VBG there/RB", 1, {"might"}),
        ("It/PRP may/MD be/VB downloaded/VBN", 1, {"can"}),
        ("It/PRP should/MD arrive/VB today/NN", 1, set()),
        ("As/IN you/PRP can/MD see/VB it/PRP rains/VBZ", 2, set()),
        # ordinals need a thing that can be one of several
        ("The/DT first/JJ prehistoric/JJ settlements/NNS", 1, set()),
        ("the/DT first/JJ person/NN to/TO land/VB", 1, set()),
        ("the/DT first/JJ film/NN ever/RB", 1, set()),
        ("I/PRP must/MD say/VB it/PRP rains/VBZ", 1, set()),
        ("They/PRP can/MD not/RB find/VB it/PRP", 1, set()),
        ("They/PRP did/VBD not/RB do/VB a/DT very/RB good/JJ job/NN", 5, set()),
        # collocations of an adverb
        ("links/NNS strongly/RB indicate/VBP that/IN it/PRP is/VBZ late/JJ", 2, set()),
        ("links/NNS indicate/VBP that/IN it/PRP is/VBZ late/JJ", 1, {"show"}),
        ("However/RB ,/, it/PRP rained/VBD", 0, {"still"}),
        ("They/PRP stayed/VBD until/IN Monday/NNP", 2, {"till"}),
        ("They/PRP met/VBD every/DT day/NN", 2, {"each"}),
        ("They/PRP met/VBD almost/RB every/DT day/NN", 3, set()),
        ("tell/VB me/PRP where/WRB I/PRP can/MD buy/VB it/PRP", 4, set()),  # what is asked
        ("It/PRP is/VBZ unclear/JJ what/WP might/MD explain/VB it/PRP", 4, set()),
        ("She/PRP saw/VBD what/WP could/MD help/VB", 3, set()),  # was able to
        ("the/DT first/JJ film/NN", 1, {"second", "third"}),
        ("the/DT first/JJ time/NN or/CC the/DT last/JJ time/NN", 1, set()),
        ("about/RB twenty/CD people/NNS", 0, {"around"}),
        ("not/RB about/RB twenty/CD", 1, set()),
        ("a/DT number/NN of/IN books/NNS", 1, {"host"}),
        ("a/DT couple/NN of/IN days/NNS", 1, set()),
        ("It/PRP is/VBZ noted/VBN that/IN he/PRP left/VBD", 2, set()),  # nobody claims it
        ("I/PRP wish/VBP I/PRP could/MD go/VB", 3, set()),
        ("the/DT very/RB best/JJ glass/NN", 1, set()),
        ("I/PRP am/VBP a/DT new/JJ patient/NN", 3, set()),
        ("Thyrza/NNP ,/, a/DT series/NN of/IN elegies/NNS", 3, set()),
        ("how/WRB you/PRP like/VBP to/TO pay/VB", 2, set()),
        ("They/PRP serve/VBP great/JJ food/NN ./.", 2, {"good", "fine"}),
        ("a/DT matter/NN of/IN great/JJ interest/NN", 3, set()),
        ("an/DT excellent/JJ morning/NN", 1, set()),  # may be a greeting
        ("The/DT food/NN was/VBD awesome/JJ ./.", 3, {"good", "great"}),
        ("She/PRP said/VBD she/PRP was/VBD late/JJ", 1, {"claimed", "stated"}),
        ("she/PRP went/VBD there/RB ./.", 2, set()),
        ("I/PRP love/VBP this/DT restaurant/NN", 3, {"place"}),
        ("“/`` It/PRP rains/VBZ ,/, she/PRP said/VBD ./.", 5, {"remarked"}),
    ],
)
def test_words_of_a_construction(text, place, new):
    tokens, tags = tagged(text)
    found = set(framed_words(tokens, penn_tags(tokens, tags), place))
    assert new <= found if new else not found


def test_the_degree_of_an_adjective_stays():
    row = {"tokens": ["It", "has", "the", "largest", "film"], "pos_tags": ["PRON", "VERB", "DET", "ADJ", "NOUN"]}
    new = transformations.get("swap-multi-pos")(classes=("JJ",), rate=1.0)
    with pytest.raises(NotApplicable):
        new.preview_row(row)


@pytest.mark.parametrize(
    ("form", "tag", "right"),
    [
        ("police", "NN", False),
        ("police", "NNS", True),
        ("plenty", "NN", True),
        ("plenty", "NNS", False),
        ("men", "NNS", True),
        ("remarks", "NNS", True),
        ("quick", "JJ", True),
    ],
)
def test_the_fine_tag_stays(form, tag, right):
    assert _has_tag(form, tag) == right


@pytest.mark.parametrize(
    "text",
    [
        "Cheers/NNS",  # too few words
        "Cheers/NNS !/.",
        "Cloaking/VBG himself/PRP in/IN glory/NN ,/, he/PRP left/VBD ./.",  # a fixed frame
        "I/PRP saw/VBD the/DT court/NN 's/POS attention/NN ./.",  # what only one institution has
    ],
)
def test_the_words_of_few_and_of_fixed_frames_stay(text):
    with pytest.raises(NotApplicable):
        swap("swap-multi-pos", text, gate="balanced")


def test_words_of_constructions_have_several_classes():
    # of these, WordNet lacks the preposition, the conjunction, the pronoun, the modal verb or the noun
    small = {"around", "might", "before", "since", "yet", "this", "that", "thanks", "regards", "wishes"}
    for kind, frames in lexicon("word_classes")["frames"].items():
        assert set(frames) <= set(frame_names()), kind
        for group in (group for groups in frames.values() for group in groups):
            assert all(map(is_ambiguous, {*group["to"].split()} - small)), group


@pytest.mark.parametrize(
    "text",
    [
        "Anna/NNP ran/VBD home/RB",
        "He/PRP gave/VBD her/PRP$ way/NN",
        "music/NN is/VBZ fun/NN",
        "the/DT New/NNP Idea/NNP",
    ],
)
def test_texts_without_a_slot_say_so(text):
    with pytest.raises(NotApplicable, match="no word that can be replaced"):
        swap("swap-multi-pos", text)


def test_only_the_classes_that_are_asked_for():
    text = "The/DT engineer/NN drew/VBD ,/, built/VBD a/DT wooden/JJ house/NN ./."
    for seed in range(4):
        new = swap("swap-multi-pos", text, seed, classes=("JJ",), rate=1.0)["tokens"]
        assert new[:5] == ["The", "engineer", "drew", ",", "built"] and new[6] != "wooden" and new[7] == "house"


@pytest.mark.parametrize("classes", [(), "XX", ("NN", "XX"), 5])
def test_wrong_classes_are_refused(classes):
    with pytest.raises(UsageError, match="classes"):
        transformations.get("swap-multi-pos")(classes=classes)


def test_universal_tags_do_as_well():
    rows = {"tokens": [["The", "engineers", "praised", "it"]], "pos_tags": [["DET", "NOUN", "VERB", "PRON"]]}
    out = hr.Perturb("swap-multi-pos", hr.task("pos"), keep="all", rate=1.0, gate="off")(rows)
    assert out["pos_tags"] == rows["pos_tags"]
    assert out["tokens"][0][1].endswith("s") and tags_of(out["tokens"][0][2]) & {"VBD", "VBN"}


@pytest.mark.parametrize(
    ("text", "place", "slot"),
    [
        ("the/DT doctor/NN left/VBD", 1, "person"),
        ("doctor/NN left/VBD", 0, None),
        ("the/DT doctor/NN visit/NN", 1, None),
        ("the/DT report/NN that/IN he/PRP left/VBD", 1, None),
        ("a/DT time/NN ago/RB", 1, None),
        ("red/JJ cars/NNS", 1, "artifact"),
    ],
)
def test_noun_slots(text, place, slot):
    assert noun_slot(*tagged(text), place) == slot


@pytest.mark.parametrize(
    ("text", "place", "fits"),
    [
        ("He/PRP built/VBD a/DT house/NN", 1, True),
        ("He/PRP built/VBD up/RP a/DT house/NN", 1, False),
        ("He/PRP urged/VBD a/DT man/NN to/TO go/VB", 1, False),
        ("It/PRP was/AUX built/VBN by/IN him/PRP", 2, True),
        ("He/PRP was/AUX awarded/VBN a/DT prize/NN", 2, False),
        ("He/PRP slept/VBD", 1, False),
    ],
)
def test_verb_slots(text, place, fits):
    assert takes_object(*tagged(text), place) is fits


def test_adjective_and_adverb_slots():
    assert adjective_slot(*tagged("a/DT fine/JJ film/NN"), 1) == "any"
    assert adjective_slot(*tagged("a/DT very/RB fine/JJ film/NN"), 2) == "gradable"
    assert adjective_slot(*tagged("it/PRP is/AUX fond/JJ of/IN me/PRP"), 2) is None
    assert adverb_slot(*tagged("He/PRP left/VBD quietly/RB ./."), 2) == "behind"
    assert adverb_slot(*tagged("He/PRP usually/RB sings/VBZ"), 1) == "before"
    assert adverb_slot(*tagged("a/DT very/RB fine/JJ film/NN"), 1) == "degree"
    assert adverb_slot(*tagged("He/PRP never/RB sings/VBZ"), 1) is None


def test_penn_tags_of_universal_ones():
    words = ["My", "dogs", "'s", "cut", "has", "to", "be", "fine"]
    tags = ["PRON", "NOUN", "PART", "VERB", "AUX", "PART", "AUX", "ADJ"]
    assert penn_tags(words, tags) == ["PRP$", "NNS", "POS", "", "AUX", "TO", "AUX", "JJ"]


def test_the_gate_refuses_words_that_do_not_fit():
    called = "She/PRP gave/VBD me/PRP those/DT details/NNS over/IN the/DT phone/NN ./."
    assert swap("swap-multi-pos", called, gate="balanced", classes=("NN",))["tokens"][7] == "telephone"
    text = "He/PRP gave/VBD a/DT rambling/JJ response/NN ./."
    assert swap("swap-multi-pos", text, gate="off")["tokens"][4] != "response"
    for gate in ("balanced", "strict"):
        with pytest.raises(NotApplicable, match="quality checks"):
            swap("swap-multi-pos", text, gate=gate)


def test_counterparts_of_a_prefix_need_no_likeness():
    text = "They/PRP decided/VBD to/TO increase/VB prices/NNS ./."
    assert swap("swap-prefix", text, gate="balanced")["tokens"][3] == "decrease"


@pytest.mark.parametrize("name", ["swap-multi-pos", "swap-prefix"])
def test_wrong_gates_are_refused(name):
    with pytest.raises(UsageError, match="gate"):
        transformations.get(name)(gate="tight")
