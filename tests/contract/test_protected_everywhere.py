"""Protected text survives byte for byte in what every registered transformation makes, row by row and as columns."""

import re

import chinese_rows
import pytest
from contract_helpers import ALL_NAMES, ungated
from datasets import Dataset
from row_samples import ROW_NAMES, ROW_PAIRS, data_of

import hf_robust as hr
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import MissingResource
from hf_robust.core.protection import protection
from hf_robust.tasks import NER, NLI, QA, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.transformation_registry import transformations

BY_DEFAULT = {
    "https://example.org/films/a_b?id=3&x=1": "The film at https://example.org/films/a_b?id=3&x=1 was good.",
    "www.good-films.net": "She said that www.good-films.net is good for old movies.",
    "jo.smith@mail.example.com": "Please write to jo.smith@mail.example.com when you saw the film.",
    "<b>|</b>|<br />": "It was <b>very</b> good.<br /><br />I would see the movie again.",
    "AT&amp;T|&amp;|&lt;": "The people of AT&amp;T think that good &lt; great, and I agree with them.",
    "[NAME]|[MASK]": "My friend [NAME] likes this movie because [MASK] is a great actor.",
    "{name}|{{ user.city }}": "Dear {name}, the show in {{ user.city }} was not as good as we had hoped.",
    "{date:%d %B}|%(name)-10s|{0!r:>10}": "On {date:%d %B} the film %(name)-10s was good, and {0!r:>10} was not.",
    "{% if good %}|{{ film.name | upper }}": "{% if good %} We liked {{ film.name | upper }} very much, as you know.",
    "{n, plural, one {# film} other {# films}}": "We saw {n, plural, one {# film} other {# films}} in two days here.",
    "<user>": "I told <user> that the food was bad and that we will not come again.",
    "%s|%(place)s": "We found %s good movies in %(place)s and they were all very long.",
    "$FILM_NAME|$PATH": "The story of $FILM_NAME is in $PATH and it does not make any sense.",
    "good_movie_list|is_good": "The value of good_movie_list is wrong when is_good is not set by hand.",
    "@john_doe|@Mary": "I think @john_doe and @Mary should see this great movie with us.",
    "#GoodMovie|#weekend": "What a great night #GoodMovie and we had so much fun #weekend",
    "`is not good`|[the site](http://a.example/x)": "Say `is not good` or see [the site](http://a.example/x) for more.",
}
ASKED = {
    "Great Northern Hotel": (
        ["great northern hotel"],
        "The Great Northern Hotel was a good place and we stayed for two nights.",
    ),
    "good": (["Good"], "It was a good film, and I think the good actors made it better."),
    "U.S.": (["U.S."], "People in the U.S. did not like this movie, and I do not like it."),
    "e.g.": (["e.g."], "Some of them, e.g. the main actor, were not good at all."),
    "C++": (["C++"], "He wrote it in C++ because he did not like the other languages."),
    "AB-1234|XY-99": (
        [re.compile("[A-Z]{2}-[0-9]+")],
        "The orders AB-1234 and XY-99 did not come, and we are very angry.",
    ),
    "ticket number": (["re:ticket +number"], "We lost the ticket number and they would not let us see the film."),
    "12|3.50|twenty": (["numbers"], "We paid 12 dollars and 3.50 more for twenty of them, which was too much."),
    '"not my problem"': (["quotes"], 'The waiter said "not my problem" and he did not come back to us.'),
}
CHINESE = {
    "https://t.cn/A6x_b": "这部电影很好看，大家可以看https://t.cn/A6x_b，我觉得不错。",
    "jo@mail.example.com": "有问题请写信给jo@mail.example.com，我们昨天在北京看了电影。",
    "<br/>|<b>|</b>": "他说这家<b>饭店</b>的菜很好吃。<br/>我们明天还要去。",
    "[姓名]|{name}": "我的朋友[姓名]很喜欢这部电影，{name}不喜欢。",
    "@小明|#周末#": "@小明 昨天去了上海，他很高兴 #周末#。",
    "{n, plural, other {#部}}|{{ 姓名 | upper }}": "我们看了{n, plural, other {#部}}电影，{{ 姓名 | upper }}很高兴。",
    "user_name|%s": "这个user_name不对，我们找不到%s，所以很不高兴。",
}
CHINESE_ASKED = {
    "北京大学": (["北京大学"], "他在北京大学学习，昨天买了三本书，觉得很好看。"),
    "AB-1234": (["re:[A-Z]{2}-[0-9]+"], "订单AB-1234还没有到，我们很不高兴。"),
    "三十二|5": (["numbers"], "我们买了三十二张票，还有5个人没有来，他们很不高兴。"),
}
TASKS = (SENTIMENT, TEXT_CLASSIFICATION, NLI, SIMILARITY, QA)
TEXT_NAMES = [
    name for name in ALL_NAMES if name not in ROW_NAMES and set(TASKS) & set(transformations.get(name).effects)
]


