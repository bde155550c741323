"""Whether a text means the known thing of a name, and whether it also uses a short form of that name."""

import re
from collections.abc import Collection, Iterable, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.word_bounds import find_words
from hf_robust.language.aspect_clauses import domain_of
from hf_robust.language.english.closed_classes import GOALS, LOCATIVES, VISITS
from hf_robust.language.english.nations import all_nations, peoples
from hf_robust.language.famous_names import Famous, FamousMention
from hf_robust.language.lexicons import lexicon

_FAR = 40  # characters before a name in which the word before it is looked for
# before a preposition and a place, these say that it is no part of a title
_BEFORE_PLACES = frozenset(
    """live lives lived living filmed shot set made located born up moved move moves moving goes going went go
        travel travels traveled back trip came come comes coming am was is been i'm flew flies work works working worked
        store home""".split()
)
_TITLE_WORDS = 3  # words before a place of which a title would have one with a capital
_SHORT = 3  # letters of a part of a title that can stand for the title
_SENTENCE = 120  # characters before a name in which a sentence tells what it is an example of
_LONG = 5  # letters of a part of a name that a slip of the pen leaves recognizable
_FILM_WORDS = frozenset(
    """film films movie movies cinema documentary documentaries screenplay script director directors directed actor
        actors actress actresses cast plot plots sequel prequel remake comedy drama thriller flick flicks filmmaker
        filmmakers screenwriter cinematography storytelling viewer viewers audience audiences moviegoers""".split()
)
_WHERE = (
    (LOCATIVES - {"on"})
    | VISITS
    | GOALS - {"onto"}
    | frozenset("visiting leaving throughout toward towards downtown beautiful sunny nearby".split())
)
# places that texts name for an industry, a government or a festival
_STANDING_FOR_MORE = frozenset(
    {"hollywood", "bollywood", "broadway", "washington", "cannes", "wall street", "sundance"}
)
_QUOTES = {'"': '"', "“": "”", "``": "''"}


def is_sure(text: str, mention: FamousMention, words: Collection[str]) -> bool:
    """Whether a text means the thing that the table describes.

    Args:
        mention: The name in it.
        words: All words of the text, in lower case.

    Example:
        >>> place, dish = Famous("Africa", "a continent", "place"), Famous("wasabi", "a paste", "dish")
        >>> is_sure("It plays in Africa.", FamousMention(12, 18, place), {"it", "plays", "in", "africa"})
        True
        >>> is_sure("Wasabi is slight fare.", FamousMention(0, 6, dish), {"wasabi", "is", "slight", "fare"})
        False
    """
    start, stop, entry = mention
    if entry.kind in ("person", "film", ""):
        return not _is_inside_title(text, start, stop) or entry.kind == ""
    if _is_inside_title(text, start, stop):
        return False
    of_films = not _FILM_WORDS.isdisjoint(words)
    if entry.kind == "dish":
        capital = text[start].isupper() and text != text.upper()
        others = set(words) - {part.lower() for part in entry.name.split()}
        return not (of_films or capital) and domain_of(others) in ("restaurants", "hotels")
    if entry.kind == "place":
        sure = not of_films or _is_only_place(text, start, stop)
        return sure and entry.name.lower() not in _STANDING_FOR_MORE and _word_before(text, start) in _WHERE
    if not of_films or (not entry.cased and len(find_words(entry.name)) > 1):
        return True
    lower = text == text.lower()
    if entry.role == "author":
        return not lower and text[stop:].split()[:1] != ["in"]  # "Shakespeare in Love"
    return _is_no_word(entry) and (lower or text[start:stop] == entry.name)


def _is_only_place(text: str, start: int, stop: int) -> bool:
    """Whether a place in a text about films is no part of a title or of a longer address: "in Paris, Texas"."""
    before = text[max(0, start - _FAR) : start].split()[-_TITLE_WORDS:]
    if text == text.lower() and (len(before) < _TITLE_WORDS or before[-2] not in _BEFORE_PLACES):
        return False
    goes_on = re.match(r"(?:['’]s)?,?\s+(?:[A-Z0-9]|in\b)", text[stop:])
    return goes_on is None and not any(word[:1].isupper() for word in before[1:])


