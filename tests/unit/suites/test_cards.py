"""The card: what the Hub reads in it, what people read in it, and that its commands are true."""

import json
import re
from types import SimpleNamespace

import datasets
import pytest
import yaml
from datasets import ClassLabel, Dataset, Features, Value
from markdown_it import MarkdownIt

import hf_robust as hr
from hf_robust.core.typed_json import read_json
from hf_robust.suites.card import suite_card
from hf_robust.suites.hub import commit_of

ENTRIES = ["keyboard", {"name": "twitter", "mode": "at"}, ["ocr", {"name": "keyboard", "rate": 0.5}]]


def reviews() -> Dataset:
    rows = {"sentence": ["A fine film, well played.", "A dull film, badly played.", "42"], "label": [1, 0, 1]}
    features = Features({"sentence": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    return Dataset.from_dict(rows, features=features)


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    task = hr.task("sentiment-classification", text="sentence")
    built = hr.Suite.build(
        reviews(), task, ENTRIES, seed=3, variants=2, protect=["film"], source="me/films", split="test"
    )
    return hr.Suite(built.task, built.entries, {**built.info, "version": "1.0.0", "license": "cc-by-4.0"})


@pytest.fixture(scope="module")
def manifest(suite, tmp_path_factory) -> dict:
    folder = tmp_path_factory.mktemp("card")
    suite.fill_folder(folder, "me/films-robust")
    return json.loads((folder / "suite.json").read_text()) | {"_card": (folder / "README.md").read_text()}


def card(manifest: dict, kind: type = hr.Suite) -> str:
    typed = read_json(kind.manifest_type, manifest, "manifest")
    return suite_card(typed, kind.card_sections(typed, None), rows=18)


def front(text: str) -> dict:
    return yaml.safe_load(text.split("---\n")[1])


def test_front_matter(manifest):
    found = front(manifest["_card"])
    assert found["task_categories"] == ["text-classification"] and found["task_ids"] == ["sentiment-classification"]
    assert found["license"] == "cc-by-4.0" and found["language"] == ["en"] and found["size_categories"] == ["n<1K"]
    assert {"robustness", "hf_robust", "evaluation"} <= set(found["tags"])
    assert [config["config_name"] for config in found["configs"]] == [
        "keyboard",
        "twitter-mode-at",
        "ocr+keyboard-rate-0.5",
    ]
    for config in found["configs"]:
        name = config["config_name"]
        assert config["version"] == "1.0.0" and "default" not in config
        assert config["data_files"] == [
            {"split": split, "path": f"{name}/{split}.parquet"} for split in ("original", "perturbed")
        ]


@pytest.mark.parametrize(
    ("task", "category", "ids"),
    [
        ("named-entity-recognition", "token-classification", ["named-entity-recognition"]),
        ("part-of-speech", "token-classification", ["part-of-speech"]),
        ("extractive-qa", "question-answering", ["extractive-qa"]),
        ("natural-language-inference", "text-classification", ["natural-language-inference"]),
        ("text-classification", "text-classification", None),
    ],
)
def test_tasks_have_the_hubs_ids(manifest, task, category, ids):
    bound = hr.task(task)
    described = {
        **manifest["task"],
        "name": task,
        "columns": dict(bound.columns),
        "fields": list(bound.fields),
    }
    found = front(card({**manifest, "task": described}))
    assert found["task_categories"] == [category] and found.get("task_ids") == ids


def lines_of(text: str, names: str = "keyboard|twitter|ocr") -> list[str]:
    return [line for line in text.splitlines() if re.match(rf"\| `({names})", line)]


def parts_of(text: str) -> tuple[str, str]:
    """What stands before the details, and the details."""
    before, details = text.split("<details>")
    assert details.rstrip().endswith("</details>")
    return before, details


def test_counts_are_those_of_the_suite(suite, manifest):
    before, details = map(lines_of, parts_of(manifest["_card"]))
    assert len(before) == len(details) == len(suite)
    for line, entry in zip(details, suite.entries.values(), strict=True):
        numbers = [int(cell) for cell in line.strip(" |").split(" | ")[-4:]]
        assert numbers == [len(entry), entry.total, entry.unchanged, entry.not_applicable]
    for line, entry in zip(before, suite.entries.values(), strict=True):
        assert f"| {len(entry)} of {entry.total} × 2 |" in line
        assert entry.summary in line and "label stays" in line
    assert "keyboard version" in details[0] and "rate=0.5" in details[2]


def test_a_reader_finds_what_matters_before_the_details(manifest):
    before, _ = parts_of(manifest["_card"])
    body = before.split("---\n", 2)[2]
    assert re.findall(r"^## (.*)", body, re.MULTILINE) == ["Use", "Facts", "Configs", "Examples", "Known limits"]
    assert len([line for line in body.splitlines() if line.strip()]) <= 45
    for said in (
        f"| Content hash | `{manifest['content_hash']}` |",
        "| License of the source, terms | `cc-by-4.0` |",
        "| Task, language | sentiment-classification, English |",
        "| Source | `me/films`, split `test` |",
        "No baseline was measured",
    ):
        assert said in body, said


def test_ratings_are_those_of_this_version(manifest):
    from hf_robust.reports.audit_words import audited_in_words

    before, details = parts_of(manifest["_card"])
    assert "| label right |" in before and "A star: rated not on this suite but on other texts" in before
    assert "- *Label right*: texts of SST" in details
    for line, entry in zip(lines_of(before), manifest["entries"], strict=True):
        star = " *" if entry.get("audit") else ""
        assert line.endswith(f"| {audited_in_words(entry.get('audit'))}{star} |")


def test_ratings_of_another_implementation_are_not_on_the_card(manifest):
    assert "reads well" not in manifest["_card"] and "TextFlint" not in manifest["_card"].partition("## Citation")[0]


def test_only_what_was_rated_on_other_data_has_a_star(manifest):
    audit = {"value": 1.0, "n": 50, "raters": 2, "date": "2026-01-31", "data": "me/films test"}
    entries = [{**entry, "audit": audit} for entry in manifest["entries"]]
    text = card({**manifest, "task": {**manifest["task"], "language": "zh"}, "entries": entries})
    assert "2026-01-31 |" in text and "2026-01-31 *" not in text and "A star" not in text
    entries[0] = {**entries[0], "audit": {**audit, "data": "Books"}}
    text = card({**manifest, "entries": entries})
    assert text.count("2026-01-31 * |") == 1 and "- *Label right*: texts of Books." in text


def test_entries_without_pairs_are_counted_once(manifest):
    first, second, third = manifest["entries"]
    text = card({**manifest, "entries": [first, second, {**third, "files": {}, "n": 0}]})
    pairs = first["n"] + second["n"]
    assert f"| Rows | {pairs} pairs in 2 configs, of 3 labeled rows; 1 more transformation gave no pairs |" in text
    assert "changed by 2 transformations" in text and "more transformation" not in manifest["_card"]


def test_limits_come_from_facts(manifest):
    info = {
        **manifest["info"],
        "limits": ["Few people wrote them."],
        "skipped": [{"name": "mlm", "reason": "no model"}],
    }
    audit = {"value": 0.5, "n": 20, "raters": 2, "date": "2026-01-31"}
    first, *others = manifest["entries"]
    entries = [{**first, "audit": audit, "n": 400}, *({**one, "stages": [*one["stages"]] * 2} for one in others)]
    limits = card({**manifest, "info": info, "entries": entries}).split("## Known limits")[1].split("<details>")[0]
    assert limits.strip().startswith("- Few people wrote them.")
    assert (
        "Nobody has rated the labels of 2 of 3 transformations: `twitter-mode-at`, `ocr+keyboard-rate-0.5`." in limits
    )
    assert "Raters find fewer than 90% of the labels right: `keyboard`." in limits
    assert f"`twitter-mode-at` ({others[0]['n']})" in limits and "`keyboard` (" not in limits
    assert "One seed (3), 2 variants a row, English only" in limits and "`mlm`" in limits


@pytest.mark.parametrize(
    ("by", "raters"),
    [
        (None, "2 people"),
        ("people", "2 people"),
        ("language models", "2 language models"),
        ("people and language models", "2 raters (people and language models)"),
    ],
)
def test_a_card_says_who_rated(manifest, by, raters):
    audit = {"value": 1.0, "n": 50, "raters": 2, "date": "2026-01-31", **({"by": by} if by else {})}
    rated = [{**entry, "audit": audit} for entry in manifest["entries"]]
    text = card({**manifest, "entries": rated})
    assert text.count(f"1.00 of 50, {raters}, 2026-01-31") == len(rated) and "label raters find right" in text
    alone = by == "language models"
    assert ("No person has rated the labels of these transformations; language models have." in text) == alone
    assert "Nobody has rated" not in text
    mixed = card({**manifest, "entries": [rated[0], {**rated[1], "audit": {**audit, "by": "people"}}, *rated[2:]]})
    assert ("Language models alone, and no person, have rated the labels of 2 of 3 transf" in mixed) == alone


def test_a_card_of_capabilities_says_who_rated(tmp_path):
    from capability_samples import suite as cases

    cases().fill_folder(tmp_path, "me/cases")
    manifest = json.loads((tmp_path / "suite.json").read_text())
    audit = {"value": 1.0, "n": 16, "raters": 2, "by": "language models", "date": "2026-01-31"}
    first, *others = manifest["entries"]
    entries = [{**first, "oracle_confidence": 1.0, "audit": audit}, *others]
    text = card({**manifest, "entries": entries}, hr.CapabilitySuite)
    assert "1.00 of 16, 2 language models, 2026-01-31" in text
    assert "Language models alone, and no person, have rated the labels of 1 of" in text


def test_what_a_recipe_says_is_shown(manifest):
    said = {"title": "Films", "terms": "For research.", "source_revision": "abc123", "citation": "Doe 2020, Films."}
    text = card({**manifest, "info": {**manifest["info"], **said}})
    before, details = parts_of(text)
    assert "**Films.** Does a model" in before and "`cc-by-4.0`. For research. |" in before
    assert "revision `abc123` |" in before and "### Cite\n\nDoe 2020, Films." in details
    assert "split='test', revision='abc123')" in details


def test_a_source_is_described_once_and_a_file_has_no_split(manifest):
    origin = "of me/films@abc, the training part"
    said = {"title": "Films", "dataset": f"films/dev.jsonl ({origin})", "split": "train", "sample": "a sample"}
    info = {**manifest["info"], **said, "recipe": "films"}
    about = {"applied_hash": "0", "source_rows": 3, "source_columns": {}, "stayed_out": [], "words_shown": 0.5}
    edits = {**manifest, "info": {**info, **about}}
    edits["entries"] = [{**one, "stayed_out": {}, "applied_hash": "0"} for one in manifest["entries"]]
    texts = card({**manifest, "info": info}), card(edits, hr.EditsSuite)
    for text in texts:
        assert text.count(origin) == 1 and f"| Source | films/dev.jsonl ({origin}) |" in text
        assert "split `train`" not in text and "- Source: `films/dev.jsonl`, 3 rows" in text
        assert "\n**Films: a sample, 3 rows.** " in text
    assert "holds rows of `films/dev.jsonl`, changed by" in texts[0]
    assert "`your-copy.jsonl` is your copy of `films/dev.jsonl`." in texts[1]


def test_examples_are_rows_of_the_suite_and_can_be_left_out(suite, tmp_path):
    text = (suite.save(tmp_path / "shown") / "README.md").read_text()
    shown = re.findall(r"^- `(.*?)`: `(.*?)` → `(.*?)`$", text.split("## Examples")[1], re.MULTILINE)
    assert [name for name, *_ in shown] == list(suite)
    for name, before, after in shown:
        pairs = zip(suite[name].original["sentence"], suite[name].perturbed["sentence"])
        assert (before, after) in set(pairs)
    hidden = (suite.with_facts(examples=False).save(tmp_path / "hidden") / "README.md").read_text()
    assert "## Examples" not in hidden and "fine film" not in hidden
    assert "examples" not in json.loads((tmp_path / "shown" / "suite.json").read_text())


def test_long_texts_are_cut_to_what_changed():
    from hf_robust.suites.shown_pairs import shown_pairs

    data = Dataset.from_dict({"sentence": ["42 " * 300 + "wonderful"], "label": ["pos"]})
    task = hr.task("sentiment-classification", text="sentence")
    (pair,) = shown_pairs(list(hr.Suite.build(data, task, ["keyboard"]).entries.values()), task)
    assert "wonderful" in pair.before and pair.before != pair.after
    assert pair.before.startswith("…") and len(pair.before) < 125


def test_a_baseline_is_shown_with_each_config(suite, tmp_path):
    report = hr.run(lambda texts: [int(text[:1] == "A") for text in texts], suite)
    text = (suite.with_baseline(report).save(tmp_path / "suite") / "README.md").read_text()
    before, _ = parts_of(text)
    record = report.record
    worst = record["worst_case"]
    start, end = 100 * worst["original"], 100 * worst["worst"]
    said = f"mean of the {worst['n']} changed rows: {start:.1f} on their originals, {end:.1f} in the worst case of each"
    assert f"accuracy, {said}" in before and "No baseline" not in before
    for line, result in zip(lines_of(before), report.results, strict=True):
        low, high = (f"{100 * end:.1f}".replace("-", "−") for end in result["interval"])
        path = f"{100 * result['original']:.1f} → {100 * result['perturbed']:.1f}"
        drop = f"{100 * result['drop']:.1f}".replace("-", "−")
        assert line.endswith(f"| {path}; {drop} ({low} to {high}), n = {result['n']} |")


def test_a_card_rounds_once_and_names_one_set_of_rows(suite, tmp_path):
    """As reports do: 0.97447 is 97.4 and 0.00151 is 0.2, not 97.5 and 0.1 by way of four digits."""
    record = hr.run(lambda texts: [int(text[:1] == "A") for text in texts], suite).record
    first = {**record["results"][0], "original": 0.9759802, "perturbed": 0.9744701, "drop": 0.0015101}
    worst = {**record["worst_case"], "original": 0.96684, "worst": 0.96124}
    originals = {**record["originals"], "score": 0.9692}
    changed = {"results": [first, *record["results"][1:]], "worst_case": worst, "originals": originals}
    report = hr.Report({**record, **changed})
    folder = suite.with_baseline(report).save(tmp_path / "suite")
    text = (folder / "README.md").read_text()
    assert "97.6 → 97.4; 0.2 (" in lines_of(text)[0] and "96.7 on their originals, 96.1 in the worst" in text
    assert "96.9" not in text
    assert hr.Suite.load(folder).info["baselines"][0]["entries"]["keyboard"]["after"] == 0.9744701
    without = {**suite.info, **suite.with_baseline(report).info}
    without["baselines"] = [{**without["baselines"][0], "worst_case": None}]
    text = (hr.Suite(suite.task, suite.entries, without).save(tmp_path / "other") / "README.md").read_text()
    assert f"accuracy 96.9 on {originals['n']} originals (" in text


def test_cards_of_edits_and_capabilities_say_the_same_first(tmp_path):
    from capability_samples import by_words
    from capability_samples import suite as cases

    data = Dataset.from_dict({"text": ["A wonderful little film.", "So dull."], "label": ["pos", "neg"]})
    whole = hr.Suite.build(data, hr.task("sentiment-classification"), [{"name": "typos", "count": 1}])
    edits = hr.EditsSuite.of(whole.with_facts(terms="For research.", limits=["Two texts."]))
    counted = cases().with_baseline(hr.run(by_words, cases())).with_facts(limits=["Made by hand."])
    edited, before = (
        parts_of((one.save(tmp_path / one.kind) / "README.md").read_text())[0] for one in (edits, counted)
    )
    assert "For research. |" in edited and "## Known limits\n\n- Two texts." in edited and "wonderful" not in edited
    rate = counted.info["baselines"][0]["entries"]["A"]["seeds"]["failure_rate"]
    assert re.search(rf"^\| `A` \|.*\| {100 * rate:.1f} of 4 \|", before, re.MULTILINE)
    assert "## Known limits\n\n- Made by hand." in before and "failure rate" in before


def test_of_many_configs_those_that_cost_most_come_first(manifest):
    first = {**manifest["entries"][0], "n": 400}
    entries = [{**first, "name": f"typos-{place}", "config": f"typos-{place}"} for place in range(20)]
    entries[18]["n"], entries[17]["files"], entries[17]["n"] = 19, {}, 0
    scores = {f"typos-{place}": {"before": 1.0, "after": 1 - place / 20, "drop": place / 20} for place in range(20)}
    baseline = {"model": "m", "revision": None, "metric": "accuracy", "label": "Accuracy", "date": "2026-01-31"}
    info = {**manifest["info"], "baselines": [{**baseline, "hf_robust_version": "1", "entries": scores}]}
    before, details = map(lines_of, parts_of(card({**manifest, "entries": entries, "info": info})), ["typos"] * 2)
    assert len(before) == 12 and len(details) == 38
    assert [re.findall(r"\d+", line)[0] for line in before] == ["19", *(str(place) for place in range(16, 5, -1))]


def test_alike_drops_are_ranked_by_their_lower_ends(manifest):
    entries = [{**manifest["entries"][0], "n": 99, "name": f"ocr-{at}", "config": f"ocr-{at}"} for at in range(13)]
    scores = {f"ocr-{at}": {"before": 1.0, "after": 0.9, "drop": 0.1, "interval": [at / 200, 0.2]} for at in range(13)}
    baseline = {"model": "m", "revision": None, "metric": "accuracy", "label": "Accuracy", "date": "2026-01-31"}
    info = {**manifest["info"], "baselines": [{**baseline, "hf_robust_version": "1", "entries": scores}]}
    before = lines_of(parts_of(card({**manifest, "entries": entries, "info": info}))[0])
    assert before[0].startswith("| `ocr-12` |") and before[0].endswith("| 100.0 → 90.0; 10.0 (6.0 to 20.0) |")


def test_load_lines_name_repository_and_tag(manifest):
    assert 'load_dataset("me/films-robust", "keyboard", revision="v1.0.0")' in manifest["_card"]
    assert 'hr.Suite.load("me/films-robust", revision="v1.0.0")' in manifest["_card"]
    assert "--suite me/films-robust --revision v1.0.0" in manifest["_card"]


def test_the_printed_code_builds_the_same_suite(manifest, monkeypatch):
    code = re.findall(r"```python\n(.*?)```", manifest["_card"].split("## Build it again")[1], re.DOTALL)[0]
    asked = []
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: asked.append((name, split)) or reviews())
    space: dict = {}
    exec(code, space)
    assert asked == [("me/films", "test")]
    assert space["suite"].content_hash == manifest["content_hash"]
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: reviews().select([0, 1]))
    with pytest.raises(AssertionError):
        exec(code, {})


