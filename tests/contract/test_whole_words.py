"""Words with signs in them are whole for every transformation of words: each stays, is replaced as a whole, or goes."""

import chinese_rows
import pytest
from contract_helpers import ALL_NAMES, ungated
from datasets import Dataset
from row_samples import ROW_NAMES

import hf_robust as hr
from hf_robust.core.errors import MissingResource
from hf_robust.core.word_bounds import find_words
from hf_robust.tasks import NLI, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.transformation_registry import transformations

WORDS = (
    *("U.S.", "U.K.", "C++", "C#", "3.5", "R&D", "e.g.", "i.e.", "Python3.11", "AT&T", "don't", "state-of-the-art"),
    *(".NET", "F-16", "$5.00", "10%", "Ph.D.", "a.m.", "Dr.", "Node.js", "9:30", "1,000", "24/7", "Q&A", "v2.0.1"),
    *("COVID-19", "£3.50", "J.R.R.", "US$40", "mother-in-law", "O'Brien", "H&M", "A+"),
)
TEXTS = [
    "In the U.S. they don't like C++, but people in the U.K. think that C# is a good language.",
    "We paid $5.00 more, which is 10% of what R&D had, and we got 3.5 of them at 9:30 a.m. on the F-16 show.",
    "She has a Ph.D. and works at AT&T with Python3.11, Node.js and .NET, e.g. for a state-of-the-art film.",
    "Dr. O'Brien saw 1,000 people with COVID-19; his mother-in-law was one of them, i.e. she was open 24/7.",
    "The old books of J.R.R. Tolkien cost £3.50 at H&M, US$40 elsewhere, and version v2.0.1 of the Q&A got an A+.",
]
CHINESE = ["他在U.S.学了C++和Python3.11，花了$5.00，很好。", "AT&T的R&D说涨了10%，我们9:30看F-16，觉得3.5分很高。"]
TASKS = (SENTIMENT, TEXT_CLASSIFICATION, NLI, SIMILARITY)


def names(language):
    found = ALL_NAMES if language == "en" else chinese_rows.NAMES
    for name in found:
        cls = transformations.get(name, language)
        if name not in ROW_NAMES and cls.level != "character" and set(TASKS) & set(cls.effects):
            yield name


def test_each_is_one_word():
    for text in TEXTS:
        found = {text[start:end] for start, end in find_words(text)}
        assert {word for word in WORDS if f" {word}" in text} <= found | {"R&D"}, found
    assert {word for text in TEXTS for word in WORDS if word in text} == set(WORDS)


def perturbed(name, language, texts, seed, **params):
    cls = transformations.get(name, language)
    task = next(one for one in TASKS if one in cls.effects)
    task = hr.task(SENTIMENT if task not in (NLI, SIMILARITY) and SENTIMENT in cls.effects else task, language=language)
    roles = task.text_roles
    data = Dataset.from_dict({**dict.fromkeys(roles, texts), "label": [0] * len(texts)})
    try:
        perturb = hr.Perturb(name, task, keep="all", seed=seed, **params)
        return task, data, (hr.annotate(data, task, cls.needs) if cls.needs else data).map(perturb, batched=True)
    except (MissingResource, LookupError) as error:
        pytest.skip(str(error))


def assert_whole(task, data, found):
    for before, row in zip(data, found):
        for edit in row["robust"]["edits"]:
            text = before[edit["field"]]
            for start, end in find_words(text):
                word = text[start:end]
                if word not in WORDS or not (edit["start"] < end and start < edit["end"]):
                    inside = start < edit["start"] == edit["end"] < end
                    assert not inside or word not in WORDS, (word, edit)
                    continue
                hour = word == "9:30" and (edit["start"], edit["end"]) == (start, start + 1)  # a number of its own
                sign = 1 + max(word.find("$"), word.find("£"))  # it stays: "$3.50", "US$40"
                money = sign and (edit["start"], edit["end"]) == (start + sign, end)
                share = word.endswith("%") and (edit["start"], edit["end"]) == (start, end - 1)
                covered = hour or money or share or (edit["start"] <= start and end <= edit["end"])
                assert covered, (word, edit, text)


@pytest.mark.parametrize("name", list(names("en")))
def test_no_word_is_cut(name):
    cls = transformations.get(name)
    params = ungated(name)
    if issubclass(cls, WordTransformation):
        params["rate"] = 1.0
    for seed in range(3):
        assert_whole(*perturbed(name, "en", TEXTS, seed, **params))


@pytest.mark.parametrize("name", list(names("zh")))
def test_no_word_of_a_chinese_text_is_cut(name):
    chinese_rows.available(name)
    for seed in range(2):
        assert_whole(*perturbed(name, "zh", CHINESE, seed))
