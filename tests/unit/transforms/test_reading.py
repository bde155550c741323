"""Contexts of reading comprehension in another order, and words beside the answers."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.transforms.task_specific.reading import ModifyPosition, PerturbAnswer

TEXT = "Rain fell in Lima. Ana Ruiz won the cup. She was happy. Bo Lund sold a house."


def row(answer=None, context=TEXT):
    found = [] if answer is None else [answer]
    return {
        "context": context,
        "question": "Who won the cup?",
        "answers": {"text": found, "answer_start": [context.index(text) for text in found]},
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_passage_moves_as_a_whole_and_the_answer_with_its_text(seed):
    new = ModifyPosition().preview_row(row("Ana Ruiz"), seed=seed)
    assert new["context"] != TEXT
    assert "Ana Ruiz won the cup. She was happy." in new["context"]
    assert sorted(new["context"].split()) == sorted(TEXT.split())
    (start,) = new["answers"]["answer_start"]
    assert new["context"][start:].startswith("Ana Ruiz")


def test_protected_sentences_and_quotations_can_be_moved_past():
    context = 'Rain fell in Lima. Bo said: "Go. Run." Ana Ruiz won the cup.[citation needed]'
    found = {ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"] for seed in range(6)}
    assert any(one != context for one in found)
    assert all('Bo said: "Go. Run."' in one and "won the cup.[citation needed]" in one for one in found)


def test_it_moves_where_it_is_told_to():
    for seed in range(4):
        front = ModifyPosition(to="front").preview_row(row("Ana Ruiz"), seed=seed)["context"]
        assert front.startswith("Ana Ruiz won the cup. She was happy. Rain fell")
        end = ModifyPosition(to="end").preview_row(row("Ana Ruiz"), seed=seed)["context"]
        assert end.endswith("Bo Lund sold a house. Ana Ruiz won the cup. She was happy.")
    with pytest.raises(UsageError, match="to must be one of any, front, end"):
        ModifyPosition(to="middle")


def test_any_passage_may_move_where_there_is_no_answer():
    together = "Oslo lies on a fjord. It has a harbor."
    context = f"Cats sleep most of the day. Bread contains flour and salt. {together} Copper conducts heat."
    found = {ModifyPosition().preview_row(row(context=context), seed=seed)["context"] for seed in range(12)}
    assert len(found) > 2
    assert all(one.startswith("Cats sleep") and together in one for one in found)  # the first sentence can stay


@pytest.mark.parametrize("context", ["One sentence only.", "It rained. She left. However, he stayed.", "no stop"])
def test_what_cannot_be_put_in_another_order_stays(context):
    with pytest.raises(NotApplicable):
        ModifyPosition().preview_row(row(context=context))


@pytest.mark.parametrize(
    "context",
    [
        "Ana Ruiz won the cup. Critics praised Ruiz.",
        'Ana said "no. Bo said yes."',
        "Ana won. Bo saw him.",
        "Ana won. Bo doubts that story.",
        "Ana won. Bo, for instance, lost.",
    ],
)
def test_nothing_stands_before_what_introduces_it(context):
    with pytest.raises(NotApplicable):
        ModifyPosition().preview_row(row(context=context))


def test_answers_on_all_sides_do_not_move():
    context = "Ana won. Bo lost in Rome. Carl slept in Oslo."
    given = row("Ana", context)
    given["answers"] = {"text": ["Ana", "Bo", "Oslo"], "answer_start": [0, 9, context.index("Oslo")]}
    with pytest.raises(NotApplicable, match="on both sides"):
        ModifyPosition().preview_row(given)


def test_what_is_told_in_order_keeps_its_order():
    context = "Rain fell in Lima. Bo Lund came in 1980. Ana Ruiz finally left in 1990."
    for seed in range(4):
        new = ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"]
        assert new != context and new.index("1980") < new.index("1990")


@pytest.mark.parametrize(
    ("context", "new"),
    [
        ("Zorp was founded in 1980. Zorp moved in 1990.", "Zorp moved in 1990. Zorp was founded in 1980."),
        ("Ana likes tea. Bo sells coal and other fuels.", "Bo sells coal and other fuels. Ana likes tea."),
    ],
)
def test_years_and_lists_bind_no_sentence(context, new):
    assert ModifyPosition(to="front").preview_row(row(context=context))["context"] == new


def test_a_noun_stays_behind_the_verb_that_it_repeats():
    with pytest.raises(NotApplicable):
        ModifyPosition().preview_row(row(context="Zorp was enlarged. Enlargement was good."))


def test_a_sentence_moves_to_any_place():
    context = "Rain fell in Lima. Ana Ruiz won a cup. Workers sold salt. Bo Lund sang."
    found = (ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"] for seed in range(20))
    assert "Rain fell in Lima. Workers sold salt. Ana Ruiz won a cup. Bo Lund sang." in found


@pytest.mark.parametrize(
    "sentence",
    [
        "This helped them.",
        "Later, it stopped.",
        "Many were sold.",
        "The findings were published.",
        "However, it stopped.",
    ],
)
def test_a_sentence_stays_behind_what_it_refers_to(sentence):
    context = f"Rain fell in Lima. Ana Ruiz won a cup. {sentence}"
    try:
        new = ModifyPosition().preview_row(row("Ana Ruiz", context))["context"]
    except NotApplicable:
        return
    assert f"Ana Ruiz won a cup. {sentence}" in new


@pytest.mark.parametrize(
    ("context", "new"),
    [
        ("Ana Ruiz won a cup. However, Bo lost.", "Bo lost. Ana Ruiz won a cup."),
        ("Ana Ruiz won a cup. She left Lima.", "Ana Ruiz left Lima. Ana Ruiz won a cup."),
        ("Ana Ruiz won a cup. Bo also lost.", "Bo lost. Ana Ruiz won a cup."),
    ],
)
def test_a_sentence_that_cannot_move_otherwise_says_what_its_pronoun_means(context, new):
    assert ModifyPosition().preview_row(row(context=context))["context"] == new


def moved(context, **params):
    return {ModifyPosition(**params).preview_row(row(context=context), seed=seed)["context"] for seed in range(6)}


def test_the_first_sentence_refers_to_nothing_with_its_later_words():
    context = "Some forms of protest make it hard to work. They cost much. Ana Ruiz sells coal."
    assert moved(context) == {"Ana Ruiz sells coal. Some forms of protest make it hard to work. They cost much."}


@pytest.mark.parametrize(
    ("context", "new"),
    [
        # a superlative and a noun that its own sentence tells of need nothing before them
        (
            "Ana Ruiz met a player. Bo Lund is the oldest player.",
            "Bo Lund is the oldest player. Ana Ruiz met a player.",
        ),
        (
            "Ana Ruiz solves a problem. A task is a problem, and the problem is hard.",
            "A task is a problem, and the problem is hard. Ana Ruiz solves a problem.",
        ),
        # other things than the sentence tells
        ("Ana likes tea. Coal is cheaper than other fuels.", "Coal is cheaper than other fuels. Ana likes tea."),
    ],
)
def test_what_its_own_sentence_tells_binds_no_sentence(context, new):
    assert ModifyPosition(to="front").preview_row(row(context=context))["context"] == new


def test_also_behind_and_adds_to_its_own_sentence():
    new = "Bo Lund sells coal and also grows rice. Ana Ruiz likes tea."
    assert moved("Ana Ruiz likes tea. Bo Lund sells coal and also grows rice.") == {new}


def test_also_behind_a_pronoun_adds_to_the_sentence_before():
    about = "Lima has a hill. The hill lies near Rome. The hill holds a park."
    assert moved(about) == {"Lima has a hill. The hill holds a park. The hill lies near Rome."}
    with pytest.raises(NotApplicable):
        moved(f"{about} It is green and also holds a mill.")


def test_a_month_with_its_year_refers_to_nothing():
    new = "As of January 2016[update], Bo Lund sells coal. Ana Ruiz likes tea."
    assert moved("Ana Ruiz likes tea. As of January 2016[update], Bo Lund sells coal.") == {new}


def test_neighbours_with_the_same_pronoun_trade_places():
    context = "Farmers live here. They grow rice. They export tea."
    assert moved(context) == {"Farmers live here. They export tea. They grow rice."}
    context = "Zorp is an old village. The village lies on a hill. The village has a harbor."
    assert moved(context) == {"Zorp is an old village. The village has a harbor. The village lies on a hill."}
    with pytest.raises(NotApplicable):
        moved(context.replace("has a harbor", "sold its harbor"))


@pytest.mark.parametrize(
    "context",
    [
        "A man called Zorp won. Ana Ruiz met Zorp.",  # the name stays behind what introduces it
        "In 1980 Bo Lund built the first fort, Zorp, near Lima. Ana Ruiz lives near Zorp.",
        "Several fuels burn well. Bo Lund sells coal.",  # announces what follows
        "Ana Ruiz won. 2.",  # a number is no sentence
        "It rained here. They grew rice. They sold their farms.",  # events
        "Ana Ruiz plays well. Bo Lund leads the team.",  # the team of the text
        "Fires burned in Lima. The damaged region was closed.",
        "Ana Ruiz won. She and Ruiz left Lima.",  # two people of one name
        "Rain fell in Lima. The subsequent floods were bad.",
        "Shops from her street moved. They cost much. Zorp sells coal.",  # she is not told of
        "Shops opened in Lima. Trade has grown ever since.",
        "An old market stood in Lima. The Zorp Market itself was built in Rome.",  # set against the other one
        "Plague killed people in Lima. The last plague outbreak ravaged Rome.",
        "A word is a row of letters of an alphabet. Usually, the alphabet is small.",
        "A number is said to be even if two divides it. Ana Ruiz wrote down each even number.",  # a term
        "Trade led to assimilation in Lima. Assimilated, the French sold coal.",
        "Objects must be written down. For example, numbers are written in binary.",  # it stays behind its rule
        "Rain fell in Lima. Ana Ruiz's fleet sold coal.",  # the fleet of a text
        "Ana Ruiz meets Bo Lund. Ana Ruiz leaves Lima. Bo Lund sells coal.",  # a plot
        "Ana Ruiz sold coal. Bo Lund met Ana Ruiz.",  # events of one story
        "Lima faced difficulties. Wars had drained its wealth.",
        "Oxygen helps people in Lima. Rest is part of the treatment.",
        "Ana Ruiz played the ninth queen. Bo Lund played the tenth king.",
        "Rain fell in Lima. Ana Ruiz was proposing laws.",  # at the time of what was told
        "Bo Lund has an idea. These ideas are old. Ana Ruiz has an idea.",  # they would be those of Ruiz too
        "Carl of Lima wrote books. Ana Ruiz sold books by Carl.",
        "One More Zorp in the Snow is a song. It was sold in Lima.",  # a title that is not told in full
        "Living in Lima, he wrote Bo Lund's Life. He sold coal.",  # he is not Bo Lund
    ],
)
def test_what_would_be_told_too_early_stays(context):
    with pytest.raises(NotApplicable):
        ModifyPosition().preview_row(row(context=context))


def test_what_is_told_by_years_keeps_its_order():
    context = "Ana Ruiz came to Lima in 1980. Bo Lund built a tower. Carl Fox left Rome in 1990. Dan Ray died in 1995."
    with pytest.raises(NotApplicable):
        ModifyPosition().preview_row(row(context=context))
    for new in moved(context.replace("1990", "1970")):
        assert new.index("1980") < new.index("tower") < min(new.index("1970"), new.index("1995"))


@pytest.mark.parametrize(
    "kept",
    [
        "Workers built a small fort. The fort was old.",
        "Bo Lund sold coal. Lund was old.",
        "Due to heavy traffic, planners widened streets. Repairs are under way.",  # what came of it
        "Shops had no salt. Ana Ruiz added to the confusion.",
    ],
)
def test_a_sentence_stays_behind_the_one_that_first_tells_of_its_subject(kept):
    assert all(kept in new for new in moved(f"Rain fell in Lima. {kept} Workers sold salt."))


def test_what_happens_step_by_step_keeps_its_order():
    context = "Rain fell in Lima. {}floods destroyed Rome. Workers sold salt."
    assert moved(context.format("Big "))
    with pytest.raises(NotApplicable):
        moved(context.format("Then "))


def test_the_first_sentence_stays_if_another_move_is_possible():
    context = "Rain fell in Lima. Ana Ruiz won a cup. Workers sold salt."
    new = {ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"] for seed in range(8)}
    assert new == {"Rain fell in Lima. Workers sold salt. Ana Ruiz won a cup."}


def test_a_comparison_stays_behind_what_it_may_compare_with():
    sentence = "Red lamps of glass are other goods."
    context = f"Rain fell in Lima. Ana Ruiz won a cup. Workers sold salt. {sentence}"
    for seed in range(8):
        new = ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"]
        assert new != context and new.endswith(sentence)


def test_line_breaks_stay_between_paragraphs():
    context = "Rain fell in Lima. Ana Ruiz won the cup.\nBo Lund sold a house."
    for seed in range(6):
        new = ModifyPosition().preview_row(row("Ana Ruiz", context), seed=seed)["context"]
        assert "  " not in new
        assert not new.endswith((" ", "\n"))


def test_only_words_beside_the_answers_become_synonyms():
    context = "Bo Lund purchased a boat in Rome. The cup went to Ana Ruiz, who purchased a house in Lima."
    new = PerturbAnswer().preview_row(row("Ana Ruiz", context))
    assert new["context"] == "Bo Lund purchased a boat in Rome. The cup went to Ana Ruiz, who bought a house in Lima."
    assert new["answers"] == row("Ana Ruiz", context)["answers"]


def test_the_answers_themselves_stay():
    context = "The cup went to Ana Ruiz, who purchased a house in Lima."
    with pytest.raises(NotApplicable, match="synonym"):
        PerturbAnswer().preview_row(row("purchased", context))
    with pytest.raises(NotApplicable, match="no answer"):
        PerturbAnswer().preview_row(row(None, context))


def test_parameters_of_synonyms_are_checked():
    with pytest.raises(UsageError, match="rate or count"):
        PerturbAnswer(rate=0.5, count=1)
    assert PerturbAnswer().resources == ("wordnet",) and "masked-lm" in PerturbAnswer(gate="strict").resources


def test_rows_run_through_a_data_set():
    from datasets import Dataset

    rows = [row("Ana Ruiz"), row(), row("Ana Ruiz", "Ana Ruiz won.")]
    data = Dataset.from_list([{**one, "id": str(number)} for number, one in enumerate(rows)])
    out = data.map(hr.Perturb("modify-position", hr.task("extractive-qa"), keep="all"), batched=True)
    assert [found["status"] for found in out["robust"]] == ["changed", "changed", "not_applicable"]
