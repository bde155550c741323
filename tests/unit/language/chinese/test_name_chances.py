"""Full names of people: where one may stand, and which is the likelier."""

import pytest

from hf_robust.language.chinese.name_chances import is_surname_with_title, likely_names


@pytest.mark.parametrize(
    ("text", "start", "ends"),
    [
        ("王小明来", 0, [2, 3]),
        ("说王小明", 0, []),
        ("说王小明", 1, [3, 4]),
        ("欧阳娜", 0, [2, 3, 3]),
        ("王", 0, []),
        ("王，他", 0, []),
        ("王小", 0, [2]),
        ("王小。", 0, [2]),
        ("", 0, []),
    ],
)
def test_ends(text, start, ends):
    assert [end for end, _ in likely_names(text, start)] == ends


def test_usual_names_are_likelier():
    def chance(name):
        return max(found for end, found in likely_names(name, 0) if end == len(name))

    assert chance("王建国") > chance("晁建国") > chance("晁的了")
    assert chance("张伟") > chance("张是")


def test_titles():
    assert is_surname_with_title("王先生") and not is_surname_with_title("王小明") and not is_surname_with_title("王")
