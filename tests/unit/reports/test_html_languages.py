"""Texts of examples say their language, so that browsers take the right shapes of its characters."""

from hf_robust.reports.formats.html import environment


def test_chinese_examples_are_marked_as_such():
    source = '{% set spoken = text | language_of_script %}{{ spoken.code if spoken else "none" }}'
    shown = environment().from_string(source)
    assert [shown.render(text=text) for text in ("很好看", "A film", "すごい")] == ["zh", "none", "none"]