@pytest.mark.parametrize("kind", ["ner", "qa"])
def test_the_printed_code_repeats_the_task(tmp_path, monkeypatch, kind):
    if kind == "ner":
        rows = {"key": ["a"], "words": [["Anna", "visited", "Stockholm"]], "ner_tags": [[1, 0, 2]]}
        task = hr.task("named-entity-recognition", tokens="words", id="key", label_names=["O", "B-PER", "B-LOC"])
    else:
        answers = {"text": ["1932"], "answer_start": [7]}
        rows = {"context": ["opened 1932"], "question": ["When was it opened?"], "answers": [answers]}
        task = hr.task("extractive-qa", fields="question")
    suite = hr.Suite.build(Dataset.from_dict(rows), task, ["keyboard"], source="me/x", split="test")
    text = (suite.save(tmp_path / "suite") / "README.md").read_text()
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: Dataset.from_dict(rows))
    space: dict = {}
    exec(re.findall(r"```python\n(.*?)```", text.split("## Build it again")[1], re.DOTALL)[0], space)
    assert space["suite"].task == suite.task and len(suite["keyboard"]) == 1


def again(text: str, language: str = "python") -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text.split("## Build it again")[1], re.DOTALL)


@pytest.mark.parametrize(
    ("facts", "typed"),
    [
        ({"dataset": "the English demo reviews of hf_robust"}, "films"),
        ({"dataset": "the en demo reviews of hf_robust"}, "films"),  # as an earlier version stored it
        ({"dataset": "me/films", "source_revision": "a" * 40}, "films"),
        ({"dataset": "me/films"}, "films --data your-copy"),
        ({"dataset": "nli/films.jsonl"}, "films --data your-copy"),
        ({"dataset": "nli/films.jsonl (me/films@abc, the training part)"}, "films --data your-copy"),
    ],
)
def test_a_recipe_builds_its_suite_again(manifest, facts, typed):
    text = card({**manifest, "info": {**manifest["info"], "recipe": "films", **facts}})
    assert again(text, "bash") == [f"hf-robust prebuilt build {typed}\n"]
    (code,) = again(text)
    assert "hr.Suite.load('prebuilt/films-robust')" in code and manifest["content_hash"] in code
    assert "load_dataset" not in code


