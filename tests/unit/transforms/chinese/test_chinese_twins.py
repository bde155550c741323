"""The list of English transformations with their Chinese classes."""

from hf_robust.cli.docs.topic_tables import TABLES
from hf_robust.transforms.chinese.twins import WITHOUT_CHINESE, chinese_twins
from hf_robust.transforms.transformation_registry import transformations


def test_every_english_transformation_has_a_chinese_class_or_a_reason():
    twins = list(chinese_twins())
    assert [twin.name for twin in twins] == sorted(transformations.names("en"))
    assert {twin.name for twin in twins if not twin.version} == set(WITHOUT_CHINESE)
    assert all(bool(twin.version) != bool(twin.reason) for twin in twins)
    table = TABLES["chinese-twins"]()
    assert all(f"\n| `{twin.name}` | " in table and twin.reason in table for twin in twins)
