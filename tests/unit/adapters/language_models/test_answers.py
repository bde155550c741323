"""Answers of language models as predictions, or as a status that says why they are none."""

import json
import time

import pytest
from chat_answers import ANSWERS as CHAT_ANSWERS

import hf_robust as hr
from hf_robust.adapters.base import STATUSES
from hf_robust.adapters.language_models.answer_formats import answer_format, answer_names, has_answer_format
from hf_robust.adapters.language_models.answer_text import without_thinking
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks import TASKS

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
STARS = hr.task("text-classification", label_names=["1", "2", "3", "4", "5"])
TOPICS = hr.task("text-classification", label_names=["World", "Sports", "Business", "Sci/Tech"])
CODE = hr.task("text-classification", label_names=["C", "C++", "C#"])
SIGNS = hr.task("text-classification", label_names=["-1", "0", "1"])
TOXIC = hr.task("text-classification", label_names=["toxic", "non_toxic"])
NLI = hr.task("nli", label_names=["entailment", "neutral", "contradiction"])
TWO_NLI = hr.task("nli", label_names=["entailment", "not_entailment"])
PAIRS = hr.task("similarity", label_names=["not_duplicate", "duplicate"])
CHINESE = hr.task("sentiment-classification", label_names=["消极", "积极"], language="zh")
CHINESE_NLI = hr.task("nli", label_names=["蕴含", "不蕴含"], language="zh")
RELATION = hr.task("relation-extraction", label_names=["no_relation", "per:title", "org:founded_by"])
ASPECTS = hr.task("absa")
ENTITIES = hr.task("ner", label_names=["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG"])
QA = hr.task("extractive-qa")
TRANSLATION = hr.task("translation")
SUMMARY = hr.task("summarization")
PROMPTED = hr.task("text-generation")

NEW_YORK = {"tokens": ["Anna", "Li", "left", "York", "for", "New", "York", ",", "not", "Yorkshire", "."]}
BEIJING = {"tokens": ["王", "芳", "在", "北", "京"]}
ASKED = {"context": "The tower was built in 1889 by Gustave Eiffel. It is in Paris.", "question": "Who built it?"}
DINNER = {"text": "Nice food, slow service.", "aspects": [{"term": "food"}, {"term": "service"}]}
FOOD = {"text": "Nice food.", "aspects": [{"term": "food"}]}
SORRY = {"source": "I'm sorry, but I can't help you."}