def _is_no_word(entry: Famous) -> bool:
    """Whether no common word is written as a name is: "BBC", "eBay", "Netflix"."""
    acronym = any(letter.isupper() for letter in entry.name[1:])
    return acronym or (entry.kind == "business" and entry.name.lower() not in lexicon("english_words"))


def _word_before(text: str, start: int) -> str:
    piece = text[max(0, start - _FAR) : start]
    found = find_words(piece)[-1:]
    return piece[slice(*found[0])].lower() if found and not piece[found[0][1] :].strip() else ""


def _is_inside_title(text: str, start: int, stop: int) -> bool:
    """Whether a name is a part of a short text in quotation marks."""
    for opening, closing in _QUOTES.items():
        before = text.rfind(opening, max(0, start - _FAR), start)
        after = text.find(closing, stop, stop + _FAR)
        if before < 0 or after < 0 or (opening == closing and text[:start].count(opening) % 2 == 0):
            continue
        if text[before + len(opening) : start].strip() or text[stop:after].strip(" ,.!?"):
            return True
    return False


def also_short(doc: Doc, mentions: Sequence[FamousMention]) -> set[Famous]:
    """The names of a text of which it also has a short form: a part of a title, or another name for one place.

    Args:
        doc: The text.
        mentions: The names in it.

    Example:
        >>> film = Famous("This Is Spinal Tap", "a comedy", "film")
        >>> doc = Doc("This Is Spinal Tap is odd. Spinal Tap is loud.")
        >>> also_short(doc, [FamousMention(0, 18, film)]) == {film}
        True
    """
    text, found = doc.text, set[Famous]()
    lower = text == text.lower()
    for one in mentions:
        parts = {part.lower().removesuffix("'s") for part in one.entry.name.split()}
        if any(_is_part(parts, one.entry, other.entry) and not is_same(one.entry, other.entry) for other in mentions):
            found.add(one.entry)
        if one.entry.kind in ("person", "") or len(parts) == 1:
            continue
        spans = [(other.start, other.end) for other in mentions]
        for start, end in doc.words:
            word = text[start:end]
            free = not any(first <= start < last for first, last in spans)
            telling = len(word) >= _SHORT and word.lower() not in lexicon("stop_words")
            # in a text in lower case, a common word of a title is no sign of the title
            shown = word[:1].isupper() or (lower and one.entry.kind in ("place", "business"))
            if free and telling and shown and word.lower().removesuffix("'s") in parts:
                found.add(one.entry)
    return found


_OF_VEGAS = """strip casino casinos gamble gambling slots blackjack sahara fremont bellagio luxor caesars mirage
    venetian palazzo wynn encore mgm mandalay cosmo cosmopolitan aria excalibur rio ny"""
