import pickle
from itertools import pairwise
from time import process_time

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.capability import CapabilitySuite, FillRows, Template
from hf_robust.capability.cases import features
from hf_robust.capability.templates.slots import Slot, SlotPool, parse, word_list
from hf_robust.core.errors import UnknownNameError, UsageError

NAMES = ["Ada", "Bo", "Cy", "Di"]


def test_every_combination_comes_once():
    template = Template("{a:adj} {thing} by {name}", adj=["old", "new"], thing=["film", "map"], name=NAMES)
    assert template.size == 16 and len(set(template)) == 16
    assert "an old map by Cy" in set(template) and "a new film by Ada" in set(template)


def test_a_slot_used_twice_has_one_filler():
    assert set(Template("{name} is {name}", name=NAMES)) == {f"{name} is {name}" for name in NAMES}


def test_numbered_slots_differ():
    template = Template("{name1}-{name2}-{name3}", name=NAMES)
    found = list(template)
    assert template.size == 24 == len(set(found))
    assert all(len(set(text.split("-"))) == 3 for text in found)


def test_a_slot_without_number_differs_from_the_numbered_ones():
    assert len(set(Template("{name} and {name2}", name=NAMES))) == 12


def test_a_numbered_slot_may_have_fillers_of_its_own():
    assert set(Template("{name1} and {name2}", name=["Ada"], name2=["Bo"])) == {"Ada and Bo"}


def test_nested_fillers_are_all_counted():
    template = Template(
        "It is {adj}.",
        adj=["old", "{how} {kind}"],
        how=["very", "so"],
        kind=["new", "{a:size} one"],
        size=["big", "odd"],
    )
    assert set(template) == {
        "It is old.",
        "It is very new.",
        "It is so new.",
        "It is very a big one.",
        "It is very an odd one.",
        "It is so a big one.",
        "It is so an odd one.",
    }
    assert template.size == 7


def test_articles_follow_the_sound_of_a_nested_filler():
    template = Template("{A:adj} hour, {a:adj} day", adj=["{how} long"], how=["unusually", "uniquely"])
    assert set(template) == {
        "An unusually long hour, an unusually long day",
        "A uniquely long hour, a uniquely long day",
    }


def test_attributes_of_one_person_stay_together():
    people = [{"name": "Ada", "he": "she"}, {"name": "Bo", "he": "he"}]
    template = Template("{p1.name} said {p1.he} saw {p2.name}.", p=people)
    assert set(template) == {"Ada said she saw Bo.", "Bo said he saw Ada."}


def test_capitals():
    assert Template("{cap:who} came", who=["my aunt"]).fill(0) == "My aunt came"
    assert Template("{who} came", capitalize=True, who=["my aunt"]).fill(0) == "My aunt came"


def test_several_texts_share_their_slots():
    template = Template({"context": "{n1} hit {n2}.", "question": "Who hit {n2}?", "answer": "{n1}"}, n=NAMES)
    assert template.size == 12
    for row in template:
        assert row["context"].startswith(row["answer"]) and row["question"][8:-1] in row["context"]


def test_braces_of_the_text_are_doubled():
    assert Template("{{x}} {n}", n=["a"]).fill(0) == "{x} a"
    assert Template("{n}", n=["{{x}}"]).fill(0) == "{x}"


def test_the_same_fillers_given_twice_count_once():
    assert Template("{n}", n=["a", "b", "a"]).size == 2


def test_a_large_product_is_sampled_without_being_built():
    fillers = {f"n{i}": list(map(str, range(100))) for i in range(12)}
    template = Template(" ".join(f"{{n{i}}}" for i in range(12)), **fillers)
    assert template.size == 100**12
    start = process_time()
    found = template.sample(200, seed=1)
    assert process_time() - start < 2
    assert len(set(found)) == 200 and found[:50] == template.sample(50, seed=1) != template.sample(50, seed=2)


def test_a_product_of_a_thousand_million_is_quick():
    template = Template(
        "{a} {b} {c}", a=list(map(str, range(1000))), b=list(map(str, range(1000))), c=list(map(str, range(1000)))
    )
    assert template.size == 10**9
    found = template.sample(300)
    assert len(set(found)) == 300
    firsts = [int(text.split()[0]) for text in found]
    assert min(firsts) < 100 and max(firsts) > 900  # all over the product


def test_a_sample_that_asks_for_more_gets_all():
    template = Template("{n}", n=NAMES)
    assert sorted(template.sample(99, seed=3)) == NAMES


def test_other_fillers_of_one_slot():
    template = Template("{n1} {n2} {v}", n=NAMES, v=["x", "y"])
    picks = template.picks(0)
    texts = {template.write(other) for other in template.others(picks, "n1")}
    first, second, verb = template.write(picks).split()
    assert texts == {f"{name} {second} {verb}" for name in NAMES if name not in (first, second)}


