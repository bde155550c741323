"""Chinese: transformations, suites and models for Chinese texts.

The language is a property of the task; everything else stays the same. On the command line it is `--language zh`.
Without your own data, `hf-robust run --language zh` evaluates a bundled sentiment classifier on 80 bundled
reviews. This works offline. In Python:

<!-- python: chinese -->
```python
from datasets import Dataset
import hf_robust as hr

task = hr.task("sentiment-classification", language="zh")
reviews = Dataset.from_dict({"text": ["老师推荐的这部电影很好看，我买了2张票。"], "label": ["positive"]})
for name in ("homophone", "number-form", "adjust-degree"):
    print(reviews.map(hr.Perturb(name, task, seed=1), batched=True)["text"][:])
print(hr.transformations(task))  # what there is for the task in its language
print(hr.Perturb("homophone", language="zh")("这部电影很好看"))  # a plain text names its language itself
```

One name stands for one idea in every language; what it does to Chinese has a class, a version (`zh.1`) and golden
files of its own. Words come from an embedded segmenter, or from the column that `hr.annotate` wrote; token lists of
single characters (MSRA, resume NER) keep one tag a character, `B-`/`M-`/`E-`/`S-` tags come back as such, and
answers of questions keep their offsets. A row without a Chinese character, or with kana or hangul, is
`not_applicable`; traditional characters are looked up as simplified ones and written back. One dataset has one
language, which is never guessed.

| task | measure | without a model |
| --- | --- | --- |
| `sentiment-classification` | accuracy | bundled classifier |
| `named-entity-recognition`, `part-of-speech` | as in English | embedded tagger; extra `zh`: larger entity model |
| `extractive-qa` | exact match without marks, F1 over characters | nearest sentence, rules by kind of question |
| `word-segmentation` (`cws`) | F1 of spans, recall of unknown words | embedded segmenter |
| `text-classification` and the pairs | accuracy | as in English, over the Chinese encoder |

## Transformations

<!-- table: transformations-zh -->

The next table lists all English transformations. There are also transformations for Chinese alone, for example
`number-form`, `script`, `adjust-degree`, `swap-sentence-order` and those of word segmentation.

<!-- table: chinese-twins -->

Where one needs a model that is not embedded, the run goes on without it and says what to type. Nobody has rated
Chinese outputs in a paper, so results carry no human score.

## All else

<!-- bash: chinese -->
```bash
hf-robust doctor --language zh
hf-robust list --language zh
hf-robust attack --language zh --recipe worst-transformations --limit 2 --budget 20 --out attack/
hf-robust capabilities build --behavior sentiment_zh --per-test 2 --out behavior/
```

`doctor` lists what serves Chinese, and what is larger: `zh_core_web_*` of spaCy, a Chinese BERT for `masked-lm`,
OPUS models for `back-translation`. Attacks search through the registered transformations. Subpopulations that only
count or compare words hold for Chinese, too; of the validators `words-changed`, `edit-distance` and `chrf`.
"""
