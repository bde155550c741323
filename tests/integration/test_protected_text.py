"""Protected text in suites, attacks, capability tests, corruptions, training and on the command line."""

import json
import warnings

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.capability.cases import case_record, case_row, features
from hf_robust.capability.expansion.expand import Expand
from hf_robust.core.protection import RULES_VERSION
from hf_robust.training.draw import make_recipe

TASK = hr.task("sentiment-classification", label_names=["bad", "good"])
TEXT = "The Grand Hotel at www.hotel.example is <b>really good</b>, says @jo_smith in AB-1234 for 20 dollars."
KEPT = ["www.hotel.example", "<b>", "</b>", "@jo_smith"]
ASKED = {"grand hotel": "Grand Hotel", "re:[A-Z]{2}-[0-9]+": "AB-1234", "numbers": "20"}


def data(size=4):
    return Dataset.from_dict({"text": [f"{TEXT} It was fine {n}" for n in range(size)], "label": [1] * size})


ALL = (*KEPT, *ASKED.values())


def assert_kept(texts, pieces=ALL):
    for text in texts:
        assert all(piece in text for piece in pieces), text


def model(texts):
    """Good where most letters are those of the texts above, so that attacks go on to the end."""
    return [{"label": "good", "score": 0.5 + 0.4 * ("e" in text[-8:])} for text in texts]


@pytest.mark.parametrize("recipe", ["deepwordbug", "pwws", "pruthi", "checklist", "input-reduction"])
def test_attacks(recipe):
    from hf_robust.attacks.recipes import RECIPES

    if recipe not in RECIPES:
        pytest.skip("no such recipe")
    seen = []

    def asked(texts):
        seen.extend(texts)
        return model(texts)

    hr.attack(asked, data(2), recipe, TASK, budget=60, protect=list(ASKED))
    probes = [text for text in seen if len(text) > len(TEXT) - 2]  # a search may leave out a word to see what it counts
    assert len(set(seen)) > 1
    assert_kept([text for text in probes if "[UNK]" not in text])


def test_suites_record_what_was_protected(tmp_path):
    suite = hr.Suite.build(data(), TASK, ["keyboard", "typos", "word-case"], protect=list(ASKED))
    for entry in suite.entries.values():
        assert_kept(entry.perturbed["text"])
    manifest = json.loads((suite.save(tmp_path / "suite") / "suite.json").read_text())
    info = manifest["info"]
    assert info["protect"] == sorted(ASKED) and info["protect_defaults"] and info["protection_rules"] == RULES_VERSION
    assert "protect=['grand hotel'" in (tmp_path / "suite" / "README.md").read_text()
    assert hr.Suite.load(tmp_path / "suite").content_hash == suite.content_hash
    off = hr.Suite.build(data(), TASK, ["word-case"], protect_defaults=False)
    assert "WWW.HOTEL.EXAMPLE" in off["word-case"].perturbed["text"][0]
    off.save(tmp_path / "off")
    assert "protect_defaults=False" in (tmp_path / "off" / "README.md").read_text()


def test_chains_and_entities():
    rows = data(6)
    chained = rows.map(hr.Perturb(["keyboard", "twitter", "word-case"], TASK, protect=list(ASKED)), batched=True)
    assert len(chained) and not chained["text"][0].startswith(TEXT[:20])
    assert_kept(chained["text"])
    names = Dataset.from_dict({"text": ["Anna Smith lives in Paris and works for Google."] * 2, "label": [1, 0]})
    for perturb in (hr.Perturb(name, TASK, protect=["entities"], keep="all") for name in ("word-case", "keyboard")):
        assert_kept(names.map(perturb, batched=True)["text"], ["Anna Smith", "Paris"])


def test_fingerprints_differ():
    from datasets.fingerprint import Hasher

    options = [{}, {"protect": ["a"]}, {"protect": ["re:a"]}, {"protect_defaults": False}]
    assert len({Hasher.hash(hr.Perturb("keyboard", TASK, **one)) for one in options}) == len(options)


def test_expansions_leave_it_whole():
    text = "The story of big_red_car is sad."
    row = case_row(["text"], [text], case_record("LC1", [text], accepted=["neutral"]))
    seeds = Dataset.from_list([row], features=features("sentiment-classification"))
    served = {"sentiment": "vader", "parser": "embedded", "words": "any", "k": None}
    plain = seeds.map(Expand(**served), batched=True, features=seeds.features)["text"][:]
    grown = seeds.map(Expand(**served, protect=["story of"]), batched=True, features=seeds.features)["text"][:]
    assert any("story of" not in one for one in plain) or plain
    assert grown and all("story of" in one and "big_red_car" in one for one in grown)


def test_training_draws():
    recipe = make_recipe(TASK, ["word-case"], protect=["grand hotel"])
    (perturb,) = recipe.perturbs(TASK, 1)
    assert_kept(perturb(data()[:])["text"], [*KEPT, "Grand Hotel"])


def test_an_entry_without_a_match_is_named_once():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        data(2500).map(hr.Perturb("keyboard", TASK, protect=["grand hotel", "Grnd"]), batched=True, batch_size=100)
        hr.Suite.build(data(), TASK, ["keyboard", "typos"], protect=["Grnd"])
    said = [str(one.message) for one in found if "no text holds" in str(one.message)]
    assert len(said) == 2 and all("'grnd'" in one for one in said)


def test_command_line(tmp_path):
    from hf_robust.cli.app import main

    file = tmp_path / "rows.jsonl"
    data().to_json(file)
    out = tmp_path / "out.jsonl"
    given = ["perturb", "word-case", "--dataset", str(file), "--task", "sentiment-classification", "--out", str(out)]
    entries = [part for entry in ASKED for part in ("--protect", entry)]
    result = CliRunner().invoke(main, [*given, *entries])
    assert result.exit_code == 0, result.output
    assert_kept(json.loads(line)["text"] for line in out.read_text().splitlines())
    other = tmp_path / "other.jsonl"
    result = CliRunner().invoke(main, [*given[:-1], str(other), "--no-protect-defaults"])
    assert result.exit_code == 0 and "WWW.HOTEL.EXAMPLE" in other.read_text()
    result = CliRunner().invoke(main, [*given[:-1], str(tmp_path / "bad.jsonl"), "--protect", "re:("])
    assert result.exit_code != 0