# parts and sights that readers know of one thing, or of few
_TIES = {
    "sushi": "roll rolls nigiri maki wasabi tuna salmon yellowtail sashimi",
    "pizza": "slice slices crust crusts topping toppings pepperoni pie pies dough oven sauce margherita sicilian",
    "pasta": "noodle noodles sauce spaghetti penne",
    "tuna": "sashimi sushi roll rolls melt nigiri ahi hamachi yellowtail",
    "dumplings": "soup dough",
    "fried chicken": "waffles waffle crispy bone breast wing wings thigh",
    "grilled chicken": "breast salad",
    "salmon": "bagel bagels lox smoked sashimi sushi hamachi nigiri roll rolls",
    "chicken": "wing wings breast thigh poultry hen tender tenders nugget nuggets bone boneless rotisserie drumstick",
    "turkey": "thanksgiving gravy stuffing",
    "beef": "steak burger burgers rare cow wagyu kobe brisket",
    "pork": "pig pigs bacon ham belly hog",
    "duck": "peking confit skin",
    "shrimp": "shell shells prawn prawns grits",
    "crab": "claw claws shell shells legs cakes",
    "lobster": "claw claws shell shells tail tails",
    "bacon": "strip strips slice slices pig crisp crispy",
    "sausage": "link links patty",
    "sandwich": "bread slice slices roll bun meat",
    "sandwiches": "bread slice slices roll bun meat",
    "wrap": "tortilla rolled",
    "sashimi": "nigiri maki wasabi tuna salmon yellowtail",
    "ramen": "broth noodle noodles bowl",
    "udon": "broth noodle noodles bowl",
    "pho": "broth noodle noodles bowl sprouts",
    "burger": "patty patties bun buns beef rare",
    "burgers": "patty patties bun buns beef rare",
    "hot dog": "bun buns sausage",
    "hot dogs": "bun buns sausage",
    "wings": "drumettes celery bone boneless",
    "chicken wings": "drumettes celery bone boneless",
    "fries": "potato potatoes skinny thin thick",
    "french fries": "potato potatoes skinny thin thick",
    "ice cream": "cone cones scoop scoops sundae chip",
    "gelato": "cone cones scoop scoops",
    "frozen yogurt": "toppings yogurt froyo",
    "pancakes": "syrup",
    "waffles": "syrup chicken",
    "french toast": "syrup bread",
    "eggs benedict": "hollandaise egg eggs",
    "omelet": "egg eggs",
    "omelette": "egg eggs",
    "burrito": "tortilla tortillas",
    "burritos": "tortilla tortillas",
    "tacos": "tortilla tortillas",
    "taco": "tortilla tortillas",
    "naan": "bread",
    "biscuits": "tea gravy",
    "calamari": "rings sashimi squid sushi thai",
    "scrambled eggs": "runny",
    "oysters": "shell shells shucked",
    "ribs": "bone bones rack",
    "bagel": "cream schmear",
    "bagels": "cream schmear",
    "donuts": "glazed dough",
    "donut": "glazed dough",
    "cupcakes": "frosting cake",
    "cupcake": "frosting cake",
    "gnocchi": "potato potatoes",
    "las vegas": _OF_VEGAS,
    "vegas": _OF_VEGAS,
    "new york city": "manhattan brooklyn subway broadway bagel bagels deli pastrami",
    # the dishes of a city
    "new orleans": "cajun creole gumbo jambalaya crawfish etouffee beignet beignets muffuletta remoulade grits shrimp",
    "philadelphia": "cheesesteak cheesesteaks hoagie hoagies philly",
    "chicago": "deep-dish dish dog dogs giordano",
    "boston": "chowder lobster clam clams",
    "baltimore": "crab crabs crabcake crabcakes",
    "buffalo": "wing wings",
    "memphis": "bbq barbecue barbeque ribs rib",
    "kansas city": "bbq barbecue barbeque ribs rib",
    "san antonio": "tex-mex",
    "nashville": "hot country",
    "montreal": "bagel bagels poutine smoked",
    "texas": "bbq barbecue barbeque brisket tex-mex",
    "hawaii": "poke luau spam musubi",
    "maine": "lobster",
    "louisiana": "cajun creole gumbo jambalaya crawfish etouffee beignets remoulade",
    "phoenix": "desert tempe scottsdale camelback",
    "scottsdale": "desert phoenix tempe",
    "tempe": "asu phoenix scottsdale mill",
    "los angeles": "hollywood",
    "london": "tube underground thames",
    "paris": "eiffel louvre seine",
    "coleslaw": "cabbage chop chopped shred shredded",
    "clam chowder": "clam clams",
    "bruschetta": "tomato tomatoes bread",
    "salad": "lettuce greens leaf leaves dressing",
    "starbucks": "frappuccino grande venti",
    "mcdonald's": "mcnuggets mac mcflurry mcdouble",
    "zorro": "western sword swords whip mask",
    "robin hood": "sherwood nottingham bow arrow arrows",
    "tarzan": "jungle ape apes jane loincloth",
    "batman": "gotham joker cape robin",
    "superman": "krypton kryptonite lex lois cape",
    "dracula": "vampire vampires blood transylvania",
    "godzilla": "tokyo japanese",
    "king kong": "ape gorilla",
    "frankenstein": "creature scientist",
    "sherlock holmes": "watson detective moriarty",
    "james bond": "007 bond spy gadgets",
    "indiana jones": "archaeologist whip temple",
    "harry potter": "wizard wizards hogwarts rowling",
    "bellagio": "fountain fountains",
    "mirage": "volcano",
    "luxor": "pyramid",
    "venetian": "canal canals gondola gondolas",
    "circus circus": "clown clowns",
    "groupon": "groupons",
}