# task, row, text, finish reason; status and value
TABLE = [
    # a label word alone
    (SENTIMENT, {}, "positive", "stop", "ok", "positive"),
    (SENTIMENT, {}, "  Positive.\n", "stop", "ok", "positive"),
    (SENTIMENT, {}, "**POSITIVE**", "stop", "ok", "positive"),
    (SENTIMENT, {}, '"negative"', "stop", "ok", "negative"),
    (SENTIMENT, {}, "Ｐｏｓｉｔｉｖｅ！", "stop", "ok", "positive"),
    (SENTIMENT, {}, "pos", "stop", "ok", "positive"),
    (SENTIMENT, {}, "正面", "stop", "ok", "positive"),
    (SENTIMENT, {}, "positive", "length", "ok", "positive"),
    (SENTIMENT, {}, "positive<|im_end|>", None, "ok", "positive"),
    (STARS, {}, "4 stars", "stop", "ok", "4"),
    (STARS, {}, "I would give it 14 points", "stop", "unparsable", None),
    (TOPICS, {}, "Sci / Tech", "stop", "ok", "Sci/Tech"),
    (CODE, {}, "C++", "stop", "ok", "C++"),
    (SIGNS, {}, '"-1"', "stop", "ok", "-1"),
    (TOXIC, {}, "Non-toxic", "stop", "ok", "non_toxic"),
    (TWO_NLI, {}, "Not Entailment.", "stop", "ok", "not_entailment"),
    # reasoning blocks
    (SENTIMENT, {}, "<think>Maybe negative?</think>\n\nPositive", "stop", "ok", "positive"),
    (SENTIMENT, {}, "It is negative, no, wait.</think>positive", "stop", "ok", "positive"),
    (SENTIMENT, {}, "<think>It says positive things", "length", "truncated", None),
    # fields and JSON
    (SENTIMENT, {}, "Label: positive", "stop", "ok", "positive"),
    (SENTIMENT, {}, "Final answer:\n**negative**", "stop", "ok", "negative"),
    (NLI, {}, "The relationship is contradiction, or neutral. Answer: contradiction", "stop", "ok",
     "contradiction"),
    (SENTIMENT, {}, '```json\n{"sentiment": "Negative", "score": 0.9}\n```', "stop", "ok", "negative"),
    (SENTIMENT, {}, '{"label": "positive", "reason": "not negative at all"}', "stop", "ok", "positive"),
    (SENTIMENT, {}, '["positive"]', "stop", "ok", "positive"),
    (CHINESE, {}, "情感：积极", "stop", "ok", "积极"),
    (CHINESE, {}, "这条评论的情感是消极。", "stop", "ok", "消极"),
    (RELATION, {}, "Relation: org:founded_by", "stop", "ok", "org:founded_by"),
    # the first or the last line, or the only label of a text
    (SENTIMENT, {}, "Positive\n\nThe review praises the film and is in no way negative.", "stop", "ok", "positive"),
    (SENTIMENT, {}, "The reviewer clearly had a positive experience.", "stop", "ok", "positive"),
    (CHINESE, {}, "我认为这条评论很积极", "stop", "ok", "积极"),
    (CHINESE, {}, "特别积极的一条评论", "stop", "ok", "积极"),
    (CHINESE_NLI, {}, "前提不蕴含假设", "stop", "ok", "不蕴含"),
    (PAIRS, {}, "The two questions are not duplicate.", "stop", "ok", "not_duplicate"),
    # nothing that can be read
    (SENTIMENT, {}, "positive or negative", "stop", "unparsable", None),
    (SENTIMENT, {}, "It is not positive.", "stop", "unparsable", None),
    (CHINESE, {}, "这条评论不积极", "stop", "unparsable", None),
    (SENTIMENT, {}, "mixed", "stop", "unparsable", None),
    (SENTIMENT, {}, "positively", "stop", "unparsable", None),
    (SENTIMENT, {}, "", "stop", "unparsable", None),
    (SENTIMENT, {}, None, "content_filter", "filtered", None),
    (SENTIMENT, {}, "Let us look at the review. It", "length", "truncated", None),
    (SENTIMENT, {}, "I'm sorry, but I can't assist with that request.", "stop", "refused", None),
    (SENTIMENT, {}, "As an AI language model, I do not have opinions.", "stop", "refused", None),
    (CHINESE, {}, "很抱歉，我无法对这条评论作出判断。", "stop", "refused", None),
    (CHINESE, {}, "作为一个人工智能助手，我没有观点。", "stop", "refused", None),
    (SENTIMENT, {}, "I cannot classify hateful text, but it reads as negative.", "stop", "ok", "negative"),
    # entities
    (ENTITIES, NEW_YORK, '[{"text": "Anna Li", "type": "PER"}, {"text": "New York", "type": "location"}]', "stop", "ok",
     ["B-PER", "I-PER", "O", "O", "O", "B-LOC", "I-LOC", "O", "O", "O", "O"]),
    (ENTITIES, NEW_YORK, '```json\n{"entities": [{"text": "anna li", "type": "person"}]}\n```', "stop", "ok",
     ["B-PER", "I-PER", *["O"] * 9]),
    (ENTITIES, NEW_YORK, "[]", "stop", "ok", ["O"] * 11),
    (ENTITIES, NEW_YORK, '[{"text": "Anna Li", "type": "PER"}, {"text": "New Yo', "length", "truncated", None),
    (ENTITIES, NEW_YORK, "There is a person named Anna.", "stop", "unparsable", None),
    (ENTITIES, BEIJING, '[{"text": "王芳", "type": "人名"}, {"text": "北京", "type": "地名"}]', "stop", "ok",
     ["B-PER", "I-PER", "O", "B-LOC", "I-LOC"]),
    # questions and free text
    (QA, ASKED, "Gustave Eiffel", "stop", "ok", "Gustave Eiffel"),
    (QA, ASKED, 'The answer is "Gustave Eiffel".', "stop", "ok", "Gustave Eiffel"),
    (QA, ASKED, '{"answer": "Gustave Eiffel"}', "stop", "ok", "Gustave Eiffel"),
    (QA, ASKED, "Unanswerable", "stop", "ok", ""),
    (QA, ASKED, "I'm sorry, I cannot answer that.", "stop", "refused", None),
    (QA, ASKED, "Answer: Gustave Eiffel\nThe context names him.", "stop", "ok", "Gustave Eiffel"),
    (QA, ASKED, "The context does not mention the builder.", "stop", "ok", ""),
    (QA, ASKED, "上下文没有提到建造者。", "stop", "ok", ""),
    (QA, ASKED, "An engineer", "length", "ok", "An engineer"),
    (TRANSLATION, {"source": "A film."}, "Ein Film.", "stop", "ok", "Ein Film."),
    (TRANSLATION, {"source": "A film."}, "I'm sorry, but I can't translate this.", "stop", "refused", None),
    (TRANSLATION, SORRY, "对不起，我不能帮你。", "stop", "ok", "对不起，我不能帮你。"),
    # summaries and answers to prompts: the text, whole or cut off
    (SUMMARY, {"text": "Rain fell. We left."}, "It rained.", "length", "ok", "It rained."),
    (SUMMARY, {"text": "Rain fell. We left."}, "抱歉，我无法总结这段文本。", "stop", "refused", None),
    (PROMPTED, {"text": "Name a color."}, "<think>Blue?</think>\n\nRed.", "stop", "ok", "Red."),
    (PROMPTED, {"text": "Name a color."}, "I cannot help with that request.", "stop", "refused", None),
    (PROMPTED, {"text": "Name a color."}, "", "stop", "unparsable", None),
    # aspects
    (ASPECTS, DINNER, '["positive", "negative"]', "stop", "ok", ["positive", "negative"]),
    (ASPECTS, DINNER, '{"service": "negative", "food": "positive"}', "stop", "ok", ["positive", "negative"]),
    (ASPECTS, DINNER, "- food: Positive\n- service: Negative", "stop", "ok", ["positive", "negative"]),
    (ASPECTS, FOOD, "The reviewer is positive about the food.", "stop", "ok", ["positive"]),
    (ASPECTS, DINNER, '["positive"]', "stop", "unparsable", None),
]  # fmt: skip


