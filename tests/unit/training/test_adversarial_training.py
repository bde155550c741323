"""Adversarial training on the embeddings in a stock Trainer, with tiny models."""

import math
import warnings

import pytest
import torch
from training_parts import Encode, arguments, classifier, same, sentiment, tokenizer, trainer_of
from transformers import BertForSequenceClassification, DataCollatorWithPadding, Trainer, TrainerCallback

import hf_robust as hr
from hf_robust.core.errors import MissingResource, UnknownNameError, UsageError
from hf_robust.training.label_information import LabelInformation
from hf_robust.training.momentum_weights import FILE

METHODS = ("fgm", "freelb", "pgd", "smart", "vat")
DIFFERENT = ("fgm", "freelb", "smart")  # one pass, several passes with a random start, weights of their own

pytestmark = pytest.mark.filterwarnings("ignore:the model's weights look random")


@pytest.fixture(scope="module")
def words():
    return tokenizer(sentiment(64)["text"][:])


@pytest.fixture(scope="module")
def data(words):
    rows = sentiment(48).map(Encode(words), batched=True)
    lengths = [6 + number % 5 for number in range(48)]  # so that batches have padding
    shorter = [
        {key: row[key][:length] for key in ("input_ids", "attention_mask")} for row, length in zip(rows, lengths)
    ]
    return rows.map(
        lambda row, number: {
            **shorter[number],
            "token_type_ids": [number // 2 % 2] * len(shorter[number]["input_ids"]),
        },
        with_indices=True,
    )


def batch_of(words, data, rows=range(8)):
    columns = ["input_ids", "attention_mask", "token_type_ids", "label"]
    return DataCollatorWithPadding(words)(data.select_columns(columns).select(rows).to_list())


def trained(folder, words, data, callbacks=(), **options):
    trainer = trainer_of(folder, words, data, callbacks, **options)
    trainer.train()
    return trainer


def adversarial(method, **options):
    return hr.AdversarialTrainingCallback(method, **options)


class Watch(TrainerCallback):
    """Keeps the gradients of the first step, and whether anything of the callback shows between the steps."""

    grads = None

    def on_pre_optimizer_step(self, args, state, control, model, **kwargs):
        if self.grads is None:
            self.grads = {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}


def loss_under_fgm(model, words, data, eps):
    batch = batch_of(words, data, range(len(data)))
    clean, moved = hr.logits_under_fgm(model, batch, eps=eps, tokenizer=words)
    return [torch.nn.functional.cross_entropy(logits, batch["labels"]).item() for logits in (clean, moved)]


LONGER = {"num_train_epochs": 5, "learning_rate": 5e-3}


@pytest.fixture(scope="module")
def learned(tmp_path_factory, words, data):
    """The weights of a model that has learned the words."""
    folder = tmp_path_factory.mktemp("learned")
    return trained(folder, words, data, num_train_epochs=12, learning_rate=1e-2).model.state_dict()


@pytest.fixture(scope="module")
def plain(tmp_path_factory, words, data, learned):
    """Its loss under attack after more of the same training."""
    trainer = trainer_of(tmp_path_factory.mktemp("plain"), words, data, **LONGER)
    trainer.model.load_state_dict(learned)
    trainer.train()
    clean, moved = loss_under_fgm(trainer.model, words, data, 0.5)
    assert clean < moved / 10
    return moved


@pytest.mark.parametrize(("method", "bf16"), [*((name, False) for name in METHODS), ("fgm", True), ("vat", True)])
def test_each_method_lowers_the_loss_under_attack(tmp_path, words, data, learned, plain, method, bf16):
    momentum = {"momentum": 0.5} if method == "smart" else {}  # the run is short
    callback = adversarial(method, eps=0.5, clean_epochs=1, **momentum)
    trainer = trainer_of(tmp_path, words, data, [callback], bf16=bf16, **LONGER)
    trainer.model.load_state_dict(learned)
    trainer.train()
    assert trainer.model.dtype == torch.float32
    assert loss_under_fgm(trainer.model, words, data, 0.5)[1] < plain / 2
    assert [entry["batches"] for entry in callback.history] == [6, 6, 6, 6]  # the first epoch is clean
    logged = [entry for entry in trainer.state.log_history if "adversarial/ratio" in entry]
    assert [entry["adversarial/skipped"] for entry in logged] == [0, 0, 0, 0]
    # nothing is left
    for module in (trainer.model, trainer.model.get_input_embeddings()):
        assert not module._forward_hooks and not module._forward_pre_hooks


@pytest.mark.parametrize("method", METHODS)
def test_padding_and_special_tokens_stay(tmp_path, words, data, method):
    seen = []

    class Recorder(TrainerCallback):
        def on_train_begin(self, args, state, control, model, **kwargs):
            norm = model.bert.embeddings.LayerNorm
            norm.register_forward_pre_hook(lambda module, args: seen.append(args[0].detach().clone()))

    model_ids = []
    collate = DataCollatorWithPadding(words)

    def noted(rows):
        model_ids.append(collate(rows)["input_ids"])
        return collate(rows)

    callbacks = [adversarial(method), Recorder()]
    trained(tmp_path, words, data, callbacks, max_steps=1, data_collator=noted)
    (ids,) = model_ids[:1]
    special = torch.isin(ids, torch.tensor(words.all_special_ids))
    assert special.any(1).all() and (ids == words.pad_token_id).any()
    passes = [one for one in seen if not torch.equal(one, seen[0])]
    assert passes
    for one in passes:
        moved = (one - seen[0]).norm(dim=-1)
        assert (moved[special] == 0).all() and (moved[~special] > 0).all()


def without_dropout(words):
    model = classifier(len(words))
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    return model


class RobustTrainer(hr.AdversarialTrainerMixin, Trainer):
    pass


def one_step(tmp_path, words, data, model, callback, **options):
    watch = Watch()
    args = arguments(tmp_path, max_steps=1, max_grad_norm=0.0, **options)
    kwargs = {"train_dataset": data, "processing_class": words}
    if args.label_smoothing_factor:
        RobustTrainer(model, args, adversarial=callback, callbacks=[watch], **kwargs).train()
    else:
        Trainer(model, args, callbacks=[callback, watch], **kwargs).train()
    return watch.grads


@pytest.mark.parametrize("smoothing", [0.0, 0.1])  # with the callback, and with the mixin
def test_gradients_of_the_weights_are_those_of_a_computation_by_hand(tmp_path, words, data, smoothing):
    rows, eps = data.select(range(8)), 0.7
    callback = adversarial("fgm", eps=eps, weight=2.0, eps_warmup=0)
    grads = one_step(tmp_path, words, rows, without_dropout(words), callback, label_smoothing_factor=smoothing)
    model = without_dropout(words).train()
    batch = batch_of(words, rows)
    ids, labels = batch.pop("input_ids"), batch.pop("labels")

    def loss(inputs):
        logits = model(inputs_embeds=inputs, **batch).logits
        return torch.nn.functional.cross_entropy(logits, labels, label_smoothing=smoothing)

    embedded = model.get_input_embeddings()(ids)
    leaf = embedded.detach().requires_grad_()
    (gradient,) = torch.autograd.grad(loss(leaf), leaf)
    free = (~torch.isin(ids, torch.tensor(words.all_special_ids))).float()
    gradient = gradient * free.unsqueeze(-1)
    radius = eps * (leaf.detach().norm(dim=-1) * free).sum(1) / free.sum(1)
    delta = gradient / gradient.flatten(1).norm(dim=1)[:, None, None] * radius[:, None, None]
    clean, moved = loss(embedded), loss(embedded + delta)
    ((clean + 2 * moved) / 3).backward()
    assert moved > clean
    for name, weight in model.named_parameters():
        torch.testing.assert_close(grads[name], weight.grad, rtol=1e-4, atol=1e-6, msg=name)


class Divides(BertForSequenceClassification):
    """Divides its loss by the labels of the whole step, as newer models do."""

    def forward(self, input_ids, attention_mask, token_type_ids, labels, num_items_in_batch=None, **kwargs):
        output = super().forward(input_ids, attention_mask, token_type_ids, labels=labels)
        if num_items_in_batch is not None:
            output["loss"] = output["loss"] * len(labels) / num_items_in_batch
        return output


@pytest.mark.parametrize("method", ["fgm", "smart"])
def test_accumulated_gradients_are_those_of_one_batch(tmp_path, words, data, monkeypatch, method):
    # a random start for each row, whatever its batch
    monkeypatch.setattr("hf_robust.training.adversarial_objective.random_direction", lambda like, key: like + 1)
    found = []
    for size, parts in ((8, 1), (4, 2)):
        model = without_dropout(words)
        model.__class__ = Divides
        options = {"per_device_train_batch_size": size, "gradient_accumulation_steps": parts}
        rows = data.select(range(8))
        found.append(one_step(tmp_path, words, rows, model, adversarial(method, momentum=None), **options))
    for name in found[0]:
        torch.testing.assert_close(found[0][name], found[1][name], rtol=1e-3, atol=1e-6, msg=name)


@pytest.mark.parametrize("method", DIFFERENT)
def test_a_resumed_run_ends_with_the_same_weights(tmp_path, words, data, method):
    options = {"save_strategy": "steps", "save_steps": 4, "gradient_accumulation_steps": 2, "max_steps": 7}
    options["per_device_train_batch_size"] = 4  # six steps an epoch
    whole = trained(tmp_path, words, data, [adversarial(method)], **options)
    resumed = trainer_of(tmp_path, words, data, [adversarial(method)], **options)
    torch.rand(7)  # another global state
    resumed.train(resume_from_checkpoint=str(tmp_path / "checkpoint-4"))
    assert same(whole.model, resumed.model)


def test_the_seed_is_that_of_the_random_starts(tmp_path, words, data):
    for method, alike in (("fgm", True), ("freelb", False)):
        runs = [trained(tmp_path, words, data, [adversarial(method, seed=seed)], max_steps=2) for seed in (0, 1)]
        assert same(runs[0].model, runs[1].model) == alike  # fgm has no random start


def test_smart_says_when_the_moving_average_is_gone(tmp_path, words, data):
    options = {"num_train_epochs": 1, "save_strategy": "steps", "save_steps": 2}
    trained(tmp_path, words, data, [adversarial("smart")], **options)
    (tmp_path / "checkpoint-2" / FILE).unlink()
    resumed = trainer_of(tmp_path, words, data, [adversarial("smart")], **options)
    with pytest.raises(MissingResource, match="momentum weights of the run to resume"):
        resumed.train(resume_from_checkpoint=str(tmp_path / "checkpoint-2"))
    assert not resumed.model._forward_hooks


def test_evaluation_and_the_random_state_are_as_without(tmp_path, words, data):
    losses, states = [], []

    class Between(TrainerCallback):
        def on_step_end(self, args, state, control, model, **kwargs):
            batch = batch_of(words, data)
            model.train()
            with torch.random.fork_rng():
                torch.manual_seed(1)
                called = model(**batch).loss
                torch.manual_seed(1)
                losses.append((called.item(), model.forward(**batch).loss.item()))

    for callbacks in ([], [adversarial("freelb"), Between()]):
        options = {"eval_dataset": data, "eval_strategy": "epoch", "num_train_epochs": 2}
        trainer = trained(tmp_path, words, data, callbacks, **options)
        states.append(torch.get_rng_state())
        logged = [entry["eval_loss"] for entry in trainer.state.log_history if "eval_loss" in entry]
        assert logged[-1] == trainer.evaluate()["eval_loss"]
    assert torch.equal(*states)
    assert len(losses) == 12 and all(called == forward for called, forward in losses)


class Breaks(BertForSequenceClassification):
    """Its loss is infinite in every second pass: under the perturbation of fgm."""

    passes = 0

    def forward(self, input_ids, attention_mask, token_type_ids, labels, **kwargs):
        output = super().forward(input_ids, attention_mask, token_type_ids, labels=labels)
        self.passes += self.training
        if self.training and self.passes % 2 == 0:
            output["loss"] = output["loss"] * torch.inf
        return output


def test_a_batch_whose_loss_is_not_finite_trains_on_its_clean_loss(tmp_path, words, data):
    callback = adversarial("fgm")
    plain = trained(tmp_path, words, data, num_train_epochs=2)
    broken = trainer_of(tmp_path, words, data, [callback], num_train_epochs=2)
    broken.model.__class__ = Breaks
    with pytest.warns(UserWarning, match="not finite") as said:
        broken.train()
    assert len([one for one in said if "not finite" in str(one.message)]) == 1
    assert same(plain.model, broken.model)
    assert [entry["skipped"] for entry in callback.history] == [6, 6]


def test_rows_need_no_labels_for_vat(tmp_path, words, data):
    unlabeled = data.remove_columns("label")
    trainer = trained(tmp_path, words, unlabeled, [adversarial("vat")], max_steps=3)
    assert not same(trainer.model, classifier(len(words)))
    trainer = trainer_of(tmp_path, words, unlabeled, [adversarial("fgm")], max_steps=3)
    with pytest.raises(UsageError, match="Without labels use 'vat'"):
        trainer.train()
    assert not trainer.model._forward_hooks


def mean_loss(outputs, labels, num_items_in_batch=None):
    return torch.nn.functional.cross_entropy(outputs["logits"], labels, reduction="sum") / num_items_in_batch


@pytest.mark.parametrize("method", ["fgm", "vat"])
def test_where_the_trainer_computes_the_loss_the_callback_refuses(tmp_path, words, data, method):
    smoothing = trainer_of(tmp_path, words, data, [adversarial(method)], label_smoothing_factor=0.1)
    with pytest.raises(UsageError, match=r"label_smoothing_factor=0\.1.*hr\.AdversarialTrainerMixin"):
        smoothing.train()
    with pytest.raises(UsageError, match="AdversarialTrainerMixin"):
        adversarial(method).attach(smoothing)
    kwargs = {"train_dataset": data, "processing_class": words, "compute_loss_func": mean_loss}
    own = Trainer(classifier(len(words)), arguments(tmp_path), callbacks=[adversarial(method)], **kwargs)
    with pytest.raises(UsageError, match="AdversarialTrainerMixin"):
        own.train()
    assert same(own.model, classifier(len(words))) and not own.model._forward_hooks
    with pytest.raises(UsageError, match=r"compute_loss_func.*AdversarialTrainerMixin"):
        adversarial(method).attach(Trainer(classifier(len(words)), arguments(tmp_path), **kwargs))


@pytest.mark.parametrize("method", DIFFERENT)
def test_the_mixin_trains_as_the_callback_does(tmp_path, words, data, method):
    given = {"train_dataset": data, "processing_class": words}
    by_callback = trained(tmp_path, words, data, [adversarial(method)], max_steps=3)
    args = arguments(tmp_path, max_steps=3)
    by_mixin = RobustTrainer(classifier(len(words)), args, adversarial=adversarial(method), **given)
    by_mixin.train()
    assert same(by_callback.model, by_mixin.model)


def test_the_mixin_lowers_the_loss_under_attack(tmp_path, words, data, learned):
    losses = []
    for kind, extra in ((Trainer, {}), (RobustTrainer, {"adversarial": adversarial("fgm")})):
        args = arguments(tmp_path, **LONGER)
        given = {"train_dataset": data, "eval_dataset": data, "processing_class": words, **extra}
        trainer = kind(classifier(len(words)), args, compute_loss_func=mean_loss, **given)
        trainer.model.load_state_dict(learned)
        trainer.train()
        assert trainer.evaluate()["eval_loss"] > 0
        losses.append(loss_under_fgm(trainer.model, words, data, 0.5)[1])
    assert losses[1] < losses[0]


def test_the_mixin_needs_its_callback(tmp_path, words, data):
    with pytest.raises(UsageError, match="adversarial=hr.AdversarialTrainingCallback"):
        RobustTrainer(classifier(len(words)), arguments(tmp_path), train_dataset=data)


def test_a_run_that_was_broken_off_leaves_the_next_one_alone(tmp_path, words, data):
    class Stop(TrainerCallback):
        def on_substep_end(self, *args, **kwargs):
            raise KeyboardInterrupt

    options = {"gradient_accumulation_steps": 2, "num_train_epochs": 1}
    trainer = trainer_of(tmp_path, words, data, [adversarial("fgm"), Stop()], **options)
    with pytest.raises(KeyboardInterrupt):
        trainer.train()
    again = Trainer(trainer.model, trainer.args, train_dataset=data, processing_class=words)
    again.add_callback(adversarial("fgm"))
    again.train()
    assert not trainer.model._forward_hooks and not trainer.model.get_input_embeddings()._forward_hooks


def test_two_callbacks_are_refused(tmp_path, words, data):
    trainer = trainer_of(tmp_path, words, data, [adversarial("fgm"), adversarial("vat")])
    with pytest.raises(UsageError, match="two AdversarialTrainingCallbacks"):
        trainer.train()


def test_special_tokens_must_be_known(tmp_path, words, data):
    options = {"train_dataset": data, "data_collator": DataCollatorWithPadding(words)}
    unknown = Trainer(classifier(len(words)), arguments(tmp_path), callbacks=[adversarial("fgm")], **options)
    with pytest.raises(UsageError, match="processing_class=tokenizer"):
        unknown.train()
    told = adversarial("fgm", special_tokens=words.all_special_ids)
    Trainer(classifier(len(words)), arguments(tmp_path, max_steps=1), callbacks=[told], **options).train()


def trained_below_its_embeddings(tmp_path, words, data, **options):
    """Accuracy on the rows of a model whose embeddings stay as they are, and what its callback says."""
    callback = adversarial("fgm", eps=1.0, **options)
    trainer = trainer_of(tmp_path, words, data, [callback], num_train_epochs=12, learning_rate=1e-2)
    trainer.model.load_state_dict(classifier(len(words)).state_dict())
    trainer.model.bert.embeddings.requires_grad_(False)
    trainer.train()
    batch = batch_of(words, data, range(len(data)))
    with torch.no_grad():
        said = trainer.model.eval()(**batch.to(trainer.model.device)).logits.argmax(-1)
    return (said == batch["labels"]).float().mean().item(), callback.history[-1]


def test_a_growing_eps_keeps_the_model_from_a_collapse(tmp_path, words, data):
    with pytest.warns(UserWarning, match="no better than the frequencies of the labels"):
        accuracy, last = trained_below_its_embeddings(tmp_path, words, data, eps_warmup=0)
    assert accuracy < 0.6 and last["learned"] < 0.01 and last["ratio"] == pytest.approx(1, abs=0.02)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", "the predictions are no better")
        accuracy, last = trained_below_its_embeddings(tmp_path, words, data, eps_warmup=2 / 3)
    assert accuracy > 0.8 and last["learned"] > 0.2


def test_what_is_learned_about_labels_of_tokens():
    tags = torch.tensor([[-100, 0, 1, 0], [1, 0, 0, -100]])
    found = []
    for sure in (0.0, 50.0):
        information = LabelInformation(classifier(10).config)
        information.add((sure * torch.nn.functional.one_hot(tags.clamp(min=0), 2).float(),), tags)
        information.add((torch.zeros(2, 4, 7),), tags)  # a language model: words are no labels
        found.append(information.share())
    assert found == [pytest.approx(1 - math.log(2) / 0.6365, abs=1e-3), pytest.approx(1)]  # 4 of 6 tags are 0
    assert math.isnan(LabelInformation(None).share())


def test_random_weights_are_noticed(tmp_path, words, data):
    with pytest.warns(UserWarning, match="clean_epochs=1"):
        trained(tmp_path, words, data, [adversarial("fgm")], max_steps=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        trained(tmp_path, words, data, [adversarial("fgm", clean_epochs=1)], max_steps=1)


@pytest.mark.parametrize(
    "options",
    [
        {"method": "fgm", "steps": 2},
        {"method": "freelb", "weight": 1.0},
        {"eps": 0},
        {"eps": float("nan")},
        {"weight": -1},
        {"method": "pgd", "steps": 0},
        {"clean_epochs": -1},
        {"momentum": 1.0},
        {"eps_warmup": 1.5},
    ],
)
def test_arguments_out_of_range(options):
    with pytest.raises(UsageError, match=next(reversed(options))):
        hr.AdversarialTrainingCallback(**options)


def test_an_unknown_method():
    with pytest.raises(UnknownNameError, match="did you mean fgm"):
        adversarial("fgsm")