@pytest.mark.parametrize(
    ("text", "fillers", "message"),
    [
        ("{nmae}", {"name": NAMES}, r"unknown slot \{nmae\}; there are fillers for: name"),
        ("{name", {"name": NAMES}, "unbalanced '{' at character 1"),
        ("name}", {"name": NAMES}, "unbalanced '}' at character 5"),
        ("{}", {}, "is no slot"),
        ("{b:name}", {"name": NAMES}, "is no slot"),
        ("{name}", {"name": []}, "has no fillers"),
        ("{name}", {"name": [3]}, "a filler is a text or a mapping"),
        ("{p.x}", {"p": [{"y": "z"}]}, "unknown attribute; the filler has y"),
        ("{p}", {"p": [{"y": "z"}]}, "expected a text, found attributes y"),
        ("{p.x}", {"p": ["z"]}, "expected attributes, found the text 'z'"),
        ("{n1} {n2}", {"n": ["a"]}, "must differ; it has 1 fillers"),
        ("{x}", {"x": ["{y}"], "y": ["{x}"]}, "in its own fillers: x -> y -> x"),
        ("{x}", {"x": ["{x}"]}, "in its own fillers: x -> x"),
        ("{x}", {"x": ["{mask}"]}, "masks belong in the template itself"),
    ],
)
def test_mistakes_are_named(text, fillers, message):
    with pytest.raises(UsageError, match=message):
        Template(text, **fillers)


def test_open_slots_cannot_be_filled():
    with pytest.raises(UsageError, match="call Template.suggested first"):
        Template("{mask}").fill(0)
    with pytest.raises(UsageError, match="FillRows"):
        Template("{title}", columns=["title"]).fill(0)
    with pytest.raises(UsageError, match="from 0 to 3, found 4"):
        Template("{n}", n=NAMES).fill(4)


def test_rows_of_a_data_set_fill_slots():
    data = Dataset.from_dict({"title": ["Heat", "{odd}", None], "year": [1995, 1999, 2001]})
    template = Template("{lead} {title}", columns=["title"], lead=["I saw", "We saw", "They saw"])
    made = data.map(FillRows(template, n=2, seed=4), batched=True, batch_size=1)
    assert made["year"] == [1995, 1995, 1999, 1999]
    assert all(text.endswith(" saw Heat") for text in made["text"][:2])
    assert all(text.endswith(" saw {odd}") for text in made["text"][2:]) and len(set(made["text"])) == 4
    whole = FillRows(template, n=2, seed=4)(data[:])
    assert whole["text"] == list(made["text"])  # the batch does not matter


def test_rows_may_get_several_texts():
    template = Template({"a": "{x} {n}", "b": "not {x} {n}"}, columns=["x"], n=NAMES)
    made = FillRows(template, n=1)({"x": ["p", "q"]})
    assert made["x"] == ["p", "q"] and made["b"] == [f"not {text}" for text in made["a"]]


def test_fill_rows_names_what_is_missing():
    template = Template("{x}", columns=["x"])
    with pytest.raises(UsageError, match="expects the columns x; found: y"):
        FillRows(template)({"y": ["a"]})
    with pytest.raises(UsageError, match="columns="):
        FillRows(Template("{n}", n=NAMES))


def test_templates_pickle():
    template = Template("{a:adj} {x}", columns=["x"], adj=["old", "{h} new"], h=["so"])
    again = pickle.loads(pickle.dumps(FillRows(template, n=2)))
    assert again({"x": ["p"]}) == FillRows(template, n=2)({"x": ["p"]})


def test_equal_templates_have_the_same_fingerprint():
    from datasets.fingerprint import Hasher

    def made(last):
        return FillRows(Template("{x} {n}", columns=["x"], n=["Ada", last]))

    assert Hasher.hash(made("Bo")) == Hasher.hash(made("Bo")) != Hasher.hash(made("Cy"))


def test_suggestions_have_the_tag_and_the_sentiment():
    template = Template("The {mask} of this film was {adj}.", adj=["long", "short", "old", "new"])
    nouns = template.suggested(8, tag="NOUN", sentiment="neutral", contexts=3)
    assert nouns.size == 32 and not nouns.open
    template = Template("It was {a:mask} film, said {n}.", n=NAMES)
    good = template.suggested(3, tag="ADJ", sentiment="positive", contexts=2)
    from hf_robust.language.sentiment import word_sentiment

    found = list(good._pools["mask"].fillers)
    assert set(word_sentiment().labels([(word, "ADJ") for word in found])) == {"positive"}


def test_two_masks_get_words_of_their_own():
    template = Template("We {mask1} to the {mask2} on {d}.", d=["Monday", "Friday"]).suggested(4, contexts=2)
    assert template.slots == ("mask1", "mask2", "d") and template.size == 32


def test_suggestions_without_a_fitting_word_say_so():
    with pytest.raises(UsageError, match="no positive DET word fits"):
        Template("I saw {mask} film.").suggested(3, tag="DET", sentiment="positive")
    with pytest.raises(UsageError, match="no {mask}"):
        Template("{n}", n=NAMES).suggested()
    with pytest.raises(UsageError, match="sentiment must be one of"):
        Template("{mask}").suggested(sentiment="good")