def read(task, text, row=None, finish_reason="stop"):
    return read_answer(text, answer_format(task), row, finish_reason)


@pytest.mark.parametrize(("task", "row", "text", "reason", "status", "value"), TABLE)
def test_each_answer_has_its_status_and_value(task, row, text, reason, status, value):
    answer = read(task, text, row, reason)
    assert (answer.status, answer.value) == (status, value)
    assert (answer.text, answer.finish_reason) == (text or "", reason)


def test_the_table_covers_every_status_and_kind():
    assert len(TABLE) >= 60
    assert {row[4] for row in TABLE} | {Answer.failed("time-out").status} == set(STATUSES)
    assert {type(row[0].kind) for row in TABLE} == {
        type(kind) for kind in map(TASKS.get, TASKS) if has_answer_format(kind)
    }


@pytest.mark.parametrize(
    ("listed", "tags", "unaligned"),
    [
        # a part of a token, a text that is not there, an unknown type, an empty text, an item without a type
        ([{"text": "Yorks", "type": "LOC"}], {}, 1),
        ([{"text": "Berlin", "type": "LOC"}], {}, 1),
        ([{"text": "Anna", "type": "DISH"}], {}, 1),
        ([{"text": "", "type": "PER"}], {}, 1),
        ([{"text": "Anna", "type": "PER"}, "Li", {"text": "Li"}], {0: "B-PER"}, 2),
        # from left to right: the second York is the last free one, a third is in excess
        (
            [{"text": "York", "type": "LOC"}, {"text": "New York", "type": "LOC"}],
            {3: "B-LOC", 5: "B-LOC", 6: "I-LOC"},
            0,
        ),
        ([{"text": "York", "type": "LOC"}] * 3, {3: "B-LOC", 6: "B-LOC"}, 1),
        (
            [{"text": "New York", "type": "LOC"}, {"text": "Anna", "type": "PER"}],
            {0: "B-PER", 5: "B-LOC", 6: "I-LOC"},
            0,
        ),
        # entities may not overlap
        ([{"text": "New York", "type": "LOC"}, {"text": "York ,", "type": "ORG"}], {5: "B-LOC", 6: "I-LOC"}, 1),
    ],
)
def test_entities_are_aligned_with_whole_tokens(listed, tags, unaligned):
    answer = read(ENTITIES, json.dumps(listed), NEW_YORK)
    expected = [tags.get(place, "O") for place in range(len(NEW_YORK["tokens"]))]
    assert (answer.status, answer.value, answer.unaligned) == ("ok", expected, unaligned)


