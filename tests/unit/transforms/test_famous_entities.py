"""People and films that a text names: a line on who they are, and others in their place."""

import pickle

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.errors import DataFileError, NotApplicable
from hf_robust.language.famous_names import KINDS, known_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.famous_entities import AddSummary, SwapSpecialEntity


def found(text):
    return [(mention.entry.name, text[mention.start : mention.end]) for mention in known_names().find(Doc(text))]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Being John Malkovich is odd.", ["Being John Malkovich"]),
        ("John Malkovich is odd.", ["John Malkovich"]),
        ("We gave it to Al Pacino Smith.", []),
        ("I rented Jaws.", ["Jaws"]),
        ("Jaws of steel", []),
        ('They liked "Ghost" most.', ["Ghost"]),
        ("The ghost was there.", []),
        ("TAXI DRIVER is long", ["Taxi Driver"]),
        ("Jaws 2 is a film", []),
        ("Blade Runner: The Final Cut", []),
        ("Schindler 's List is long .", ["Schindler's List"]),
        ("He likes a Woody Allen film.", ["Woody Allen"]),
        ("We lived near Pearl Harbor then.", []),
    ],
)
def test_names_are_found_where_they_are_meant(text, names):
    assert [name for name, _ in found(text)] == names


def test_all_mentions_of_a_person_change_alike():
    text = SwapSpecialEntity(kind="person").preview("Brad Pitt left. Pitt's hat is new, and Brad knows.", seed=2)
    first, last = text.split()[:2]
    assert text == f"{first} {last} left. {last}'s hat is new, and {first} knows."
    assert (first, last) != ("Brad", "Pitt")


def test_a_shared_surname_changes_in_whole_names_alone():
    text = SwapSpecialEntity(kind="person", most=2).preview("Kirk Douglas and Michael Douglas came.", seed=1)
    assert "Douglas" not in text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # something of the name would be left
        ("Pulp Fiction, yes, pulp fiction", ["Pulp Fiction, yes, pulp fiction"]),
        ("We saw Pulp Fiction. #PulpFiction", ["Pulp Fiction"]),
        ("Jaws is a shark, and we watched Jaws.", ["Jaws is", "Jaws."]),
        ("Steven Spielberg knows how. Director Spielberg's best.", ["Steven Spielberg", "Spielberg's"]),
        ("SPIELBERG again: Steven Spielberg sang.", ["Steven Spielberg"]),
        ("Kirk Douglas and Michael Douglas came. Douglas sang.", ["Kirk Douglas", "Michael Douglas", "Douglas sang"]),
        # the text says whose film it is, or of which year
        ("We like Coppola's The Godfather.", ["The Godfather"]),
        ('It beats Martin Scorsese \'s " Taxi Driver " .', ["Martin Scorsese 's", "Taxi Driver"]),
        ("He likes the Coen brothers' Pulp Fiction.", ["Pulp Fiction"]),
        ("We saw Pulp Fiction by Quentin Tarantino.", ["Pulp Fiction by Quentin Tarantino"]),
        ('We saw "Jaws", directed by Anybody Else.', ["Jaws"]),
        ("We saw Pulp Fiction (1994).", ["Pulp Fiction"]),
        ("We saw Pulp Fiction (Tarantino, 1994).", ["Pulp Fiction"]),
    ],
)
def test_a_name_stays_where_the_text_holds_on_to_it(text, kept):
    new = SwapSpecialEntity().preview(f"Meryl Streep came. {text}", seed=1)
    assert "Meryl" not in new
    assert all(piece in new for piece in kept)
    with pytest.raises(NotApplicable, match="more of the names"):
        SwapSpecialEntity().preview(text, seed=1)


@pytest.mark.parametrize(
    "text",
    [
        "It's Pulp Fiction with more heart.",
        "It's Pulp Fiction by far",
        "It's Pulp Fiction (twice)",
        "Will Smith and Tom Cruise came, and Tom Cruise left; Cruise's hat stayed.",
    ],
)
def test_a_name_changes_where_nothing_of_it_is_left(text):
    new = SwapSpecialEntity(most=2).preview(text, seed=1)
    assert all(name not in new for name in ("Pulp", "Will Smith", "Cruise", "Malkovich"))