def test_word_lists():
    for name in ("cities", "countries", "female names", "first names", "full names", "male names", "organisations"):
        assert len(word_list(name)) == len(set(word_list(name))) > 100, name
    assert not {"Amber", "April"} & set(word_list("first names"))
    assert "Bahamas" not in word_list("countries")  # "in Bahamas" is no English
    with pytest.raises(UnknownNameError, match="first names"):
        word_list("firstnames")


def test_parts():
    assert parse("a {x} b") == ("a ", Slot("x"), " b")
    assert SlotPool("x", ["a", Template("{n}", n=NAMES)])[3] == "Cy"


def test_fillers_that_hold_slots_twice_at_every_level_are_made_once():
    names = [f"s{letter}" for letter in "abcdefghijklmnopqrs"]
    fillers = {name: [f"x {{{below}}}", f"y {{{below}}}"] for name, below in pairwise(names)}
    template = Template("{sa}", **fillers, ss=["end", "stop"])
    assert template.size == 2 ** len(names) and template.fill(0) == "x " * (len(names) - 1) + "end"


def test_fillers_that_are_nested_too_deeply_are_refused():
    fillers = {f"s{'i' * n}": [f"{{s{'i' * (n + 1)}}}"] for n in range(40)}
    with pytest.raises(UsageError, match="nested at most 20 deep"):
        Template("{s}", **fillers, **{f"s{'i' * 40}": ["end"]})


TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
PRAISE = hr.Template("I {verb} this {noun}.", verb=["love", "adore"], noun=["film", "book", "song"])


def test_a_template_is_a_data_set_in_one_call():
    rows = PRAISE.dataset(label="positive", source="template")
    assert rows.column_names == ["text", "label", "source"] and rows["text"][:2] == [
        "I love this film.",
        "I love this book.",
    ]
    assert len(rows) == 6 and set(rows["label"]) == {"positive"}
    assert PRAISE.dataset(2, seed=1)["text"][:] == PRAISE.sample(2, seed=1)
    pair = hr.Template({"premise": "{who} slept.", "hypothesis": "{who} ran."}, who=["Ada", "Bo"])
    assert pair.dataset(label="contradiction")[1] == {
        "premise": "Bo slept.",
        "hypothesis": "Bo ran.",
        "label": "contradiction",
    }


def test_templates_are_cases_with_a_label_or_in_pairs():
    made = PRAISE.cases(TASK, "praise", "positive", n=4)
    assert made.features == features(TASK) and len(made) == 4 and set(made["label"]) == {"positive"}
    assert [row["case"]["case_id"] for row in PRAISE.cases(TASK, "praise", "positive", n=2)] == [
        row["case"]["case_id"] for row in made.select(range(2))
    ]
    pairs = PRAISE.cases("sentiment-classification", "nouns", vary="noun", n=3)
    variants = [row for row in pairs if row["case"]["expectation"]["kind"] == "same"]
    by_id = {row["case"]["case_id"]: row["text"] for row in pairs}
    assert len(variants) == 3
    for row in variants:
        before, after = by_id[row["case"]["expectation"]["other"]].split(), row["text"].split()
        assert before[:3] == after[:3] and before[3] != after[3] and row["label"] is None


def test_cases_of_templates_are_run_like_others():
    def no_songs(texts):
        return ["negative" if "song" in text else "positive" for text in texts]

    tests = {"praise": PRAISE.cases(TASK, "praise", "positive"), "verbs": PRAISE.cases(TASK, "verbs", vary="verb")}
    tests["nouns"] = PRAISE.cases(TASK, "nouns", vary="noun")
    report = hr.run(no_songs, CapabilitySuite.of_cases(TASK, tests))
    rates = [report.result(name)["seeds"]["failure_rate"] for name in ("praise", "verbs")]
    assert rates == pytest.approx([1 / 3, 0])
    assert report.result("nouns")["seeds"]["failure_rate"] >= 1 / 3  # both that begin with a song


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PRAISE.cases(TASK, "a"), "accepted=...*vary=..."),
        (lambda: PRAISE.cases(TASK, "a", "positive", vary="noun"), "accepted=...*vary=..."),
        (lambda: PRAISE.cases(TASK, "a", []), "accepted must be a label"),
        (lambda: PRAISE.cases(TASK, "a", vary="adj"), "unknown slot {adj}; there are verb, noun"),
        (lambda: PRAISE.cases(TASK, "a", "positive", n=0), "n must be a whole number of at least 1"),
        (
            lambda: PRAISE.cases("natural-language-inference", "a", "x"),
            "premise, hypothesis, found text; use hr.Template",
        ),
        (lambda: PRAISE.dataset(text="x"), "'text' holds the texts"),
        (lambda: hr.Template("{a1} {a2} {a3} {a4}", a=[f"{n}" for n in range(99)]).dataset(), "dataset\\(n=1000\\)"),
    ],
)
def test_what_cannot_be_made_says_what_to_type(make, message):
    with pytest.raises(UsageError, match=message.replace("{", "\\{").replace("...*", ".*")):
        make()