def test_entities_by_type_and_pairs_are_read_too():
    tags = ["B-PER", "O", "O", "B-LOC", *["O"] * 7]
    assert read(ENTITIES, '{"PER": ["Anna"], "LOC": ["York"]}', NEW_YORK).value == tags
    assert read(ENTITIES, '[["Anna", "PER"], ["York", "LOC"]]', NEW_YORK).value == tags


def test_case_is_ignored_only_where_nothing_has_the_same_case():
    row = {"tokens": ["apple", "of", "Apple", "STRASSE", "Straße"]}
    apple = [{"text": "Apple", "type": "ORG"}, {"text": "strasse", "type": "LOC"}]
    assert read(ENTITIES, json.dumps(apple), row).value == ["O", "O", "B-ORG", "B-LOC", "O"]


@pytest.mark.parametrize(
    ("task", "gold", "row"),
    [
        (SENTIMENT, "positive", {}),
        (TWO_NLI, "not_entailment", {}),
        (RELATION, "no_relation", {}),
        (ENTITIES, ["B-PER", "I-PER", "O", "B-LOC", "O", "B-LOC", "I-LOC", "O", "O", "O", "O"], NEW_YORK),
        (ENTITIES, ["O"] * 11, NEW_YORK),
        (ASPECTS, ["positive", "negative"], DINNER),
        (TRANSLATION, "Ein Film.", {}),
        (SUMMARY, "It rained.", {}),
    ],
)
def test_what_is_written_is_read_back(task, gold, row):
    form = answer_format(task)
    assert read_answer(form.write(gold, row), form, row).value == gold


@pytest.mark.parametrize(("gold", "value"), [(["Paris", "in Paris"], "Paris"), ([], "")])
def test_answers_to_questions_are_read_back(gold, value):
    form = answer_format(QA)
    assert read_answer(form.write({"text": gold, "answer_start": [0] * len(gold)}, ASKED), form, ASKED).value == value


def test_words_of_a_prompt_come_before_the_names():
    swapped = answer_format(SENTIMENT, {"positive": "negative", "negative": "positive"})
    assert read_answer("negative", swapped).value == "positive"
    letters = answer_format(SENTIMENT, {"positive": "A", "negative": "B"})
    texts = {
        "A": "positive",
        "(B)": "negative",
        "The answer is B.": "negative",
        "**A**": "positive",
        "Negative": "negative",
    }
    assert {text: read_answer(text, letters).value for text in texts} == texts
    assert read_answer("This is a film that I like", letters).status == "unparsable"