def test_a_person_becomes_one_of_the_same_gender_and_role():
    people = {name: (gender, role) for name, gender, role, _ in lexicon("persons")}
    for seed in range(20):
        new = SwapSpecialEntity().preview("Meryl Streep", seed=seed)
        assert people[new] == people["Meryl Streep"]
        assert new != "Meryl Streep"


def test_an_owner_keeps_its_mark():
    new = SwapSpecialEntity().preview("We like David Thewlis here and Thewlis' hair.", seed=1)
    assert new.endswith(("s' hair.", "'s hair.")) and not new.endswith("s's hair.")
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview("We like Tyrone Power, Jr. here.")
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview("We like Denzel Washington and Washingtons accent.")


def test_the_article_follows_the_name():
    texts = {SwapSpecialEntity().preview("an Oliver Stone film", seed=seed).split()[0] for seed in range(80)}
    assert texts == {"a", "an"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We saw Tom Hanks.", "We saw Tom Hanks (an American actor born in 1956)."),
        ("We saw Tom Hanks .", "We saw Tom Hanks ( an American actor born in 1956 ) ."),
        ('We saw "Jaws" twice.', 'We saw "Jaws" (a 1975 American thriller directed by Steven Spielberg) twice.'),
    ],
)
def test_a_summary_stands_behind_the_name(text, expected):
    assert AddSummary().preview(text) == expected


@pytest.mark.parametrize(
    "text",
    ["Tom Hanks's coat", "Tom Hanks (that one) came.", "She is a Tom Hanks fan.", "(see Tom Hanks there)", "No."],
)
def test_no_summary_where_none_can_stand(text):
    with pytest.raises(NotApplicable):
        AddSummary().preview(text)


def test_a_table_of_the_user(tmp_path):
    (tmp_path / "names.csv").write_text("name,summary,kind\nAnn Quux,a friend.,person\n", encoding="utf-8")
    (tmp_path / "names.json").write_text('{"Ann Quux": "a friend"}', encoding="utf-8")
    for file in ("names.csv", "names.json"):
        assert AddSummary(table=str(tmp_path / file)).preview("We met Ann Quux.") == "We met Ann Quux (a friend)."


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("a.csv", "title,summary\nx,y\n"),
        ("b.csv", "name,summary\n"),
        ("c.json", "[1]"),
        ("d.json", "{"),
        ("e.json", "3"),
        ("f.tsv", "name\tsummary\tkind\nAnn\ta friend\tdog\n"),
    ],
)
def test_a_wrong_table_is_refused_with_its_place(tmp_path, file, content):
    path = tmp_path / file
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataFileError, match=file):
        AddSummary(table=str(path))
    with pytest.raises(DataFileError, match="absent"):
        AddSummary(table=str(tmp_path / "absent.csv"))


def test_the_content_of_the_table_is_part_of_the_state(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("name,summary\nAnn Quux,a friend\n", encoding="utf-8")
    one = AddSummary(table=str(path))
    before = pickle.dumps(one)
    assert pickle.loads(before) == one
    path.write_text("name,summary\nAnn Quux,a neighbor\n", encoding="utf-8")
    assert pickle.dumps(one) != before


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we stayed in las vegas .", ["Las Vegas"]),
        ("We stayed in Las Vegas.", ["Las Vegas"]),
        ("i saw tom hanks there .", ["Tom Hanks"]),
        ("The sushi was good.", ["sushi"]),
        ("Sushi was good.", ["sushi"]),
        ("we sat at starbucks .", ["Starbucks"]),
        # in lower case these are common words
        ("the target was missed .", []),
        ("we saw jaws .", []),
        ("the chipotle sauce .", []),
        # a part of a longer name
        ("We read the New York Journal.", []),
        ("Las Vegas Boulevard is long.", []),
    ],
)
def test_places_businesses_and_dishes_are_found_in_lower_case_too(text, names):
    assert [name for name, _ in found(text)] == names


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("we stayed in las vegas .", "we stayed in las vegas ( "),
        ("We ate at Burger King.", "We ate at Burger King (a chain of hamburger restaurants)"),
        ("We ate the ramen.", "We ate the ramen (a Japanese noodle soup)."),
    ],
)
def test_a_remark_on_a_thing(text, start):
    new = AddSummary().preview(text)
    assert new.startswith(start)
    assert new.islower() == text.islower()


