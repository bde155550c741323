"""Word importance: rankings of models whose weights are known, the column, and what ``datasets`` needs of it."""

import math
import pickle

import numpy as np
import pytest
from datasets import Dataset, disable_progress_bars
from datasets.fingerprint import Hasher
from other_process import printed

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UnknownNameError, UsageError
from hf_robust.explain.importance import METHODS, WordImportance

disable_progress_bars()

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
WEIGHTS = {"awful": -3.0, "great": 2.0, "fine": 1.0, "dull": -0.6, "very": 0.3, "film": 0.1}
TEXT = "A very dull film, but great songs and a fine end; not awful."
ORDER = ["awful", "great", "fine", "dull", "very", "film"]


def logit(text: str) -> float:
    return sum(WEIGHTS.get(word.strip(".,;").lower(), 0.0) for word in text.split())


def bag(texts):
    """Probabilities of a linear model over words."""
    good = [1 / (1 + math.exp(-0.2 * logit(text))) for text in texts]
    return np.array([[1 - p, p] for p in good])


def words(text, found):
    return [text[start:end] for start, end in zip(found["start"], found["end"])]


def ranked(text, method="lime", model=bag, **options):
    return WordImportance(model, TASK, method, **options)({"text": [text]})["text__importance"][0]


class TestRankings:
    @pytest.mark.parametrize("method", ["lime", "leave-one-out"])
    def test_of_a_linear_model(self, method):
        found = ranked(TEXT, method)
        assert words(TEXT, found)[:6] == ORDER

    @pytest.mark.parametrize("method", ["lime", "leave-one-out"])
    def test_a_weight_speaks_for_the_predicted_class_or_against_it(self, method):
        found = ranked(TEXT, method)  # the logit is -0.2, so `neg` is predicted
        signs = {word: weight > 0 for word, weight in zip(words(TEXT, found), found["weight"])}
        assert signs["awful"] and signs["dull"] and not signs["great"] and not signs["fine"]

    @pytest.mark.parametrize("method", METHODS)
    def test_the_order_is_that_of_the_absolute_weights(self, method, bag_model):
        model, tokenizer = bag_model
        task = hr.task("sentiment-classification")
        rank = WordImportance(model, task, method, tokenizer=tokenizer)
        sizes = np.abs(rank({"text": [TEXT]})["text__importance"][0]["weight"])
        assert len(sizes) and (np.diff(sizes) <= 0).all()

    def test_leave_one_out_is_the_drop(self):
        found = ranked("great film", "leave-one-out")
        drop = bag(["great film"])[0, 1] - bag(["film"])[0, 1]
        assert words("great film", found) == ["great", "film"]
        assert found["weight"][0] == pytest.approx(drop)

    def test_lime_lists_as_many_distinct_words_as_asked(self):
        text = "great great awful fine fine fine film"
        found = ranked(text, num_features=2)
        assert words(text, found) == ["great", "great", "awful"] or words(text, found) == ["awful", "great", "great"]
        assert found["start"] in ([0, 6, 12], [12, 0, 6])
        each = ranked(text, num_features=2, bow=False)
        assert len(each["start"]) == 2

    def test_lime_tells_occurrences_apart_without_bow(self):
        def first_word(texts):
            return ["pos" if text.startswith("so") else "neg" for text in texts]

        text = "so it goes and so on"
        together, apart = ranked(text, model=first_word), ranked(text, model=first_word, bow=False)
        of_so = [w for w, word in zip(together["weight"], words(text, together)) if word == "so"]
        assert of_so[0] == of_so[1]
        assert apart["start"][0] == 0 and apart["weight"][0] > 4 * abs(apart["weight"][apart["start"].index(15)])

    def test_random_is_a_shuffle_of_all_words(self):
        texts = [f"one two three four five {n}" for n in range(300)]
        task = hr.task("named-entity-recognition")
        column = WordImportance(None, TASK, "random")({"text": texts})["text__importance"]
        assert all(sorted(words(t, f)) == sorted(t.split()) for t, f in zip(texts, column))
        first = [words(t, f)[0] for t, f in zip(texts, column)]
        assert 25 < sum(word == "one" for word in first) < 75
        again = WordImportance(None, TASK, "random", seed=1)({"text": texts})["text__importance"]
        assert again != column
        tokens = WordImportance(None, task, "random")({"tokens": [["Oslo", ",", "won"]]})["tokens__importance"][0]
        assert sorted(tokens["start"]) == [0, 7]

    def test_labels_alone_will_do(self):
        def only_labels(texts):
            return ["pos" if "great" in text else "neg" for text in texts]

        for method in ("lime", "leave-one-out"):
            found = ranked("a great little film", method, only_labels)
            assert words("a great little film", found)[0] == "great"

    def test_a_pair_is_ranked_field_by_field(self):
        def model(rows):
            return ["entailment" if "cat" in r["premise"] and "animal" in r["hypothesis"] else "neutral" for r in rows]

        task = hr.task("natural-language-inference", label_names=["entailment", "neutral"])
        batch = {"premise": ["the cat sat"], "hypothesis": ["an animal sat"]}
        for method in ("lime", "leave-one-out"):
            column = WordImportance(model, task, method)(batch)
            assert words("the cat sat", column["premise__importance"][0])[0] == "cat"
            assert words("an animal sat", column["hypothesis__importance"][0])[0] == "animal"
        assert list(WordImportance(model, task, field="hypothesis")(batch)) == ["hypothesis__importance"]

    def test_token_lists(self):
        found = WordImportance(bag, TASK, "leave-one-out")({"text": [["a", "great", ",", "dull", None, "film"]]})
        text = "a great , dull  film"
        assert words(text, found["text__importance"][0])[:2] == ["great", "dull"]