def test_the_code_of_demo_reviews_runs():
    rows = hr.demo_reviews()
    task = hr.task("sentiment-classification", id="id")
    suite = hr.Suite.build(rows, task, ["word-case"], source="the English demo reviews of hf_robust", name="demo")
    manifest = {**suite.describe(), "features": {}}
    text = card({**manifest, "entries": [{**suite["word-case"].describe(), "config": "word-case", "files": {}}]})
    space: dict = {}
    exec(again(text)[0], space)
    assert space["suite"].content_hash == suite.content_hash


@pytest.mark.parametrize(("language", "name"), [("en", "English"), ("zh", "Chinese")])
def test_a_suite_of_demo_reviews_has_their_name_and_the_code_that_loads_them(tmp_path, language, name):
    rows, task = hr.demo_reviews(language), hr.task("sentiment-classification", language=language)
    suite = hr.Suite.build(rows.select(range(6)), task, ["whitespace"])
    text = (suite.save(tmp_path / "suite") / "README.md").read_text(encoding="utf-8")
    assert text.split("---\n", 2)[2].startswith("\n# demo-reviews-robust\n")
    assert f"rows of the {name} demo reviews of hf_robust" in text and "without a name" not in text
    space: dict = {}
    exec(again(text)[0].splitlines()[2], {"hr": hr}, space)
    assert space["data"].features == rows.features and space["data"][:] == rows[:]