@pytest.mark.parametrize(
    "text", ["It is a Disney cartoon.", "We ordered ramen noodles.", "He left the University of Denver."]
)
def test_no_remark_stands_inside_of_a_noun_phrase(text):
    with pytest.raises(NotApplicable, match="cannot be inserted after any name"):
        AddSummary().preview(text)


@pytest.mark.parametrize(
    "text",
    [
        "Wasabi is slight fare indeed.",
        "The fact is that Hollywood is laughing.",
        "the people in abc africa are mostly silent",
        "The film Mission to Boston is long.",
        "the film an american werewolf in paris is long",
        "The film was made in Paris, Texas.",
        'We saw "The Ghost of Tom Hanks" there.',
    ],
)
def test_no_remark_where_the_text_may_mean_something_else(text):
    with pytest.raises(NotApplicable, match="cannot be inserted after any name"):
        AddSummary().preview(text)


@pytest.mark.parametrize(
    "text",
    [
        '"This Is Spinal Tap" is odd. "Spinal Tap" is loud.',
        "We like San Francisco, California.",
        "they ordered a cheeseburger , and cheeseburgers are fine .",
        "the movie has vincent price at any price .",
        "the movie has tom hanks , and the hanks fans like it .",
    ],
)
def test_a_name_of_which_the_text_would_keep_a_part_stays(text):
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview(text)


def test_a_place_and_its_short_form_change_alike():
    new = SwapSpecialEntity().preview("we went to las vegas , and a vegas resident liked vegas .", seed=1)
    other = new.removeprefix("we went to ").split(" , ")[0]
    assert "vegas" not in new
    assert new.count(other) == 3


def test_a_surname_in_small_letters_changes_with_the_name():
    new = SwapSpecialEntity().preview("the movie has tom hanks , and hanks is fine .", seed=1)
    assert "hanks" not in new
    assert new.islower()


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("A spy (Tom Hanks) left.", "A spy (Tom Hanks, an American actor born in 1956) left."),
        ("the film was shot in denmark .", "the film was shot in denmark ( a country in northern europe ) ."),
        ("The film of the BBC is odd.", "The film of the BBC (a British broadcaster) is odd."),
    ],
)
def test_a_remark_in_a_text_about_films(text, new):
    assert AddSummary().preview(text) == new


def test_a_thing_becomes_another_one_of_its_group():
    table = {entry.name: entry for entry in known_names().entries}
    for seed in range(10):
        city = SwapSpecialEntity().preview("We live in Boston.", seed=seed).removeprefix("We live in ").rstrip(".")
        assert table[city].role == table["Boston"].role and city != "Boston"
        small = SwapSpecialEntity().preview("we live in boston .", seed=seed)
        assert small.islower()
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview("We flew to Hollywood.")  # the only one of its group


def test_most_says_how_many_names_change():
    text = "When in Boston, we saw Tom Hanks and Meryl Streep."
    new = SwapSpecialEntity().preview(text, seed=1)
    assert ("Tom Hanks" in new) != ("Meryl Streep" in new) and "Boston" in new  # people come first
    new = SwapSpecialEntity(most=3).preview(text, seed=1)
    assert all(name not in new for name in ("Tom Hanks", "Meryl Streep", "Boston"))


def test_a_film_becomes_one_of_its_kind_and_time():
    about = dict(lexicon("films"))
    for seed in range(10):
        new = SwapSpecialEntity().preview("It is worse than Tootsie, the movie.", seed=seed)
        summary = about[new.removeprefix("It is worse than ").removesuffix(", the movie.")]
        assert "comedy" in summary and 1967 <= int(summary.split()[1]) <= 1997


def test_a_kind_narrows_what_is_swapped():
    text = SwapSpecialEntity(kind="place").preview("Tom Hanks lives in Boston.", seed=1)
    assert text.startswith("Tom Hanks lives in ") and "Boston" not in text


def test_the_table_of_things_is_complete():
    for name, kind, group, marks, summary in lexicon("known_things"):
        assert kind in KINDS and group and set(marks) <= set("-ca"), name
        assert all(piece and piece[-1] not in ".|" for piece in summary.split("|")), name


