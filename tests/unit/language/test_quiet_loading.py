"""Models that lie in a folder are read without a bar."""

from transformers import BertConfig, BertModel
from transformers.utils import logging

from hf_robust.language.models import _pretrained


def test_no_bar_for_a_folder_and_the_setting_stays(tmp_path, capfd):
    config = BertConfig(hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8, vocab_size=9)
    BertModel(config).save_pretrained(tmp_path)
    capfd.readouterr()
    shown = logging.is_progress_bar_enabled()
    try:
        for setting in (True, False):
            (logging.enable_progress_bar if setting else logging.disable_progress_bar)()
            _pretrained(BertModel, str(tmp_path), "encoder")
            assert logging.is_progress_bar_enabled() is setting
    finally:
        (logging.enable_progress_bar if shown else logging.disable_progress_bar)()
    assert "Loading" not in capfd.readouterr().err
