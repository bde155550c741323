"""Pairs of texts: what is turned, what stays, and which label comes out."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.transformation_registry import transformations


def nli(premise, hypothesis, label="entailment"):
    return {"premise": premise, "hypothesis": hypothesis, "label": label}


def same(one, other, label="1"):
    return {"sentence1": one, "sentence2": other, "label": label}


def new(name, row, seed=0, task=None, **params):
    return transformations.get(name)(**params).preview_row(row, task, seed=seed)


# where no word has an opposite that certainly excludes it, the subject or the clause is denied as a whole
DENIED = {
    "A man is on a bench.": "No man is on a bench.",
    "People are outside.": "No one is outside.",
    "People are sitting.": "No one is sitting.",
    "A boat sits in the water.": "No boat sits in the water.",
    "One dog is larger than another.": "No dog is larger than another.",
    "A child is looking at a park in red.": "No child is looking at a park in red.",
    "A child holds a brown dog.": "No child holds a brown dog.",
}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("A dog sleeps outside.", "A dog is outside.", "A dog is inside."),
        ("Children run along a beach.", "The children are outdoors.", "The children are indoors."),
        ("A woman is sitting on a bench.", "Somebody sits on a bench.", "Nobody sits on a bench."),
        ("The bus is empty and dark.", "The bus is empty.", "The bus is full."),
        ("They won the game last night.", "They won the game.", "They lost the game."),
        ("A dog walks up the stairs.", "A dog goes up the stairs.", "A dog goes down the stairs."),
    ],
)
def test_a_word_of_the_hypothesis_becomes_its_opposite(premise, hypothesis, expected):
    found = (new("swap-antonym", nli(premise, hypothesis), seed)["hypothesis"] for seed in range(160))
    assert expected in found


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("A man and a woman sit on a bench.", "A man is on a bench."),  # the woman sits there, too
        ("A dog sleeps outside.", "No dog is inside or outside."),
        ("People are eating outside at a warm stove inside a tent.", "People are outside."),
        ("People are eating outside at a warm stove inside a tent.", "They like the outside."),
        ("A group of people, some sitting and others standing.", "People are sitting."),
        ("A boat sits in the water.", "A boat sits in the water."),
        ("A man may be sitting.", "A man may be sitting."),
        ("One dog is larger than the other.", "One dog is larger than another."),
    ],
)
def test_where_no_contradiction_would_follow_the_hypothesis_stays(premise, hypothesis):
    row = nli(premise, hypothesis)
    assert {new("swap-antonym", row, seed)["hypothesis"] for seed in range(6)} == {DENIED.get(hypothesis, hypothesis)}


def test_snow_falls_in_no_room():
    row = nli("It is snowing outside.", "It is snowing outside.")
    assert {new("swap-antonym", row, seed)["hypothesis"] for seed in range(6)} == {"It is not snowing outside."}


def test_a_text_of_men_becomes_one_of_women_with_its_pronouns():
    row = nli("A man washes his car.", "A man washes his car with water.")
    found = (new("swap-antonym", row, seed)["hypothesis"] for seed in range(6))
    assert "A woman washes her car with water." in found


def test_the_article_before_an_opposite_fits():
    row = nli("An old man is reading a letter.", "An old man is reading.")
    assert "A young man is reading." in (new("swap-antonym", row, seed)["hypothesis"] for seed in range(9))


@pytest.mark.parametrize("name", ["swap-antonym", "number-word"])
@pytest.mark.parametrize("label", ["neutral", "contradiction"])
def test_only_an_entailment_is_turned(name, label):
    with pytest.raises(NotApplicable, match="entailment"):
        new(name, nli("Two dogs sleep outside.", "Two dogs are outside.", label))


@pytest.mark.parametrize("name", ["swap-antonym", "number-word"])
def test_with_two_labels_a_contradiction_is_no_entailment(name):
    task = hr.task("nli", label_names=["not_entailment", "entailment"])
    row = nli("Two dogs sleep outside in the sun.", "Two dogs sleep outside.", 1)
    assert new(name, row, task=task)["label"] == 0


def test_without_a_label_for_it_nothing_is_turned():
    task = hr.task("nli", label_names=["entailment", "neutral"])
    with pytest.raises(NotApplicable, match="no label"):
        new("swap-antonym", nli("A dog sleeps outside.", "A dog is outside.", 0), task=task)


def test_the_premise_stays_the_premise():
    row = nli("Two dogs sleep outside in the sun.", "Two dogs sleep outside.")
    for name in ("swap-antonym", "number-word"):
        changed = new(name, row)
        assert changed["premise"] == row["premise"]
        assert changed["hypothesis"] != row["hypothesis"]


def test_counts_get_larger_or_are_said_to_be_more_or_fewer():
    row = nli("Three men sleep on a bench.", "Three men sleep.")
    starts = {new("number-word", row, seed)["hypothesis"].removesuffix(" men sleep.") for seed in range(40)}
    larger = {"four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}
    exact = {start.removeprefix("At least ").lower() for start in starts if "than" not in start}
    bounds = {start for start in starts if "than" in start}
    assert exact and exact <= larger
    assert bounds and bounds <= {"Fewer than three", *(f"More than {number}" for number in ("three", *larger))}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "reason"),
    [
        ("At least three men sleep.", "At least three men sleep.", "not sure"),
        ("More than 30 people came.", "More than 30 people came.", "not sure"),
        ("Three men and many other men sleep.", "Three men sleep.", "may allow another number"),
        ("One man sleeps.", "One man sleeps.", "what the shared number counts"),
        ("The Boeing 747 landed.", "A Boeing 747 landed.", "part of a name"),
        ("Three men sleep.", "Not three men sleep.", "negated"),
        ("She has two hands.", "She has two hands.", "what the shared number counts"),
        ("Three men, all three in red, sleep.", "Three men sleep.", "shared number twice"),
        ("Two dogs run past another dog.", "Two dogs run.", "may allow another number"),
        ("About three men sleep.", "Three men sleep.", "not exact"),
    ],
)
def test_numbers_that_may_not_contradict_stay_with_a_reason(premise, hypothesis, reason):
    with pytest.raises(NotApplicable, match=reason):
        new("number-word", nli(premise, hypothesis))


def test_a_year_stays_a_year():
    row = nli("The shop opened in 1998.", "The shop was opened in 1998.")
    year = int(new("number-word", row)["hypothesis"][-5:-1])
    assert 1985 < year < 1998


@pytest.mark.parametrize("side", ["premise", "hypothesis"])
def test_an_added_sentence_is_about_something_else(side):
    row = nli("A square has four sides", "A square has sides.", "contradiction")
    for seed in range(20):
        changed = new("add-sentence", row, seed, side=side)
        added = changed[side].removeprefix(row[side]).removeprefix(".")
        assert changed["label"] == "contradiction"
        assert added.startswith(" ")
        assert not {"square", "side", "four"} & set(added.lower().split())


def test_an_added_sentence_is_spaced_as_its_text():
    assert new("add-sentence", nli("A dog sleeps .", "A dog ."))["premise"].endswith(" .")


@pytest.mark.parametrize("end", [" . -RRB-", ' . "', " . ''"])
def test_what_closes_a_sentence_gets_no_second_full_stop(end):
    row = nli("-LRB- A dog sleeps" + end, "A dog .")
    added = new("add-sentence", row)["premise"].removeprefix(row["premise"])
    assert added.startswith(" ") and added.count(".") == 1 and added.endswith(" .")


def test_to_a_hypothesis_only_comes_what_cannot_be_false():
    row = nli("A dog sleeps.", "A dog is awake.", "contradiction")
    table = lexicon("general_truths")["always"]
    assert all(
        new("add-sentence", row, seed, side="hypothesis")["hypothesis"].removeprefix("A dog is awake. ") in table
        for seed in range(20)
    )


OVERLAP = nli("A nurse is reading a book to a girl.", "A nurse reads.", "neutral")


def test_overlap_is_made_of_the_words_of_the_row_and_keeps_its_order():
    labels = set()
    for seed in range(60):
        changed = new("overlap", OVERLAP, seed)
        words = set(changed["premise"].lower().strip(".").split())
        assert words & {"nurse", "girl"}
        labels.add(changed["label"])
        if changed["premise"].startswith("Perhaps"):
            assert changed["hypothesis"] == changed["premise"][8:9].upper() + changed["premise"][9:]
            assert changed["label"] == "neutral"
    assert labels == {"entailment", "neutral"}


def test_overlap_with_two_labels():
    task = hr.task("nli", label_names=["entailment", "not_entailment"])
    assert {new("overlap", {**OVERLAP, "label": 0}, seed, task)["label"] for seed in range(20)} == {0, 1}


def test_overlap_needs_people():
    with pytest.raises(NotApplicable, match="neither people nor things"):
        new("overlap", nli("It rained.", "It was wet."))


def test_half_of_the_templates_have_each_label():
    templates = lexicon("pair_templates")
    for task, labels in (("inference", ("entailment", "neutral")), ("similarity", ("equivalent", "not_equivalent"))):
        rows = templates[task]
        counts = [sum(row["label"] == label for row in rows) for label in labels]
        assert sum(counts) == len(rows) >= 20
        assert min(counts) >= 10
        assert len({(row["first"], row["second"]) for row in rows}) == len(rows)


def test_a_word_that_two_sentences_share_is_turned_in_one():
    row = same("How can I gain weight?", "How do I gain weight?")
    for seed in range(6):
        changed = new("swap-word", row, seed, "similarity")
        turned = [role for role in ("sentence1", "sentence2") if changed[role] != row[role]]
        assert len(turned) == 1
        assert any(f"{verb} weight" in changed[turned[0]] for verb in ("lose", "maintain"))
        assert changed["label"] == "0"


def test_a_question_for_yes_or_no_keeps_its_adjective():
    row = same("Is it safe to swim here?", "Is swimming here safe?")
    assert new("swap-word", row) == row


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("He gave the maximum because they showed no remorse.", "He gave the maximum because they had no remorse."),
        ("They rejected any plan.", "They rejected any such plan."),
        ("Sales increased from 200 to 400 last year.", "Sales increased from 200 to 400."),
        ("Sales rose to the highest level.", "Sales rose to the highest level ever seen."),
        ("It is a relation of advantage and help.", "It is a relation of advantage and help, they say."),
        ("They saw their weakened companions there.", "They saw their weakened companions."),
        ("It will appear until after her death.", "It will not appear until after her death."),
        ("What helps in gaining proper weight?", "What helps for gaining proper weight?"),
        ("How do I reset it when I remember the code?", "How can I reset it when I remember the code?"),
        ("The bill failed by a vote of 3 to 4.", "The bill failed by a vote of 3 to 4 there."),
    ],
)
def test_where_the_opposite_would_make_no_sense_the_sentences_stay(one, other):
    row = same(one, other)
    assert all(new("swap-word", row, seed) == row for seed in range(4))


def test_best_may_become_worst_though_any_stands_beside_it():
    row = same("What is the best advice you have ever had?", "Which is the best advice you have ever had?")
    found = (new("swap-word", row, seed) for seed in range(120))
    assert any("worst advice" in " ".join(map(str, one.values())) for one in found)


def test_where_another_word_can_change_nothing_becomes_worst():
    row = same("What is the best film you have ever seen?", "Which is the best film you have ever seen?")
    found = [" ".join(map(str, new("swap-word", row, seed).values())) for seed in range(40)]
    assert not any("worst" in text for text in found)
    assert any("funniest film" in text or "saddest film" in text for text in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("He met his younger self.", "There he met his younger self."),
        ("It was an unusual move.", "This was an unusual move."),
        ("She declined to elaborate.", "They said that she declined to elaborate."),
        ("His other films include this one.", "His other works include this one."),
        ("It was an involuntary confession by torture.", "Torture led to an involuntary confession."),
    ],
)
def test_a_word_that_the_rest_holds_has_no_contrary(one, other):
    row = same(one, other)
    assert all(new("swap-word", row, seed) == row for seed in range(6))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It was found in a Virginia Beach, Va., lot.", "They found it in Virginia Beach, Va."),
        ("Six were from Douglas County.", "Six of them were from Douglas County."),
    ],
)
def test_a_name_that_stands_like_a_place_is_no_person(one, other):
    row = same(one, other)
    assert all(new("swap-word", row, seed) == row for seed in range(6))


def test_a_hypothesis_that_says_something_else_of_a_man_stays():
    row = nli("Three women play volleyball.", "The women are tall.")
    assert all(new("swap-antonym", row, seed) == row for seed in range(4))


def test_where_a_premise_tells_no_open_place_outside_stays():
    row = nli("A girl jumps into a pool.", "A girl is outside.")
    assert all("inside" not in new("swap-antonym", row, seed)["hypothesis"] for seed in range(4))


def test_a_number_that_two_sentences_share_is_turned_in_one():
    row = same("Profits rose 12 percent.", "Profits rose by 12 percent.", "equivalent")
    changed = new("swap-number", row)
    assert changed["label"] == "not_equivalent"
    assert sum(changed[role] != row[role] for role in ("sentence1", "sentence2")) == 1


def test_a_pair_that_is_not_equivalent_stays():
    with pytest.raises(NotApplicable, match="equivalent"):
        new("swap-number", same("It rose 12 percent.", "It fell 12 percent.", "0"))


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("A man in a hat sleeps on a bench.", "A man is sleeping."),
        ("Two dogs, one with a ball and the other with a stick, run.", "Two dogs run."),
        ("The temple is dedicated to two gods.", "It is devoted to two gods."),
        ("The wall was built in the 1570s.", "It was built in the 1570s."),
        ("Two men in boats catch fish.", "Both men catch fish."),
        ("A couple of dogs run on grass.", "A couple of dogs run."),
    ],
)
def test_numbers_in_other_words_contradict(premise, hypothesis):
    found = [new("number-word", nli(premise, hypothesis), seed) for seed in range(6)]
    assert all(one["hypothesis"] != hypothesis and one["label"] == "contradiction" for one in found)


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("A man and another man sleep.", "A man is sleeping."),
        ("A man at a football game.", "A man is at a game."),
        ("A man walks in a crowd.", "A man is walking."),
    ],
)
def test_a_subject_of_which_there_may_be_more_stays(premise, hypothesis):
    row = nli(premise, hypothesis)
    assert all(new("number-word", row, seed) == row for seed in range(6))


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ("Should I buy an iPhone 7?", "Is an iPhone 7 worth buying?", None),
        ("What is the best laptop under 30k?", "Which laptop under 30k is best?", None),
        ("What is a 401(k) plan?", "How does a 401(k) plan work?", "401"),
        ("The S&P 500 rose.", "The S&P 500 went up.", "500"),
    ],
)
def test_numbers_of_names_change_unless_they_are_signs(one, other, kept):
    row = same(one, other, "equivalent")
    if kept is None:
        assert all(new("swap-number", row, seed) != row for seed in range(6))
    else:
        with pytest.raises(NotApplicable, match="what the shared number counts"):
            new("swap-number", row)


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("A man in a hat is playing the guitar.", "A person is playing the guitar."),
        ("A boy walks down the street.", "Somebody walks down the street."),
        ("Two people eat in a kitchen.", "People are in a kitchen."),
        ("A person in a red shirt runs.", "Somebody has a red shirt."),
        ("A dog runs after a ball.", "A dog is running."),
        ("The council approved the law on Monday.", "The council approved the law."),
        ("The city lies on the western shore of the lake.", "The city is on the western shore."),
    ],
)
def test_a_part_of_the_scene_becomes_one_that_excludes_it(premise, hypothesis):
    found = [new("swap-antonym", nli(premise, hypothesis), seed) for seed in range(6)]
    assert all(one["hypothesis"] != hypothesis and one["label"] == "contradiction" for one in found)


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("A man and a person in a hat eat.", "A man is eating food."),
        ("Some sit and others walk.", "People walk."),
        ("A child in red looks at the park.", "A child is looking at a park in red."),
        ("The council that approved the plan met.", "The council that approved the plan met."),
        ("A girl holds a brown dog.", "A child holds a brown dog."),
    ],
)
def test_what_the_scene_may_also_have_stays(premise, hypothesis):
    row = nli(premise, hypothesis)
    assert {new("swap-antonym", row, seed)["hypothesis"] for seed in range(6)} == {DENIED.get(hypothesis, hypothesis)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How can I learn to play the violin?", "What is the best way to learn the violin?"),
        ("Shares of the firm rose on Monday.", "Shares of the company climbed Monday."),
        ("Is it hard to live in India?", "How hard is living in India?"),
        ("What does a laptop cost in India?", "How much is a laptop in India?"),
    ],
)
def test_sentences_about_another_thing_of_the_kind_are_not_equivalent(one, other):
    row = same(one, other, "equivalent")
    found = [new("swap-word", row, seed) for seed in range(12)]
    assert all(each["label"] == "not_equivalent" for each in found)
    assert len({str(each) for each in found}) >= 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I prepare for CAT?", "How can I get ready for CAT?"),
        ("Who runs the Bank of America?", "Who leads the Bank of America?"),
        ("Where is my phone case kept?", "Where is my phone case?"),
        ("What was said after September 11?", "What was said of September 11?"),
    ],
)
def test_parts_of_names_and_terms_stay(one, other):
    row = same(one, other, "equivalent")
    assert all(new("swap-word", row, seed) == row for seed in range(6))


@pytest.mark.parametrize(
    "text", ["The car stands in the yard.", "How can I lose the election?", "Where are the tools?"]
)
def test_overlap_takes_people_from_a_list_if_the_row_has_none(text):
    row = same(text, text, "equivalent")
    found = [new("overlap", row, seed, "similarity") for seed in range(8)]
    assert all(one["sentence1"] != text for one in found)
    words = " ".join(one["sentence2"] for one in found)
    assert any(noun in words for noun in ("car", "yard", "election", "tools"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What goes well with mac and cheese?", "Which dish is good with mac and cheese?"),
        ("Police removed four boys from a home.", "Police removed the four boys from their home."),
        ("The device is safe if you lose it.", "The device is safe when you lose it."),
        ("Planes kept dropping a bomb.", "Planes were dropping a bomb."),
        ("Why is the Indian Ocean named after India?", "Why was the Indian Ocean named after India?"),
    ],
)
def test_a_word_that_the_rest_holds_on_to_stays(one, other):
    kept = {"cheese", "removed", "lose", "dropping", "India"}
    for seed in range(12):
        try:
            row = new("swap-word", same(one, other), seed)
        except NotApplicable:
            continue
        for old, text in ((one, row["sentence1"]), (other, row["sentence2"])):
            assert {word.strip("?.,") for word in old.split()} & kept <= {word.strip("?.,") for word in text.split()}


@pytest.mark.parametrize("seed", range(8))
def test_a_country_has_its_article_and_a_language_becomes_another(seed):
    row = new("swap-word", same("He moved to the US for work.", "He moved to the US to work."), seed)
    changed = row["sentence1"] if "the US" not in row["sentence1"] else row["sentence2"]
    assert "the US " not in changed and ("the " in changed) == ("Philippines" in changed)
    row = new("swap-word", same("How do I learn French?", "How can I learn French?"), seed)
    assert "Cuban" not in str(row) and "Swiss" not in str(row)


def test_a_person_whom_both_sentences_name_becomes_another_one():
    pair = {
        "sentence1": "A spokesman, Jeremy Gaines, did not comment.",
        "sentence2": "Jeremy Gaines, the spokesman, would not comment.",
        "label": "1",
    }
    new = transformations.get("swap-word")().preview_row({**pair}, seed=1)
    assert [pair[role] == new[role] for role in ("sentence1", "sentence2")].count(True) == 1
    assert (new["sentence1"] + new["sentence2"]).count("Jeremy Gaines") == 1
    assert new["label"] == "0"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The initial public offering was small.", "It was a small initial public offering."),
        ("The memo names Linux, a small rival.", "The memo mentioned Linux, a small rival."),
        ("It was paid for by repealing cuts.", "Repealing cuts paid for it."),
    ],
)
def test_words_that_the_rest_holds_on_to_stay(one, other):
    row = same(one, other)
    for seed in range(6):
        changed = new("swap-word", row, seed)
        for word in ("hiring", "private", "iOS", "enacting", "Windows"):
            assert word not in str(changed)