def is_of_studio(text: str, mentions: Iterable[FamousMention], film: FamousMention) -> bool:
    """Whether the sentence of a film also names a studio, which made only some films: "my favorite Pixar film".

    Args:
        mentions: All names of the text.
        film: One of them.

    Example:
        >>> film, studio = Famous("Up", "a film", "film"), Famous("Pixar", "a studio", "business", role="studio")
        >>> names = [FamousMention(0, 2, film), FamousMention(12, 17, studio)]
        >>> is_of_studio("Up is a fine Pixar film.", names, names[0])
        True
    """
    studios = (one for one in mentions if one.entry.role == "studio")
    return any(not re.search(r"[.!?]", text[min(one.end, film.end) : max(one.start, film.start)]) for one in studios)


def is_tied(entry: Famous, words: Collection[str]) -> bool:
    """Whether a text also names a part or a sight that another thing does not have, as fountains with the Bellagio.

    Args:
        words: All words of the text, in lower case.

    Example:
        >>> is_tied(Famous("Luxor", "a hotel", "place"), {"the", "luxor", "is", "a", "pyramid"})
        True
    """
    return not set(_TIES.get(entry.name.lower(), "").split()).isdisjoint(words)


_EXAMPLES = re.compile(r"\b(?:e\.?\s?g\b\.?|such as|for example|for instance)[^.!?;]*\Z", re.IGNORECASE)
_AND_OTHERS = re.compile(
    r"[\w\s,']{0,40}\b(?:and|or) (?:(?:any of )?(?:the )?other|who|what|how)(?:ever)?\b", re.IGNORECASE
)
_SAYINGS = re.compile(r"\b(?:saying|motto|slogan|proverb|what(?:ever)? happens|stays in)\b", re.IGNORECASE)
_FIRST_TIMES = re.compile(r"\b(?:introduc\w+|debut\w*|discovered|newcomer)\b[^.!?;]*\Z", re.IGNORECASE)
# what a text says of a film that another one is not, and whose way it shares
_TOLD_OF_FILM = re.compile(
    r"[\"'”’)\]]*\s*,?\s*\(?(?:(?-i:with [A-Z])|(?:starring|featuring|which|where|about|based|won)\b|"
    r"an? (?:film|movie|story|tale)\b)",
    re.IGNORECASE,
)
_IN_ITS_WAY = re.compile(r"\b(?:spirit|style|vein|tradition|mold) of (?:the )?[\"'“‘]*\Z", re.IGNORECASE)
_CALLED = re.compile(r"\bcall(?:s|ed|ing)?\s+(?:\w+\s){0,3}\Z", re.IGNORECASE)
_BEFORE_SHOPS = frozenset({"at", "from", "near", "behind"})
_COMPOUND = re.compile(r"\s?-\s?(?:[a-z]{1,2}|style|like|based|inspired|flavored)\b|-\w", re.IGNORECASE)
# what a thing looks like, or whose part an actor has
_LIKE_OR_AS = re.compile(r"\b(?:like|as|role of|play(?:s|ed|ing)?|portray\w*)\s+(?:\w+\s){0,2}\Z", re.IGNORECASE)
NAMED_WORKS = frozenset("album book game novel play series show song".split())
"""Nouns before a title; also before a person's name: "the album Anna"."""
_OTHER_WORKS = NAMED_WORKS | frozenset("games books novels songs musical".split())
_USUAL = frozenset("regular usual typical normal standard ordinary".split())  # before one shop of several of a chain
# what few people of a profession, or few countries, are known for
_SKILLS = frozenset("martial kung karate samurai wrestler wrestling rapper rap ventriloquist bodybuilder".split())
# landscapes and trains that not every place has
_LANDSCAPE = re.compile(
    r"\b(?:the|this|its) (?:sea|ocean|beach|beaches|harbou?r|gulf|desert|river|canals?|mountains|islands?|volcano"
    r"|jungle|subway|tube)\b",
    re.IGNORECASE,
)
# languages and rulers that not every country has
_OF_COUNTRIES = frozenset(
    "accent accents dialect dubbed language subtitled subtitles speak speaks spoken apartheid communist communists "
    "czar emperor empire kaiser king mafia monarchy nazi nazis queen samurai shah soviet soviets sultan tsar".split()
)
_RELEASED = re.compile(r"\b(?:titles?|aka|a\.k\.a\.|released?)[^.!?;]{0,30}\(\Z", re.IGNORECASE)
_EPITHET = re.compile(
    r"\b(?:Man|Men|Lord|King|Queen|Prince|Princess|Count|Knight|Master|Lady|God|Son|Daughter|Girl|Boy) of "
    r"(?:the )?[A-Z]|\b(?:Caped|Dark|Masked|Amazing) [A-Z]"
)
_IN_TITLE = re.compile(
    r"\s(?:and|vs\.?|versus|meets|against|in|on|of) (?:(?:The|the|an?|A)\s)?[A-Z]|\s(?:Returns|Begins|Forever)"
)
_OF_NATION = re.compile(r"\s(?:of|from) (?:the )?[A-Z]")  # "Ken Loach of the UK"
_WIDE_PEOPLES = frozenset({"african", "asian"})
_WROTE = re.compile(r"\s(?:once |famously )?(?:wrote|said|says|put it|quipped|remarked)\b")