def rows(task, texts):
    """Rows of a task with one of these texts in each of its text columns."""
    size = len(texts)
    if task in (NLI, SIMILARITY):
        first, second = hr.task(task).text_roles
        return {first: texts, second: texts[1:] + texts[:1], "label": [0] * size}
    if task == QA:
        answers = [{"text": [text.split()[0]], "answer_start": [0]} for text in texts]
        return {"question": ["What do they say?"] * size, "context": texts, "answers": answers}
    return {"text": texts, "label": [0] * size}


def outputs(name, language, texts, **options):
    """What the columns and the rows give: the two must be equal."""
    cls = transformations.get(name, language)
    task = next(one for one in TASKS if one in cls.effects)
    names = ["entailment", "neutral"] if task == NLI else ["no", "yes"]
    columns = rows(task, texts)
    bound = hr.task(task, language=language, **({} if task == QA else {"label_names": names}))
    params = ungated(name) if language == "en" else {}
    try:
        perturb = hr.Perturb(name, bound, keep="all", seed=3, **params, **options)
        data = Dataset.from_dict(columns)
        annotated = hr.annotate(data, bound, cls.needs) if cls.needs else data
        found = annotated.map(perturb, batched=True)
    except (MissingResource, LookupError) as error:
        pytest.skip(str(error))
    by_row = perturb({column: annotated[column][:] for column in annotated.column_names})
    fields = [bound.column(role) for role in bound.fields]
    for field in fields:
        assert found[field][:] == by_row[field]
    return [(data[number], row) for number, row in enumerate(found)], fields


def assert_kept(pairs, fields, pieces):
    for before, row in pairs:
        for field in fields:
            for piece in pieces:
                lost = before[field].count(piece) - row[field].count(piece)
                assert lost <= 0, (piece, before[field], row[field])


def spell(kept):
    return [piece for key in kept for piece in key.split("|")]


@pytest.mark.parametrize("name", TEXT_NAMES)
def test_markup_addresses_and_placeholders_survive_by_default(name):
    pairs, fields = outputs(name, "en", list(BY_DEFAULT.values()))
    assert_kept(pairs, fields, spell(BY_DEFAULT))


@pytest.mark.parametrize("name", TEXT_NAMES)
def test_what_is_asked_for_survives(name):
    entries = [entry for given, _ in ASKED.values() for entry in given]
    pairs, fields = outputs(name, "en", [text for _, text in ASKED.values()], protect=entries)
    assert_kept(pairs, fields, spell(ASKED))


@pytest.mark.parametrize(
    "name", [name for name in chinese_rows.NAMES if set(TASKS) & set(transformations.get(name, "zh").effects)]
)
def test_chinese_texts(name):
    chinese_rows.available(name)
    if name in ROW_NAMES or transformations.get(name, "zh").__mro__[1].__name__.endswith("Rows"):
        pytest.skip("reads a row of its task")
    entries = [entry for given, _ in CHINESE_ASKED.values() for entry in given]
    texts = [*CHINESE.values(), *(text for _, text in CHINESE_ASKED.values())]
    pairs, fields = outputs(name, "zh", texts, protect=entries)
    assert_kept(pairs, fields, [*spell(CHINESE), *spell(CHINESE_ASKED)])


@pytest.mark.parametrize("name", [n for n in TEXT_NAMES if NER in transformations.get(n).effects])
def test_token_lists(name):
    tokens = [text.split() for text in [*BY_DEFAULT.values(), *(text for _, text in ASKED.values())]]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * len(one) for one in tokens]})
    entries = [entry for given, _ in ASKED.values() for entry in given]
    cls, task = transformations.get(name), hr.task(NER)
    try:
        perturb = hr.Perturb(name, task, keep="all", protect=entries, **ungated(name))
        annotated = hr.annotate(data, task, cls.needs) if cls.needs else data
        found = annotated.map(perturb, batched=True)
    except (MissingResource, LookupError) as error:
        pytest.skip(str(error))
    joined = [({"text": " ".join(old)}, {"text": " ".join(new)}) for old, new in zip(tokens, found["tokens"])]
    assert_kept(joined, ["text"], [*spell(BY_DEFAULT), *spell(ASKED)])
    by_row = perturb({column: annotated[column][:] for column in annotated.column_names})
    assert by_row["tokens"] == found["tokens"][:]


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_rows_keep_what_is_protected_in_them(name, task):
    """Some of the words of each row that the transformation would change, one after another."""
    data, task = data_of(name, task)
    try:
        plain = hr.Perturb(name, task, keep="all", protect_defaults=False)(data.to_dict())
    except (MissingResource, LookupError) as error:
        pytest.skip(str(error))
    before = " ".join(edit["before"] for record in plain["robust"] for edit in record["edits"])
    words = sorted({word.lower() for word in re.findall(r"[A-Za-z]{3,}", before)})
    for entry in [*words[:1], "numbers"]:
        after = hr.Perturb(name, task, keep="all", protect=[entry])(data.to_dict())
        for role in task.fields:
            column = task.column(role)
            for values in zip(data[column], after[column]):
                old, new = (plain_text(task.kind.read_text(role, value)) for value in values)
                for start, end in protection([entry], defaults=False).spans(old):
                    assert old[start:end] in new, (entry, old, new)
