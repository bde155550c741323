"""The algebra of edits: laws that hold for every text and every set of edits."""

import pytest
from corpus import assert_tree, legal_bio
from hypothesis import given
from hypothesis import strategies as st

from hf_robust.core.doc import token_bounds
from hf_robust.core.edits import Edit, apply, check, project_tags, project_tokens, remap_spans
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.head_edits import check_heads, remap_heads

TEXT = st.text(alphabet="ab é😀\u0301. ", min_size=0, max_size=30)
WORD = st.text(alphabet="abcdé'", min_size=1, max_size=6)


@st.composite
def text_and_edits(draw):
    """A text with sorted edits that do not overlap."""
    text = draw(TEXT)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    cuts = cuts[: len(cuts) // 2 * 2]
    edits = [Edit(a, b, draw(st.text(alphabet="xyz ", max_size=4))) for a, b in zip(cuts[::2], cuts[1::2])]
    return text, edits


@given(TEXT)
def test_no_edits_change_nothing(text):
    assert apply(text, []) == text
    assert apply(text, [Edit(n, n, "") for n in range(len(text))]) == text


@given(text_and_edits())
def test_apply_replaces_each_place(case):
    text, edits = case
    check(edits, len(text))
    out = apply(text, edits)
    assert len(out) == len(text) + sum(len(e.text) - (e.end - e.start) for e in edits)
    one_by_one = text
    for e in reversed(edits):
        one_by_one = one_by_one[: e.start] + e.text + one_by_one[e.end :]
    assert out == one_by_one


@given(text_and_edits(), st.data())
def test_spans_move_with_the_text(case, data):
    text, edits = case
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    (moved,) = remap_spans([(start, end)], edits)
    after = apply(text, edits)
    touching = [e for e in edits if (e.start < end and start < e.end) or start < e.start < end]
    if not touching and start < end:
        assert moved is not None and after[moved[0] : moved[1]] == text[start:end]
    if moved is not None:
        assert 0 <= moved[0] < moved[1] <= len(after)
        inside = [e._replace(start=e.start - start, end=e.end - start) for e in touching]
        assert after[moved[0] : moved[1]] == apply(text[start:end], inside)
    crossing = [e for e in touching if e.start < start or e.end > end]
    if crossing:
        assert moved is None


@pytest.mark.parametrize(
    ("span", "edits", "moved"),
    [
        ((2, 5), [Edit(2, 2, "xx")], (4, 7)),  # what is inserted at the edges stays outside
        ((2, 5), [Edit(5, 5, "xx")], (2, 5)),
        ((2, 5), [Edit(3, 3, "xx")], (2, 7)),
        ((2, 5), [Edit(2, 5, "xx")], (2, 4)),  # replaced whole
        ((2, 5), [Edit(2, 5, "")], None),  # nothing is left
        ((2, 5), [Edit(1, 3, "x")], None),  # an edge is crossed
        ((2, 5), [Edit(4, 6, "x")], None),
        ((2, 5), [Edit(0, 9, "x")], None),  # covered
        ((2, 5), [Edit(0, 2, ""), Edit(5, 9, "")], (0, 3)),
    ],
)
def test_edges_of_spans(span, edits, moved):
    assert remap_spans([span], edits) == [moved]


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(3, 2, "")],
        [Edit(-1, 2, "")],
        [Edit(0, 9, "")],
        [Edit(0, 2, ""), Edit(1, 3, "")],
        [Edit(2, 3, ""), Edit(0, 1, "")],
    ],
)
def test_wrong_edits_are_refused(edits):
    with pytest.raises(UsageError, match="Edit"):
        check(edits, 5)