def fits_only(text: str, mention: FamousMention, words: Collection[str]) -> bool:
    """Whether what stands around a name is true or usual only of the thing that has it.

    That holds of people and works that are examples of what a text just named, of a saying about a place, of a shop
    that is compared with others of its chain, of a person who is quoted, introduced or known for a rare skill, of a
    country whose people the text names, of a film beside which it names a people, of a place whose sea, language or
    ruler it names, of a country in which a film has another title, of a figure with an epithet or in the title of a
    film, and of a part of a compound.

    Args:
        text: The text.
        mention: The name in it.
        words: All words of the text, in lower case.

    Example:
        >>> place = Famous("Vegas", "a city", "place")
        >>> fits_only("What happens in Vegas stays there.", FamousMention(16, 21, place), ())
        True
    """
    start, stop, entry = mention
    before = text[max(0, start - _SENTENCE) : start]
    if _COMPOUND.match(text, stop):
        return True
    listed = _AND_OTHERS.match(text, stop) or _EXAMPLES.search(before)
    if listed and entry.kind in ("person", "character", "film"):
        return True
    if entry.kind in ("dish", "character") and _LIKE_OR_AS.search(before):
        return True
    if entry.kind == "film":
        told = _TOLD_OF_FILM.match(text, stop) or _IN_ITS_WAY.search(before)
        around = re.findall(r"\w+", text[max(0, start - _SENTENCE) : stop + _SENTENCE])
        lands = _WIDE_PEOPLES | peoples().keys() | all_nations().keys()
        peopled = any(word[:1].isupper() and word.lower() in lands for word in around)
        return peopled or _word_before(text, start) in _OTHER_WORKS or told is not None
    if entry.kind == "dish":
        return _word_before(text, start) in _BEFORE_SHOPS  # "across from Duck and Decanter"
    if entry.kind == "place":
        said = _SAYINGS.search(text[max(0, start - _FAR) : stop + _FAR]) is not None
        released = _RELEASED.search(before) is not None and text[start - 1] == "("
        tied = not _SKILLS.isdisjoint(words) or _LANDSCAPE.search(text) is not None
        if not _FILM_WORDS.isdisjoint(words) and not _is_only_place(text, start, stop):
            tied = True  # the film "Brazil"
        if entry.name.lower() in all_nations() and not _OF_COUNTRIES.isdisjoint(words):
            tied = True
        return said or released or tied or _has_its_people(entry, words)
    if entry.kind == "character":
        return _EPITHET.search(text) is not None or _IN_TITLE.match(text, stop) is not None
    if entry.kind == "business":
        return _word_before(text, start) in _USUAL or _CALLED.search(before) is not None
    if entry.kind == "person" and (_WROTE.match(text, stop) or _OF_NATION.match(text, stop)):
        return True
    return entry.kind == "person" and (_FIRST_TIMES.search(before) is not None or not _SKILLS.isdisjoint(words))


