"""A causal language model of two hundred thousand parameters that answers prompts for the sentiment of a review.

The fixture ``tiny_language_model`` is its folder: a session trains it in a few processor seconds and keeps it for later
sessions. ``reviews()`` are rows that it has not seen. With the default prompt it makes no mistake on them. It was
trained on half of the instructions of the prompt file, so that its accuracy depends on the prompt. It does not know
words other than those of its reviews.

    model = AutoModelForCausalLM.from_pretrained(tiny_language_model)
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import kept_models
from datasets import ClassLabel, Dataset, Features, Value

from hf_robust.adapters.language_models.prompt_files import FOLDER, PromptFile, load_prompts
from hf_robust.adapters.language_models.prompts import Message, Prompt
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks import Task, task

LABELS = ("negative", "positive")
SENTENCES = 500  # in training; a review has one or two
BARE_STEPS, STEPS, ROWS, RATE = 70, 50, 32, 5e-3  # the fewest with which the default prompt has no mistake
TEMPLATES = (
    "The {thing} was {word}.",
    "I found the {thing} {word}.",
    "This is a {word} {thing}.",
    "What a {word} {thing}!",
    "The {thing} is {word} and {other}.",
    "A {word}, {other} {thing}.",
    "My friends called the {thing} {word}.",
    "It has a {word} {thing}, and that says it all.",
    "We thought that the {thing} was {word}.",
    "Everyone at home says the {thing} looks {word}.",
)
THINGS = (
    "film movie story plot cast ending music actor script camera phone book room hotel meal service screen battery "
    "series song show game play scene director"
).split()
WORDS = {
    "negative": (
        "awful terrible dull boring weak poor stale clumsy slow ugly annoying cheap broken noisy dreadful lifeless "
        "tedious shallow bland messy"
    ).split(),
    "positive": (
        "great wonderful lovely funny strong brilliant fresh charming quick beautiful superb clever warm gripping "
        "excellent lively delightful touching tasty perfect"
    ).split(),
}
SPECIAL = ["<unk>", "<s>", "<|system|>", "<|user|>", "<|assistant|>", "<|end|>"]
CHAT = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
_PIECES = r"\n|\w+|[^\w\s]"


def sentiment() -> Task:
    """The task of the reviews."""
    return task("sentiment-classification", label_names=LABELS)


def reviews(rows: int = 60) -> Dataset:
    """Rows that are not in the training data, with the columns ``text`` and ``label``."""
    seen = {text for text, _ in _sentences()[:SENTENCES]}
    return _dataset([pair for pair in _sentences() if pair[0] not in seen][:rows])


def training_reviews() -> Dataset:
    """The rows that the model was trained on."""
    return _dataset(_sentences()[:SENTENCES])


def taught_prompts(prompts: PromptFile) -> tuple[Prompt, ...]:
    """The prompts that the model was trained on: half of the instructions, no examples, no system message."""
    grid = prompts.variants(axes=["instruction", "format", "words", "word_order"])
    return tuple(prompt for prompt in grid if prompt.choices["instruction"] <= len(prompts.instructions) // 2)


def kept(root: Path) -> Path:
    """The folder of the model under a folder of the machine."""
    parts = (Path(__file__).read_bytes(), (FOLDER / "sentiment-classification.yaml").read_bytes())
    return kept_models.kept(root, "tiny-language-model", parts, trained)


def trained(folder: Path) -> Path:
    """Train the model and save it with its tokenizer."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer()
    with torch.random.fork_rng():
        torch.manual_seed(5)
        shape = {"hidden_size": 96, "intermediate_size": 192, "num_hidden_layers": 2, "num_attention_heads": 4}
        signs = {"bos_token_id": 1, "eos_token_id": tokenizer.eos_token_id, "pad_token_id": 0}
        model = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=len(tokenizer),
                max_position_embeddings=512,
                tie_word_embeddings=True,
                initializer_range=0.1,
                **shape,
                **signs,
            )
        )
        _train(model, tokenizer)
    model.eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _train(model, tokenizer) -> None:
    import torch

    texts, random = _sentences()[:SENTENCES], RowRandom(b"tiny language model")
    bare, taught = Prompt("", "{text}"), taught_prompts(load_prompts("sentiment-classification"))
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=BARE_STEPS + STEPS)
    for step in range(BARE_STEPS + STEPS):
        drawn = [texts[random.randrange(len(texts))] for _ in range(ROWS)]
        # the words first, without an instruction; then the default prompt in every other batch
        prompt = bare if step < BARE_STEPS else taught[0 if step % 2 else random.randrange(len(taught))]
        loss = _loss(model, tokenizer, prompt, drawn)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()


def _loss(model, tokenizer, prompt: Prompt, drawn: Sequence[tuple[str, str]]):
    """How well the model predicts the label and the end of each answer."""
    import torch

    bound = sentiment()
    words = prompt.label_words(bound)
    asked = [_asked(tokenizer, prompt.messages(bound, {"text": text}), words[label]) for text, label in drawn]
    width = max(map(len, asked))
    ids = torch.tensor([[0] * (width - len(one)) + one for one in asked])
    mask = torch.tensor([[0] * (width - len(one)) + [1] * len(one) for one in asked])
    places = (mask.cumsum(1) - 1).clamp(min=0)
    logits = model(input_ids=ids, attention_mask=mask, position_ids=places, logits_to_keep=3).logits[:, :2]
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, -2:].flatten())


def _asked(tokenizer, messages: Sequence[Message], word: str) -> list[int]:
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    return tokenizer(f"{text}{word}<|end|>", add_special_tokens=False)["input_ids"]


def _tokenizer():
    from tokenizers import Regex, Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Split
    from transformers import PreTrainedTokenizerFast

    words = dict.fromkeys(SPECIAL)
    words.update(dict.fromkeys(re.findall(_PIECES, " ".join([*_prompt_texts(), *_all_texts()]) + "\n")))
    inner = Tokenizer(WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    inner.pre_tokenizer = Split(Regex(_PIECES), "removed", invert=True)
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        unk_token="<unk>",
        pad_token="<unk>",
        bos_token="<s>",
        eos_token="<|end|>",
        additional_special_tokens=SPECIAL[2:5],
        chat_template=CHAT,
        model_max_length=512,
    )


def _prompt_texts() -> list[str]:
    prompts = load_prompts("sentiment-classification")
    words = [word for words in prompts.words for word in words.values()]
    return [*prompts.instructions, *prompts.formats, *prompts.systems, *words]


def _all_texts() -> list[str]:
    return [*TEMPLATES, *THINGS, *WORDS["negative"], *WORDS["positive"]]


@cache
def _sentences() -> list[tuple[str, str]]:
    """All reviews in a fixed random order, each with its label; negative and positive ones take turns."""
    found = {label: [] for label in LABELS}
    for label, template, thing, place in product(LABELS, TEMPLATES, THINGS, range(len(WORDS["negative"]))):
        own = WORDS[label]
        text = template.format(thing=thing, word=own[place], other=own[(place * 7 + len(thing)) % len(own)])
        found[label].append((text, label))
    random = RowRandom(b"sentences")
    for sentences in found.values():
        random.shuffle(sentences)
    return [one for pair in zip(*found.values()) for one in pair]


def _dataset(pairs: Sequence[tuple[str, str]]) -> Dataset:
    features = Features({"text": Value("string"), "label": ClassLabel(names=list(LABELS))})
    columns = {"text": [text for text, _ in pairs], "label": [LABELS.index(label) for _, label in pairs]}
    return Dataset.from_dict(columns, features=features)