@st.composite
def tokens_and_edits(draw, inserts=False):
    """Tokens, and edits that replace characters inside of single tokens."""
    tokens = draw(st.lists(WORD, min_size=1, max_size=7))
    edits = []
    for start, end in token_bounds(tokens):
        if draw(st.booleans()):
            a = draw(st.integers(start, end - 1))
            b = draw(st.integers(a + 1, end))
            new = draw(st.text(alphabet="xyz", min_size=1, max_size=3))
            edits.append(Edit(a, b, new))
        if inserts and draw(st.integers(0, 3)) == 0:
            edits.append(Edit(end, end, " new words"))
        if inserts and draw(st.integers(0, 5)) == 0 and not any(e.end > start for e in edits if e.start < end):
            edits.append(Edit(start, end, draw(st.sampled_from(["", "two parts", "one"]))))
    return tokens, sorted(edits, key=lambda e: (e.start, e.end))


@given(tokens_and_edits())
def test_tokens_are_those_of_the_text_after(case):
    tokens, edits = case
    text = " ".join(tokens)
    found = project_tokens(text, token_bounds(tokens), edits)
    assert found.tokens == apply(text, edits).split()
    assert found.origins == list(range(len(tokens))) and not found.merged
    assert found.inserted == [None] * len(tokens)


@given(tokens_and_edits(inserts=True))
def test_tokens_with_insertions_and_splits(case):
    tokens, edits = case
    text = " ".join(tokens)
    found = project_tokens(text, token_bounds(tokens), edits)
    assert found.tokens == apply(text, edits).split()
    assert len(found.tokens) == len(found.origins) == len(found.inserted)
    assert all((origin is None) == (inserted is not None) for origin, inserted in zip(found.origins, found.inserted))
    kept = [origin for origin in found.origins if origin is not None]
    assert kept == sorted(kept) and set(kept) <= set(range(len(tokens)))


def tags_for(size):
    return st.lists(st.sampled_from(["O", "PER", "LOC"]), min_size=size, max_size=size).flatmap(
        lambda kinds: st.lists(st.booleans(), min_size=size, max_size=size).map(lambda starts: _bio(kinds, starts))
    )


def _bio(kinds, starts):
    tags = []
    for place, (kind, start) in enumerate(zip(kinds, starts)):
        continues = place and kinds[place - 1] == kind and not start
        tags.append("O" if kind == "O" else f"{'I' if continues else 'B'}-{kind}")
    return tags


@given(tokens_and_edits(inserts=True), st.data())
def test_tags_stay_legal_and_as_many_as_tokens(case, data):
    tokens, edits = case
    tags = data.draw(tags_for(len(tokens)))
    assert legal_bio(tags)
    found = project_tokens(" ".join(tokens), token_bounds(tokens), edits)
    new = project_tags(tags, found, "ner", "O")
    assert len(new) == len(found.tokens) and legal_bio(new), (tags, new, found)
    kinds = {origin: tag[2:] for origin, tag in zip(found.origins, new) if origin is not None}
    assert all(tags[origin][2:] == kind for origin, kind in kinds.items())


@st.composite
def forests(draw):
    size = draw(st.integers(1, 7))
    order = draw(st.permutations(range(1, size + 1)))
    heads = [0] * size
    for place, node in enumerate(order[1:], start=1):
        heads[node - 1] = order[draw(st.integers(0, place - 1))]
    return heads


@given(forests(), st.data())
def test_heads_stay_one_tree(heads, data):
    size = len(heads)
    tokens = [f"w{n}" for n in range(size)]
    edits = []
    for start, end in token_bounds(tokens):
        kind = data.draw(st.sampled_from(["keep", "change", "split", "delete", "insert"]))
        if kind == "change":
            edits.append(Edit(start, start + 1, "v"))
        elif kind == "split":
            edits.append(Edit(start, end, "a b c"))
        elif kind == "delete":
            edits.append(Edit(start, end, ""))
        elif kind == "insert":
            edits.append(Edit(end, end, " more words", {"deprel": ["x", "y"]} if data.draw(st.booleans()) else None))
    found = project_tokens(" ".join(tokens), token_bounds(tokens), edits)
    deprels = ["root" if head == 0 else "dep" for head in heads]
    if heads.index(0) not in found.origins:
        with pytest.raises(NotApplicable, match="root"):
            remap_heads(heads, deprels, found)
        return
    assert_tree(*remap_heads(heads, deprels, found), len(found.tokens))


