"""Translation: both sides move together."""

import re

import pytest

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.transformation_registry import transformations


def new(name, source, target, seed=0, **params):
    changed = transformations.get(name)(**params).preview_row({"source": source, "target": target}, seed=seed)
    return changed["source"], changed["target"]


def test_the_same_sign_stands_at_the_same_end():
    ends = set()
    for seed in range(10):
        source, target = new("parallel-twitter", "It is late.", "Es ist spät.", seed)
        sign = source.replace("It is late.", "").strip()
        assert sign == target.replace("Es ist spät.", "").strip()
        assert source.startswith(sign) == target.startswith(sign)
        ends.add((source.startswith(sign), sign[0]))
    assert len(ends) == 4


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("It cost 4,500 euros.", "Es kostete 4.500 Euro."),
        ("It is 3.5 km long.", "Es ist 3,5 km lang."),
        ("It cost 4,500 euros.", "它花了4500欧元。"),
        ("We waited 30 minutes and 5 days.", "Wir warteten 5 Tage und 30 Minuten."),
    ],
)
def test_numbers_are_the_same_on_both_sides(source, target):
    for seed in range(10):
        one, other = new("swap-parallel-number", source, target, seed)
        assert (one, other) != (source, target)
        numbers = [
            sorted(re.sub(r"\D", "", found) for found in re.findall(r"[\d.,]*\d", text)) for text in (one, other)
        ]
        assert numbers[0] == numbers[1]
        assert re.sub(r"\d", "", one) == re.sub(r"\d", "", source)
        assert re.sub(r"\d", "", other) == re.sub(r"\d", "", target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("He came at 10:50.", "Er kam um 10:50."),
        ("About 15 men", "Etwa 1.5 Mann"),
        ("She has 3 dogs and 3 cats.", "Sie hat 3 Hunde und drei Katzen."),
        ("It is 85 miles (137 kilometers) long.", "Es ist 85 Meilen (137 Kilometer) lang."),
        ("My Quendra Watch 4 broke.", "Meine Quendra Watch 4 ist kaputt."),
        ("The 2nd day", "Der 2. Tag"),
        ("2 votes", "2月的两票"),
    ],
)
def test_numbers_that_are_not_shared_for_sure_stay(source, target):
    with pytest.raises(NotApplicable, match="share no number"):
        new("swap-parallel-number", source, target)


def test_one_stays_one():
    pair = ("It has 1 wheel.", "Es hat 1 Rad.")
    assert new("swap-parallel-number", *pair) == pair


def test_years_and_shares_and_order_stay_plausible():
    for seed in range(20):
        source, target = new("swap-parallel-number", "From 1989 to 1994, 80% came.", "1989 bis 1994 kamen 80%.", seed)
        first, last, share = map(int, re.findall(r"\d+", source))
        assert 1900 < first < last < 2030
        assert share < 100
        assert re.findall(r"\d+", target) == [str(first), str(last), str(share)]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("They host the 2032 Olympic Games.", "Sie richten 2032 die Olympischen Spiele aus."),
        ("It was in 2018 that they held a World Cup.", "Es war 2018, als sie eine Weltmeisterschaft hatten."),
        ("He won in 2016.", "Er gewann 2016 die Wahl."),
    ],
)
def test_years_of_games_and_elections_stay(source, target):
    assert all(new("swap-parallel-number", source, target, seed) == (source, target) for seed in range(5))


def test_an_article_before_a_name_fits_in_english_alone():
    articles = set()
    for seed in range(12):
        source, target = new("swap-parallel-word", "They met an Atlanta player.", "Sie trafen an Atlanta heran.", seed)
        article, name = source.split()[2:4]
        assert (article == "an") == (name[0] in "AEIO")
        assert target == f"Sie trafen an {name} heran."
        articles.add(article)
    assert "a" in articles


def test_an_article_before_a_number_still_fits():
    articles = set()
    for seed in range(20):
        source, _ = new("swap-parallel-number", "A 5 day trip", "Eine Reise von 5 Tagen", seed)
        articles.add(source[:3])
    assert articles == {"A 6", "A 7", "A 9"}


def test_a_name_becomes_the_same_other_name_of_its_kind():
    source, target = new("swap-parallel-word", "Anna met Ingrid in Milwaukee.", "Anna traf Ingrid in Milwaukee.")
    words = source.rstrip(".").split()
    assert words[0] != "Anna"
    assert words[-1] not in ("Milwaukee",)
    assert target.rstrip(".").split() == [words[0], "traf", words[2], "in", words[4]]


def test_names_inside_other_scripts_move_too():
    source, target = new("swap-parallel-word", "We accept Paypalix.", "我们接受Paypalix付款。")
    name = source.removeprefix("We accept ").rstrip(".")
    assert name != "Paypalix"
    assert target == f"我们接受{name}付款。"


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Dancers from Costa Rican towns", "Tänzer aus Costa Rica"),
        ("Darren Moss said so.", "莫斯 (Darren Moss) 这样说。"),
        ("Person in the snow", "Eine Person im Schnee"),
        ("We meet in September.", "Wir treffen uns im September."),
        ("See @Quendra.", "Siehe @Quendra."),
        ("Quendra and Quendra", "Quendra und Alt"),
        ("He threw a green Frisbee.", "Er warf einen grünen Frisbee."),
        ("They play for Iowa State.", "Sie spielen für Iowa State."),
        ("Open the App Jenga made.", "Öffnen Sie die App."),
        ("We sell Rings, Pendants and Quendra.", "Wir verkaufen Ringe, Anhänger und Quendra."),
        ("A Boston Terrier runs.", "Ein Boston Terrier läuft."),
    ],
)
def test_what_is_no_shared_name_stays(source, target):
    with pytest.raises(NotApplicable):
        new("swap-parallel-word", source, target)


def test_words_of_the_dictionary_stay_unless_all_change():
    pair = ("An open Apple laptop", "Ein offener Apple-Laptop")
    with pytest.raises(NotApplicable, match="kind"):
        new("swap-parallel-word", *pair)
    source, target = new("swap-parallel-word", *pair, new="random")
    name = source.split()[2]
    assert name != "Apple"
    assert f"{name}-Laptop" in target