# sentiment answers: text and label, None where the text states no label
STATED = [
    # the next example of a prompt is no answer
    ("negative\nText: I love it.\nLabel: positive", "negative"),
    ("Answer: negative\n\nText: Great phone\nLabel: positive", "negative"),
    ("positive\nInput: meh\nOutput: negative\nInput: great\nOutput: positive", "positive"),
    ("**negative**\n\nReview: fine\nLabel: positive", "negative"),
    ("消极\n评论：很好\n标签：积极", "negative"),
    ("Review: It works.\nLabel: positive", "positive"),
    # a label that is denied, doubted, asked for, compared or hoped for
    *[
        (text, None)
        for text in (
            "far from positive",
            "hard to say it's positive",
            "Anything but positive",
            "The opposite of positive",
            "I doubt that it is positive",
            "It would be wrong to label this positive",
            "lacks anything positive",
            "less than positive",
            "isn't exactly what I would call positive",
            "un-positive",
            "Rather than positive, it is the other one",
            "expected a positive experience but was disappointed",
            "Is it positive?",
            "Please provide the text so that I can say whether it is positive.",
            "false positive",
            "I cannot say it is negative",
            "Nobody would say this is positive.",
            "I don't think the sentiment is positive.",
            "If the user liked it, the label would be positive.",
            "It could be positive, but I am not sure.",
            "It is more neutral than positive.",
            "The review can hardly be described as positive.",
            "Everything except positive.",
            "Positive is wrong.",
            "To classify it as positive would be a mistake.",
            "Not sure, maybe positive",
            '{"positive": false}',
            '{"positive": 0.5, "negative": 0.5}',
        )
    ],
    # a stated label wins over a mentioned one
    ("Answer: positive. Unlike negative reviews, this one praises the product.", "positive"),
    ("Sentiment: Positive (not negative)", "positive"),
    ("The sentiment is negative, not positive.", "negative"),
    ("NEGATIVE (confidence: high; positive: 3%)", "negative"),
    ("This is not a negative review; it is positive.", "positive"),
    ("Negative? No, positive.", "positive"),
    ("It isn't positive at all, so negative.", "negative"),
    ("Not positive, but negative.", "negative"),
    ("There is no doubt that this is positive.", "positive"),
    ("I would classify this text as negative.", "negative"),
    ("The product does not work and is negative.", "negative"),
    ("positive - the reader cannot find anything negative", "positive"),
    ("More negative than positive.", "negative"),
    ("Despite some negative remarks, the review is positive.", "positive"),
    ("While it has a negative side, it is positive.", "positive"),
    ("The food was not bad, but the tone is negative.", "negative"),
    ("Positive. Actually, wait: negative.", None),
    ("Positive. Negative.", None),
    ("Label: positive, negative", None),
    ("negative\npositive\nnegative", None),
    # scores by label
    ('{"positive": 0.1, "negative": 0.9}', "negative"),
    ('{"positive": false, "negative": true}', "negative"),
    ('{"label": "positive", "negative": 0.9}', "positive"),
    # marks of reasoning
    ("◁think▷ positive? ◁/think▷ negative", "negative"),
    ("[THINK]perhaps negative[/THINK]positive", "positive"),
    ("<|channel|>analysis<|message|>maybe positive<|end|><|channel|>final<|message|>negative", "negative"),
    ("<|channel|>analysis<|message|>maybe positive", None),
]


@pytest.mark.parametrize(("text", "label"), STATED)
def test_a_label_is_read_where_the_text_states_it(text, label):
    assert read(SENTIMENT, text).value == label


@pytest.mark.parametrize(
    ("task", "text", "label"),
    [
        (NLI, "If the premise is true, the hypothesis must be true, so this is entailment.", "entailment"),
        (NLI, "The premise does not say whether he is old, so it is neutral.", "neutral"),
        (NLI, "They cannot both be true: contradiction", "contradiction"),
        (TOPICS, "It is not about Sports; it is about World.", "World"),
        (TOPICS, '{"World": 0.2, "Sports": 0.7, "Business": 0.1}', "Sports"),
        (STARS, "Rating: 4 (not 5)", "4"),
        (CHINESE, "不是积极，是消极", "消极"),
        (CHINESE, "这条评论积极吗？", None),
    ],
)
def test_stated_labels_of_other_tasks_are_read_too(task, text, label):
    assert read(task, text).value == label