def test_merged_tokens_need_one_label():
    found = project_tokens("New York", [(0, 3), (4, 8)], [Edit(0, 8, "Oslo")])
    assert project_tags(["B-LOC", "I-LOC"], found, "ner", "O") == ["B-LOC"]
    with pytest.raises(NotApplicable):
        project_tags(["B-LOC", "O"], found, "ner", "O")
    with pytest.raises(NotApplicable):
        project_tags(["B-LOC", "B-LOC"], found, "ner", "O")
    with pytest.raises(NotApplicable):
        project_tags(["NNP", "VB"], found, "xpos", None)


def test_an_entity_without_its_first_token_begins_at_the_next():
    found = project_tokens("New York won", [(0, 3), (4, 8), (9, 12)], [Edit(0, 4, "")])
    assert found.tokens == ["York", "won"]
    assert project_tags(["B-LOC", "I-LOC", "O"], found, "ner", "O") == ["B-LOC", "O"]


def test_inserted_tokens_carry_their_tags():
    edit = Edit(3, 3, " so there", {"gold": ["O", "B-X"], "upos": ["ADV", "ADV"]})
    found = project_tokens("yes", [(0, 3)], [edit])
    assert project_tags(["O"], found, "ner", "O") == ["O", "O", "B-X"]
    with pytest.raises(NotApplicable, match="xpos"):
        project_tags(["UH"], project_tokens("yes", [(0, 3)], [Edit(3, 3, " so", {"upos": ["ADV"]})]), "xpos", None)


def test_an_edit_that_replaces_one_whole_token_relabels_it():
    edit = Edit(3, 8, "like", {"xpos": ["VB"]})
    found = project_tokens("He likes it", [(0, 2), (3, 8), (9, 11)], [edit])
    assert found.relabeled == {1: {"xpos": ["VB"]}} and found.origins == [0, 1, 2]
    assert project_tags(["PRP", "VBZ", "PRP"], found, "xpos", None) == ["PRP", "VB", "PRP"]
    assert project_tags(["PRON", "VERB", "PRON"], found, "upos", None) == ["PRON", "VERB", "PRON"]
    # a part of a token, two tokens, and one that becomes two keep what they had
    for edits in ([edit._replace(end=7)], [edit._replace(end=11)], [edit._replace(text="li ke")]):
        assert not project_tokens("He likes it", [(0, 2), (3, 8), (9, 11)], edits).relabeled


def test_an_inserted_token_hangs_where_its_edit_says():
    def heads(head, edits=()):
        new = Edit(9, 9, " so", {"deprel": ["advmod"], "head": [head]})
        found = project_tokens("He is ill now", [(0, 2), (3, 5), (6, 9), (10, 13)], [*edits, new])
        return remap_heads([3, 3, 0, 3], ["nsubj", "cop", "root", "advmod"], found)[0]

    assert heads(1) == [3, 3, 0, 1, 3]
    assert heads(2) == [3, 3, 0, 3, 3]  # a copula has no dependents: its head
    assert heads(3) == [3, 3, 0, 3, 3]
    assert heads(1, [Edit(0, 3, "")]) == [2, 0, 2, 2]  # it is gone: the head of it


def test_an_entity_that_grows_around_an_insertion_stays_legal():
    found = project_tokens("New York", [(0, 3), (4, 8)], [Edit(3, 3, " or")])
    assert legal_bio(project_tags(["B-LOC", "I-LOC"], found, "ner", "O"))


@pytest.mark.parametrize("heads", [[2, 3, 2, 0], [0, 2, 1, 1]])
def test_heads_in_a_circle_are_refused(heads):
    """They were followed upward for ever."""
    tokens = project_tokens(
        "a b c d", [(0, 1), (2, 3), (4, 5), (6, 7)], [Edit(4, 5, ""), Edit(7, 7, " e", {"head": [3]})]
    )
    with pytest.raises(NotApplicable, match="circle"):
        remap_heads(heads, ["aux"] * 4, tokens)


def test_a_long_chain_of_heads_is_read_in_linear_time():
    check_heads([*range(2, 50_001), 0])