class TestColumn:
    def test_what_cannot_be_ranked_gets_empty_lists(self):
        texts = [None, "", "  \n", "...", "\ud800", "great"]
        for method in ("lime", "leave-one-out", "random"):
            column = WordImportance(bag, TASK, method)({"text": texts})["text__importance"]
            assert column[:5] == [{"start": [], "end": [], "weight": []}] * 5
            assert words("great", column[5]) == ["great"]

    @pytest.mark.parametrize("text", ["👍 great 👍👍", "e\u0301te\u0301 great", "שלום great עולם", "great \ud800 film"])
    def test_hostile_texts(self, text):
        for method in ("lime", "leave-one-out", "random"):
            assert "great" in words(text, ranked(text, method))

    def test_map(self):
        data = Dataset.from_dict({"text": [None, ""] * 3 + [TEXT, "a great film"], "label": [0] * 8})
        out = data.map(WordImportance(bag, TASK), batched=True, batch_size=2)
        assert out.column_names == ["text", "label", "text__importance"]
        feature = out.features["text__importance"]
        assert str(feature["start"].feature.dtype) == "int32" and str(feature["weight"].feature.dtype) == "float64"
        assert out[0]["text__importance"]["start"] == [] and words(TEXT, out[6]["text__importance"])[0] == "awful"
        again = out.map(WordImportance(bag, TASK, "random"), batched=True)
        assert again.column_names == out.column_names and again[6] != out[6]

    def test_a_stream_and_workers_and_any_order_give_the_same(self):
        texts = [f"{TEXT} {n % 7}" for n in range(12)]
        data = Dataset.from_dict({"text": texts, "label": [0] * 12})
        rank = WordImportance(bag, TASK, num_samples=100)
        plain = data.map(rank, batched=True)["text__importance"][:]
        assert data.map(rank, batched=True, batch_size=1)["text__importance"][:] == plain
        assert data.map(rank, batched=True, num_proc=2)["text__importance"][:] == plain
        assert data.select(range(11, -1, -1)).map(rank, batched=True)["text__importance"][:] == plain[::-1]
        assert [row["text__importance"] for row in data.to_iterable_dataset().map(rank, batched=True)] == plain
        assert plain[0] == plain[7] != plain[1]

    def test_equal_texts_are_asked_once(self):
        asked = []

        def model(texts):
            asked.extend(texts)
            return bag(texts)

        WordImportance(model, TASK)({"text": ["great film", "film", "great film"]})
        assert sorted(asked) == ["", "film", "great", "great film"]