# an example on the same line is no answer, and a label under a condition is not stated
CONTINUED = [
    ("negative. Review: good. Label: positive", "negative"),
    ("Negative. Text: I liked it. Label: positive. Text: meh. Label: negative", "negative"),
    ("positive Review: bad film Label: negative", "positive"),
    ("Label: negative. Review: It was lovely. Label: positive", "negative"),
    ("positive\tReview: bad\tSentiment: negative", "positive"),
    ("Sentiment: positive Text: dull. Sentiment: negative", "positive"),
    ("positive。评论：太慢了。标签：negative", "positive"),
    ("positive, Sentence: it stinks, Label: negative", "positive"),
    ("negative (Input: great!) Label: positive", "negative"),
    ("positive. Explanation: the review praises it.", "positive"),
    ("The review: it praises the film. Label: positive", "positive"),
    ("Review: good. Label: positive", "positive"),
    ("Text: I hated it. Sentiment: negative. Text: I loved it. Sentiment: positive", None),
    ("positive if you like slow films, otherwise negative", None),
    ("Positive, if you like slow films.", None),
    ("negative unless you are a fan", None),
    ("Label: positive if you like slow films", None),
    ("It is positive if you like slow films, negative otherwise.", None),
    ("positive when you are in the mood, else negative", None),
    ("positive provided that you like the genre", None),
    ("positive as long as you do not expect much", None),
    ("If you like slow films, positive; otherwise negative.", None),
    ("negative only if you hate jazz", None),
    ("positive - depending on your taste", None),
    ("It depends: positive for fans, negative for others.", None),
    ("positive for fans, negative for everyone else", None),
    ("positive, even if the ending is weak", "positive"),
    ("Positive. If you like slow films, you will love it.", "positive"),
    ("negative, because the plot falls apart if you think about it", "negative"),
    ("positive: the reviewer asks whether others saw it", "positive"),
    ("The sentiment is positive, although it would be better if it were shorter.", "positive"),
    ("I would say positive.", "positive"),
    ("I'd say positive if I had to choose.", "positive"),
    ("positive as the reviewer recommends it", "positive"),
    ("positive, otherwise they would not recommend it", "positive"),
    ("如果你喜欢慢节奏，就是positive", None),
    ("Assuming irony, negative; otherwise positive.", None),
    ("positive if anything", "positive"),
    ("Most likely positive", "positive"),
    ("positive or negative depending on the reader", None),
    ("negative when read literally, positive when read as irony", None),
    ("The answer is positive when read literally.", None),
]


@pytest.mark.parametrize(("text", "label"), CONTINUED)
def test_examples_on_the_same_line_and_conditions(text, label):
    assert read(SENTIMENT, text).value == label


@pytest.mark.parametrize(
    ("task", "text", "label"),
    [
        (CHINESE, "消极。评论：很好。标签：积极", "消极"),
        (CHINESE, "积极，如果你喜欢慢节奏的电影", None),
        (CHINESE, "如果你喜欢慢节奏的电影，就是积极，否则是消极", None),
        (CHINESE, "积极。如果你喜欢慢节奏的电影，你会喜欢它。", "积极"),
        (NLI, "entailment. Premise: A man runs. Hypothesis: He moves. Label: neutral", "entailment"),
        (NLI, "contradiction if both sentences are about the same man, otherwise neutral", None),
        (TOPICS, "Sports. Article: Shares fell. Topic: Business", "Sports"),
        (STARS, "4 Review: it broke. Rating: 1", "4"),
    ],
)
def test_examples_and_conditions_of_other_tasks(task, text, label):
    assert read(task, text).value == label