_MEAL = "The waiter was nice and the food was good."


@pytest.mark.parametrize(
    ("text", "free"),
    [
        (f"{_MEAL} It was like a hamburger.", f"{_MEAL} I ate a hamburger."),
        (f"{_MEAL} I had an iced tea. The tea was warm.", f"{_MEAL} I had an iced tea."),
        ("You know the saying, what happens in Vegas.", "You know the rain in Vegas."),
        ("Great costo! It beats the other Costco.", "Great! It beats the other Costco."),
        ("It beats a normal Costco.", "It beats the other Costco."),
        ("We stayed at Treasure Island, and TI is huge.", "We stayed at Treasure Island, and it is huge."),
        ("We saw karate with Bruce Willis.", "We saw nothing with Bruce Willis."),
        ("Comics, e.g. Woody Allen, are rare.", "Woody Allen is rare."),
        ("He left Russia with a Russian friend.", "He left Russia with an old friend."),
        ("She acted as Miss Marple.", "She liked Miss Marple."),
        ("It is based on the game Silent Hill.", "It is better than Silent Hill."),
        ("It is from 2004, as bad as Silent Hill.", "It is as bad as Silent Hill."),
        ("It is shot by Laslo Kovacs (Easy Rider).", "It beats Easy Rider."),
        ("See Iron Eagle with Tom Hanks.", "See it with Tom Hanks."),
        ("The late Tom Hanks left.", "The new Tom Hanks left."),
        ("Holy batman, I mean Adam West.", "Holy crap, I mean Adam West."),
        ("The legend Tom Hanks left.", "The man Tom Hanks left."),
        ("He has Tom Hanks moves.", "He is Tom Hanks here."),
        ("Tom Hanks was good in Splash.", "Tom Hanks was good here."),
        ("Young British men live in London.", "Young men live in London."),
        ("This is Vegas.", "We live in Vegas."),
        ("We ate in Vegas and Henderson.", "We ate in Vegas."),
        ("the food of taco bell / kfc is cold .", "the food of taco bell is cold ."),
        (f"{_MEAL} I had the ham chop.", f"{_MEAL} I had the ham."),  # another cured meat has no such cut
        (f"{_MEAL} We had shrimp and grits in New Orleans.", f"{_MEAL} We had pasta in New Orleans."),
        ("Tom Hanks is fine. Hanks's singing is great.", "Tom Hanks is fine. Hanks's hat is great."),
        ("Peter Falk was good as Lieutenant Law.", "Peter Falk was good as a cop."),
        ("We saw Bunuel and Woody Allen.", "We saw Woody Allen."),  # a measure beside another name
        ("It was reminiscent of Woody Allen.", "It was the day of Woody Allen."),
        ("Uwe Boll should stop making movies.", "Uwe Boll should stop now."),
        ("I like David Lynch, and The Straight Story.", "I like rain, and The Straight Story."),
        (f"{_MEAL} I had a fatburger. The burger was cold.", f"{_MEAL} The burger was cold."),
    ],
)
def test_a_name_that_alone_fits_its_surroundings_stays(text, free):
    assert SwapSpecialEntity().preview(free) != free
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview(text)


@pytest.mark.parametrize(
    "text", ["Most Stephen King stories are long.", "King is fine. I like Stephen King.", "Goldie Hawn's Goldie Hawn."]
)
def test_a_description_stands_at_the_first_mention_of_a_name_alone(text):
    with pytest.raises(NotApplicable):
        AddSummary().preview(text)


def test_the_new_person_was_an_adult_in_the_years_of_the_text():
    born = {
        entry.name: int(entry.summary[-4:])
        for entry in known_names().entries
        if entry.kind == "person" and entry.summary[-4:].isdigit()
    }
    for seed in range(12):
        new = SwapSpecialEntity().preview("In the early 40's Judy Garland was fine.", seed=seed)
        assert born[new.removeprefix("In the early 40's ").removesuffix(" was fine.")] <= 1926


def test_the_first_name_of_somebody_else_stays():
    text = "John (The Woods) Hough left. John Cassavetes left."
    assert SwapSpecialEntity().preview(text).startswith("John (The Woods) Hough left.")