def test_a_suite_of_demo_sentences_has_their_name():
    suite = hr.CapabilitySuite.build(
        "sentiment-classification", hr.demo_sentences(), hr.task("sentiment-classification"), only=["LC1"], expand=False
    )
    assert suite.info["name"] == "demo-sentences-capabilities"
    assert suite.info["dataset"] == "the demo sentences of hf_robust"


@pytest.mark.parametrize(
    ("named", "source", "title"),
    [
        (None, None, "film-tests"),
        (None, "me/films", "films-robust"),
        ("my films", None, "my films"),
    ],
)
def test_a_released_suite_is_titled_by_its_name_or_its_repository(monkeypatch, tmp_path, named, source, title):
    released = []

    def keep(release, repo, private):
        folder = tmp_path / "released"
        folder.mkdir()
        release.fill(folder)
        released.append(folder)
        return "c" * 40

    monkeypatch.setattr("hf_robust.suites.base.push_release", keep)
    rows = Dataset.from_dict({"text": ["A fine film, well played.", "A dull film."], "label": ["pos", "neg"]})
    suite = hr.Suite.build(rows, hr.task("sentiment-classification"), ["keyboard"], name=named, source=source)
    suite.push_to_hub("me/film-tests", "1.0.0")
    text = (released[0] / "README.md").read_text(encoding="utf-8")
    assert f"\n# {title} 1.0.0\n" in text and front(text)["pretty_name"] == title
    assert hr.Suite.load(released[0]).info["name"] == title  # what records and model cards say
    if source:
        assert f"`{source}`" in text and front(text)["source_datasets"] == [source]


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("films.jsonl", 'Dataset.from_json("your-copy.jsonl")'),
        ("a/films.tsv (of me)", 'Dataset.from_csv("your-copy.tsv", sep="\\t")'),
        ("films.csv", 'Dataset.from_csv("your-copy.csv")'),
        ("films.arrow", 'Dataset.from_file("your-copy.arrow")'),
        ("films.parquet", 'Dataset.from_parquet("your-copy.parquet")'),
        (None, 'Dataset.from_json("your-copy.jsonl")'),
    ],
)
def test_the_code_for_a_file_reads_a_copy(manifest, source, call):
    text = card({**manifest, "info": {**manifest["info"], "dataset": source}})
    assert f"data = {call}  # the file of the source: 3 rows" in again(text)[0]
    assert callable(getattr(Dataset, call.split("(")[0].removeprefix("Dataset.")))
    assert "source_datasets" not in front(text) and "<split>" not in text