REFUSED = [
    "Es tut mir leid, aber ich kann dabei nicht helfen.",
    "Ich kann diese Frage leider nicht beantworten.",
    "Não posso ajudar com isso.",
    "Desculpe, mas não posso responder.",
    "Lo siento, pero no puedo hacer eso.",
    "Je suis désolé, mais je ne peux pas répondre.",
    "Mi dispiace, ma non posso rispondere.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_refusals_are_known_in_other_languages(text):
    assert read(SENTIMENT, text).status == "refused"
    assert read(PROMPTED, text, {"text": "Say it."}).status == "refused"


@pytest.mark.parametrize("text", ["Es tut mir leid.", "Mi dispiace.", "Lo siento mucho por tu pérdida.", "Désolé."])
def test_apologies_alone_are_no_refusals(text):
    assert read(PROMPTED, text, {"text": "Say it."}).status == "ok"


HOSTILE = [
    "{" * 30_000,
    "[" * 30_000,
    '[{"text": ' * 3_000,
    "<think>" * 4_500,
    "</think>" * 3_600,
    "positive " * 3_600 + "negative",
    " " * 30_000,
    "\n" * 30_000 + "x",
    "answer: " * 3_600,
    "not " * 7_500,
    "sorry " * 4_800,
    '"' * 30_000,
    "*" * 30_000,
    "I " * 15_000,
    "9" * 30_000,
    "<|end|>" * 4_200,
    "\ud800\x00\u202e",
    '{"label": "positive", "label": "negative"}',
    '{"label": null}',
    "[1e999, NaN, -Infinity]",
    '[{"text": null, "type": ["PER"]}]',
    "positive? " * 3_000,
    "positive, " * 3_000 + "negative",
    "x\nText: " * 3_000 + "positive or negative",
    "<html><body>502 Bad Gateway</body></html>",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_hostile_answers_have_a_status_in_linear_time(text):
    rows = {ENTITIES: NEW_YORK, QA: ASKED, ASPECTS: DINNER, TRANSLATION: SORRY}
    before = time.process_time()
    for task in (SENTIMENT, STARS, CHINESE, RELATION, ENTITIES, QA, ASPECTS, TRANSLATION):
        answer = read(task, text, rows.get(task))
        assert answer.status in STATUSES and (answer.value is None) == (answer.status != "ok")
        if task in (SENTIMENT, STARS, CHINESE, RELATION, ENTITIES, ASPECTS):
            assert answer.status != "ok"
    assert time.process_time() - before < 3  # CPU seconds for all; a quadratic step takes several times as many


def test_reasoning_blocks_are_left_out_wherever_they_stand():
    assert without_thinking("<THINK>a</THINK>b<think>c") == "b"
    assert without_thinking("b <thinking>c</thinking>") == "b"
    assert without_thinking("a</think>b</think> c </s>") == "c"


def test_labels_that_cannot_be_told_apart_are_refused():
    with pytest.raises(UsageError, match="'pos' and 'neg' have the same word 'x'"):
        LabelAnswers({"pos": ["x"], "neg": ["x"]})
    with pytest.raises(UsageError, match="at least one label"):
        LabelAnswers({})
    with pytest.raises(UsageError, match="a list of words for the label 'pos'"):
        LabelAnswers({"pos": "good"})
    with pytest.raises(LabelError, match="expected one of the labels pos, found 'neg'"):
        LabelAnswers({"pos": ["good"]}).write("neg", {})


def test_tasks_without_a_format_and_without_names_are_refused():
    with pytest.raises(UsageError, match=r"part-of-speech; expected one of: .*extractive-qa"):
        answer_format(hr.task("part-of-speech"))
    with pytest.raises(UsageError, match="needs the names of its labels"):
        answer_names(hr.task("sentiment-classification"))


def test_no_answer_of_a_chat_model_is_read_as_another_label_or_left_unread():
    wrong = []
    for words, text, expected in CHAT_ANSWERS:
        answer = read_answer(text, LabelAnswers(words))
        found = answer.value if answer.status == "ok" else answer.status
        if found != expected:
            wrong.append((text, expected, found))
    assert len(CHAT_ANSWERS) > 250 and not wrong


def test_words_of_other_languages_leave_the_labels_of_the_data_alone():
    languages = LabelAnswers({"da": ["da"], "de": ["de"], "no": ["no"], "yes": ["yes"]})
    assert [languages.label(text) for text in ("da", "no", "Da.", "ja")] == ["da", "no", "da", "yes"]
    plurals = LabelAnswers({"sport": ["sport"], "sports": ["sports"]})
    assert plurals.label("Sport") == "sport" and plurals.label("Sports") == "sports"