class TestFingerprint:
    def test_it_tells_what_matters(self):
        made = [
            WordImportance(bag, TASK),
            WordImportance(bag, TASK, "leave-one-out"),
            WordImportance(bag, TASK, num_samples=751),
            WordImportance(bag, TASK, num_features=14),
            WordImportance(bag, TASK, kernel_width=24),
            WordImportance(bag, TASK, bow=False),
            WordImportance(bag, TASK, seed=1),
            WordImportance(bag, TASK, label_map={"a": "neg"}),
            WordImportance(lambda texts: [0] * len(texts), TASK),
            WordImportance(lambda texts: [1] * len(texts), TASK),
            WordImportance(bag, TASK, cache_key="one"),
            WordImportance(bag, TASK, cache_key="two"),
            WordImportance(bag, hr.task("sentiment-classification", text="sentence", label_names=["neg", "pos"])),
        ]
        assert len({Hasher.hash(rank) for rank in made}) == len(made)

    def test_use_does_not_change_it(self, bag_model):
        model, tokenizer = bag_model
        task = hr.task("sentiment-classification")
        for rank in (WordImportance(bag, TASK), WordImportance(model, task, tokenizer=tokenizer)):
            before = Hasher.hash(rank)
            rank({"text": [TEXT]})
            assert Hasher.hash(rank) == before

    def test_a_model_that_is_trained_on_has_another(self, bag_model):
        import torch

        model, tokenizer = bag_model
        rank = WordImportance(model, hr.task("sentiment-classification"), tokenizer=tokenizer)
        before = Hasher.hash(rank)
        assert len(pickle.dumps(rank)) < 3000  # no weights in it
        with torch.no_grad():
            model.table.weight += 1
        assert Hasher.hash(rank) != before
        with torch.no_grad():
            model.table.weight -= 1

    def test_it_is_the_same_in_another_process(self, capsys):
        code = (
            "from datasets.fingerprint import Hasher; import hf_robust as hr\n"
            "from hf_robust.explain.importance import WordImportance\n"
            "task = hr.task('sentiment-classification', label_names=['neg', 'pos'])\n"
            "model = lambda texts: [0] * len(texts)\n"
            "ranks = WordImportance(None, task, 'random'), WordImportance(model, task, cache_key='k')\n"
            "print(*map(Hasher.hash, ranks))"
        )
        exec(code, {})
        here = capsys.readouterr().out.split()
        assert printed(code).split() == here and len(set(here)) == 2

    def test_a_pickle_finds_the_model_of_this_process_or_says_what_to_do(self, bag_model, monkeypatch):
        from hf_robust.adapters import source

        model, tokenizer = bag_model
        rank = WordImportance(model, hr.task("sentiment-classification"), tokenizer=tokenizer)
        packed = pickle.dumps(rank)
        expected = rank({"text": [TEXT]})
        assert pickle.loads(packed)({"text": [TEXT]}) == expected
        monkeypatch.setattr(source, "_LIVE", {})  # as in a process that was spawned
        with pytest.raises(UsageError, match="name the model by Hub id or folder"):
            pickle.loads(packed)({"text": [TEXT]})

    def test_a_folder_is_loaded_anew_in_a_process_that_was_spawned(self, bag_model, tmp_path, monkeypatch):
        from hf_robust.adapters import source

        pytest.importorskip("torch")
        folder = tiny_bert(tmp_path)
        rank = WordImportance(folder, hr.task("sentiment-classification"), num_samples=20)
        packed, expected = pickle.dumps(rank), rank({"text": ["great film"]})
        monkeypatch.setattr(source, "_LIVE", {})
        assert pickle.loads(packed)({"text": ["great film"]}) == expected
        assert Hasher.hash(WordImportance(str(folder), hr.task("sentiment-classification"), num_samples=20)) == (
            Hasher.hash(rank)
        )