def test_the_code_for_a_file_runs(tmp_path, monkeypatch):
    rows = Dataset.from_dict({"text": ["A fine film, well played.", "A dull film."], "label": ["pos", "neg"]})
    rows.to_json(tmp_path / "your-copy.jsonl")
    monkeypatch.chdir(tmp_path)
    suite = hr.Suite.build(rows, hr.task("sentiment-classification"), ["keyboard"], source="films.jsonl")
    text = (suite.save(tmp_path / "suite") / "README.md").read_text()
    space: dict = {}
    exec(again(text)[0], space)
    assert space["suite"].content_hash == suite.content_hash


def test_examples_show_texts_as_they_are(manifest):
    shown = {"config": "keyboard", "before": "a | b", "after": "``so'' | `c`"}
    text = card({**manifest, "examples": [shown]})
    assert "- `keyboard`: `a | b` → ``` ``so'' | `c` ```" in text
    inner = [token for one in MarkdownIt().parse(text.split("## Examples")[1]) for token in one.children or ()]
    codes = [token.content for token in inner if token.type == "code_inline"]
    assert codes[:3] == ["keyboard", "a | b", "``so'' | `c`"]


def test_what_is_unknown_is_said(manifest):
    info = {**manifest["info"], "license": None, "dataset": None, "split": None, "version": None}
    text = card({**manifest, "info": info})
    assert front(text)["license"] == "unknown" and "source_datasets" not in front(text)
    assert "The license of the source data was not given" in text and "inherits its license" in text
    assert 'a dataset without a name (`source="user/name"` when the suite is built gives it one)' in text
    assert "path/to/this/folder" in text and "revision=" not in text
    assert all("version" not in config for config in front(text)["configs"])