def _has_its_people(entry: Famous, words: Collection[str]) -> bool:
    """Whether a text also names the people, the adjective or a city of a country, or of the country of a city."""
    nation = all_nations().get(entry.name.lower())
    if nation is None:
        return any(
            entry.name in one.cities and not {one.name.lower(), one.adjective.lower()}.isdisjoint(words)
            for one in all_nations().values()
            if entry.role not in ("us city", "us town")
        )
    return not {name.lower() for name in (nation.adjective, nation.people, *nation.cities)}.isdisjoint(words)


def is_written_otherwise(entry: Famous, words: Collection[str]) -> bool:
    """Whether a text has the initials of a name, or a word that is almost a part of it and no English word.

    Args:
        words: All words of the text, in lower case.

    Example:
        >>> is_written_otherwise(Famous("Costco", "a store", "business"), {"great", "costo"})
        True
    """
    parts = [part.lower() for part in entry.name.split() if len(part) >= _LONG]
    known = lexicon("english_words")
    initials = "".join(part[0] for part in entry.name.lower().split())
    if len(initials) > 1 and initials in words and initials not in lexicon("stop_words"):
        return True
    return any(
        word != part and word.rstrip("s") != part.rstrip("s") and _is_one_letter_off(word, part) and word not in known
        for part in parts
        for word in words
    )


def _is_one_letter_off(word: str, part: str) -> bool:
    """Whether one letter was left out, added or written for another one, behind the first letter."""
    if word[:1] != part[:1] or abs(len(word) - len(part)) > 1:
        return False
    same = next((n for n, pair in enumerate(zip(word, part, strict=False)) if pair[0] != pair[1]), -1)
    if same < 0:
        return True
    return word[same + 1 :] == part[same + 1 :] or word[same:] == part[same + 1 :] or word[same + 1 :] == part[same:]


def is_same(entry: Famous, other: Famous) -> bool:
    """Whether two entries are a place and a short form of its name: "Las Vegas" and "Vegas".

    Example:
        >>> is_same(Famous("Las Vegas", "a city", "place"), Famous("Vegas", "a city", "place"))
        True
    """
    parts, others = set(entry.name.split()), set(other.name.split())
    alike = entry.kind == "place" and entry._replace(name=other.name) == other
    return alike and (parts <= others or others <= parts)


def _is_part(parts: Collection[str], entry: Famous, other: Famous) -> bool:
    """Whether one of two names of a kind has all words of the other one."""
    if other == entry or other.kind != entry.kind or entry.kind == "person":
        return False
    others = {part.lower() for part in other.name.split()}
    return set(parts) < others or others < set(parts)