class TestModels:
    def test_gradient_of_a_linear_model_is_its_weights(self, bag_model):
        model, tokenizer = bag_model
        rank = WordImportance(model, hr.task("sentiment-classification"), "gradient", tokenizer=tokenizer)
        found = rank({"text": [TEXT, "great", "!", "unknown words"]})["text__importance"]
        assert words(TEXT, found[0])[:6] == ORDER
        # `neg` is predicted, and the log-odds are minus the sum of the words' weights
        assert found[0]["weight"][:3] == pytest.approx([3.0, -2.0, -1.0])
        assert found[1]["weight"] == pytest.approx([2.0]) and found[2]["weight"] == []
        assert found[3]["weight"] == [0.0, 0.0]

    def test_gradient_adds_up_sub_words(self, bag_model):
        model, tokenizer = bag_model
        rank = WordImportance(model, hr.task("sentiment-classification"), "gradient", tokenizer=tokenizer)
        found = rank({"text": ["greatfine film-awful"]})["text__importance"][0]
        assert words("greatfine film-awful", found) == ["greatfine", "film-awful"]
        assert found["weight"] == pytest.approx([3.0, -2.9])

    def test_gradient_leaves_the_model_as_it_was(self, bag_model):
        model, tokenizer = bag_model
        model.train()
        WordImportance(model, hr.task("sentiment-classification"), "gradient", tokenizer=tokenizer)({"text": [TEXT]})
        assert model.training and model.table.weight.grad is None and not model.table._forward_hooks
        model.eval()

    def test_a_text_beyond_the_limit(self, bag_model):
        model, tokenizer = bag_model
        text = "film " * 20 + "great"
        options = {"tokenizer": tokenizer, "max_length": 8}
        rank = WordImportance(model, hr.task("sentiment-classification"), "gradient", **options)
        found = rank({"text": [text]})["text__importance"][0]
        assert len(found["weight"]) == 21 and found["weight"][found["start"].index(100)] == 0.0

    @pytest.mark.parametrize("method", ["lime", "leave-one-out", "gradient"])
    @pytest.mark.parametrize("precision", ["float32", "bfloat16"])
    def test_a_row_never_hangs_on_its_company(self, method, precision, tmp_path):
        texts = [f"great {'film ' * (n % 5)}very dull but fine {'end ' * n}" for n in range(9)]
        task = hr.task("sentiment-classification")
        if (method, precision) == ("gradient", "bfloat16"):
            pytest.skip("gradients are computed in the type of the weights")
        rank = WordImportance(tiny_bert(tmp_path), task, method, num_samples=60, precision=precision)
        together = rank({"text": texts})["text__importance"]
        alone = [rank({"text": [text]})["text__importance"][0] for text in texts]
        turned = rank({"text": texts[::-1]})["text__importance"][::-1]
        for found in (alone, turned):
            assert [row["start"] for row in found] == [row["start"] for row in together]
            assert sum((row["weight"] for row in found), []) == pytest.approx(
                sum((row["weight"] for row in together), []), abs=1e-4
            )

    def test_workers_have_the_model(self, tmp_path):
        import torch

        threads = torch.get_num_threads()
        torch.set_num_threads(2)  # a pool of threads in the parent must not hang its children
        try:
            data = Dataset.from_dict({"text": [f"great film {n}" for n in range(8)], "label": [0] * 8})
            task = hr.task("sentiment-classification")
            from transformers import AutoModelForSequenceClassification, AutoTokenizer

            folder = tiny_bert(tmp_path)
            model, tokenizer = (
                kind.from_pretrained(folder) for kind in (AutoModelForSequenceClassification, AutoTokenizer)
            )
            ranks = [
                WordImportance(model, task, num_samples=50, tokenizer=tokenizer),
                WordImportance(str(folder), task, num_samples=50),
            ]
            for rank in ranks:
                plain = data.map(rank, batched=True)["text__importance"][:]
                apart = data.map(rank, batched=True, num_proc=2)["text__importance"][:]
                assert [row["start"] for row in apart] == [row["start"] for row in plain]
        finally:
            torch.set_num_threads(threads)

    def test_a_pipeline(self, tmp_path):
        from transformers import pipeline

        folder, task = str(tiny_bert(tmp_path)), hr.task("sentiment-classification")
        ready = pipeline("text-classification", model=folder, tokenizer=folder)
        for method in ("lime", "leave-one-out", "gradient"):
            options = {"num_samples": 40, "precision": "float32"}
            found = WordImportance(ready, task, method, **options)({"text": [TEXT]})["text__importance"][0]
            expected = WordImportance(folder, task, method, **options)({"text": [TEXT]})["text__importance"][0]
            assert found["start"] == expected["start"]
            assert found["weight"] == pytest.approx(expected["weight"], abs=1e-4)