def test_skipped_ones_and_odd_texts_do_not_break_the_table(manifest):
    first = {**manifest["entries"][0], "summary": "one | two\nthree"}
    info = {**manifest["info"], "skipped": [{"name": "synonym", "reason": "wordnet was not found"}]}
    text = card({**manifest, "info": info, "entries": [first, *manifest["entries"][1:]]})
    assert r"one \| two three" in text and "- synonym: wordnet was not found" in text


def test_a_transformation_that_is_not_installed_is_shown_with_all_parameters(manifest):
    stage = {"name": "not-installed", "version": "1", "params": {"rate": 0.1, "kinds": ["a", "b"]}}
    entry = SimpleNamespace(**manifest["entries"][0])
    text = card({**manifest, "entries": [{**vars(entry), "stages": [stage]}]})
    assert "{'name': 'not-installed', 'rate': 0.1, 'kinds': ('a', 'b')}" in text


HOSTILE = "<img src=x onerror=alert(1)> [click](javascript:x) | `"


def test_names_are_text_on_the_card(manifest):
    info = {**manifest["info"], "name": HOSTILE, "dataset": HOSTILE, "split": HOSTILE, "license": HOSTILE}
    info |= {"skipped": [{"name": HOSTILE, "reason": HOSTILE}], "created": HOSTILE, "version": HOSTILE}
    info |= dict.fromkeys(("title", "terms", "citation", "source_revision", "sample"), HOSTILE) | {"limits": [HOSTILE]}
    info["resources"] = [dict.fromkeys(("purpose", "name", "version", "origin"), HOSTILE)]
    info["baselines"] = [dict.fromkeys(("model", "revision", "metric", "label", "date", "learned_from"), HOSTILE)]
    info["baselines"][0] |= {"hf_robust_version": HOSTILE, "entries": {HOSTILE: {"before": 1.0, "after": 0.5}}}
    audit = dict.fromkeys(("date", "raters", "n"), HOSTILE) | {"value": 0.5}
    entry = {**manifest["entries"][0], "summary": HOSTILE, "level": HOSTILE, "files": {}, "name": HOSTILE}
    entry |= {"effect": HOSTILE, "audit": audit}
    examples = [dict.fromkeys(("config", "before", "after"), HOSTILE)]
    text = card({**manifest, "info": info, "entries": [entry], "examples": examples})
    body = text.split("---\n", 2)[2]
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(body)
    inner = [token for block in tokens for token in (block, *(block.children or ()))]
    assert not {"html_inline", "link_open", "image"} & {token.type for token in inner}
    own = ["<details>\n<summary><b>Details</b></summary>", "</details>"]
    assert [token.content.strip() for token in inner if token.type == "html_block"] == own
    cells = 2 * 7 + 6 + 7 + 2 * 6  # facts, one entry shortly and in full, the table of the provenance
    assert [token.type for token in inner].count("td_open") == cells
    assert front(text)["pretty_name"] == HOSTILE


def test_the_card_is_the_hubs_own_kind(manifest):
    from huggingface_hub import DatasetCard

    data = DatasetCard(manifest["_card"]).data
    assert data.task_ids == ["sentiment-classification"] and len(data.configs) == 3
    assert data.source_datasets == ["me/films"]


def test_no_internal_path_is_printed(manifest, tmp_path):
    from capability_samples import suite as cases

    printed = (cases().save(tmp_path / "suite") / "README.md").read_text()
    assert 'import hf_robust as hr\n\nsuite = hr.CapabilitySuite.load("path/to/this/folder")' in printed
    for text in (manifest["_card"], printed):
        assert "hf_robust." not in re.sub(r"hf_robust \d+\.\d+\.\d+", "", text)


def test_a_data_set_of_the_hub_names_itself(monkeypatch):
    monkeypatch.setattr("hf_robust.suites.hub.repository_of", lambda dataset: "me/films")
    info = datasets.DatasetInfo(features=reviews().features, config_name="movies")
    named = Dataset(reviews().data, info=info, split=datasets.Split("test"))
    task = hr.task("sentiment-classification", text="sentence")
    suite = hr.Suite.build(named, task, ["keyboard"])
    assert (suite.info["dataset"], suite.info["config"], suite.info["split"]) == ("me/films", "movies", "test")
    assert suite.info["name"] == "films-robust"
    text = card({**suite.describe(), "entries": [{**suite["keyboard"].describe(), "config": "keyboard", "files": {}}]})
    assert "`me/films`, config `movies`, split `test`" in text
    assert "load_dataset('me/films', 'movies', split='test')" in text
    other = hr.Suite.build(named, task, ["keyboard"], source="you/mine", split="train", name="mine")
    assert (other.info["dataset"], other.info["split"], "config" in other.info) == ("you/mine", "train", False)


def test_a_data_set_that_was_made_here_has_no_name():
    task = hr.task("sentiment-classification", text="sentence")
    assert hr.Suite.build(reviews(), task, ["keyboard"]).info["dataset"] is None


@pytest.mark.parametrize(
    ("folder", "repository", "commit"),
    [("a" * 40, "me/films", "a" * 40), ("a" * 40, None, None), ("0.0.0", "me/films", None)],
)
def test_the_commit_of_a_data_set(monkeypatch, folder, repository, commit):
    monkeypatch.setattr("hf_robust.suites.hub.repository_of", lambda dataset: repository)
    loaded = SimpleNamespace(cache_files=[{"filename": f"/cache/me___films/default/0.0.0/{folder}/films-test.arrow"}])
    assert commit_of(loaded) == commit