class TestErrors:
    def test_arguments(self):
        with pytest.raises(UnknownNameError, match="did you mean lime"):
            WordImportance(bag, TASK, "limes")
        with pytest.raises(UsageError, match="task must be made with hr.task"):
            WordImportance(bag, ["sentiment-classification"])
        with pytest.raises(UsageError, match="no text 'sentence'"):
            WordImportance(bag, TASK, field="sentence")
        for wrong in ({"num_samples": 1}, {"num_samples": 10.0}, {"num_features": 0}, {"batch_size": 0}):
            with pytest.raises(UsageError, match=f"{next(iter(wrong))} must be a whole number of at least"):
                WordImportance(bag, TASK, **wrong)
        for wrong in (0, -1, "25", True, float("nan")):
            with pytest.raises(UsageError, match="kernel_width must be a number above 0"):
                WordImportance(bag, TASK, kernel_width=wrong)
        with pytest.raises(UsageError, match="precision must be one of auto, float32, bfloat16"):
            WordImportance(bag, TASK, precision="float16")
        with pytest.raises(UsageError, match="seed must be a whole number"):
            WordImportance(bag, TASK, seed="a")

    @pytest.mark.parametrize("name", ["named-entity-recognition", "extractive-qa", "parsing"])
    def test_a_task_without_classes(self, name):
        for method in ("lime", "leave-one-out", "gradient"):
            with pytest.raises(UsageError, match="use method='random'"):
                WordImportance(bag, hr.task(name), method)

    def test_gradient_needs_a_torch_model_and_offsets(self, bag_model):
        with pytest.raises(UsageError, match="needs a torch model, and bag is a function"):
            WordImportance(bag, TASK, "gradient")

    def test_a_baseline_that_is_not_trained_explains_nothing(self):
        rank = WordImportance(None, hr.task("hate-speech-detection", label_names=["no", "yes"]))
        with pytest.raises(UsageError, match="linear-hate-baseline must be trained"):
            rank({"text": ["a film"], "label": [0]})

    def test_calls(self):
        rank = WordImportance(bag, TASK)
        data = Dataset.from_dict({"text": ["a film"], "label": [0]})
        with pytest.raises(UsageError, match="batched=True"):
            data.map(rank)
        with pytest.raises(ColumnError, match="expects the columns text; found: sentence"):
            rank({"sentence": ["a film"]})
        with pytest.raises(UsageError, match="with_format"):
            rank(["a film"])

    def test_a_predictor_that_returns_too_little(self):
        class Short:
            name, kind, revision, labels = "short", "function", None, ("neg", "pos")

            def predict(self, rows):
                return [hr.Prediction("neg")]

        with pytest.raises(UsageError, match="short returned 1 for"):
            WordImportance(Short(), TASK)({"text": ["a great film"]})


VOCABULARY = ["[PAD]", "[UNK]", "a", "but", "songs", "and", "end", "not", *WEIGHTS, *(f"##{w}" for w in WEIGHTS)]


def make_tokenizer():
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    pieces = {word: number for number, word in enumerate(VOCABULARY)}
    inner = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    inner.normalizer = normalizers.BertNormalizer(lowercase=True)
    inner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="[UNK]", pad_token="[PAD]")


@pytest.fixture(scope="module")
def bag_model():
    """A torch model whose log-odds are the sum of the words' weights."""
    import torch
    from transformers import BertConfig, PreTrainedModel
    from transformers.modeling_outputs import SequenceClassifierOutput

    class Bag(PreTrainedModel):
        config_class = BertConfig

        def __init__(self, config):
            super().__init__(config)
            self.table = torch.nn.Embedding(len(VOCABULARY), 1)
            self.post_init()

        def get_input_embeddings(self):
            return self.table

        def forward(self, input_ids, attention_mask=None):
            total = (self.table(input_ids).squeeze(-1) * attention_mask).sum(dim=1)
            return SequenceClassifierOutput(logits=torch.stack([torch.zeros_like(total), total], dim=1))

    model = Bag(BertConfig(id2label={0: "neg", 1: "pos"}, label2id={"neg": 0, "pos": 1})).eval()
    with torch.no_grad():
        model.table.weight[:, 0] = torch.tensor([WEIGHTS.get(word.lstrip("#"), 0.0) for word in VOCABULARY])
    return model, make_tokenizer()


def tiny_bert(folder):
    """A tiny random BERT, saved."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    config = BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        id2label={0: "neg", 1: "pos"},
        label2id={"neg": 0, "pos": 1},
    )
    model = BertForSequenceClassification(config)
    generator = torch.Generator().manual_seed(0)
    for weight in model.parameters():
        if weight.dim() > 1:
            weight.data = torch.randn(weight.shape, generator=generator) * 0.5
    model.save_pretrained(folder / "model")
    make_tokenizer().save_pretrained(folder / "model")
    return folder / "model"
