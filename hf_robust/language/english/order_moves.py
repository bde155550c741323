"""Parts of a sentence in another order: clauses of time and concession, and nouns joined by "and"."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import (
    AS_IF,
    CONCESSIVES,
    CORRELATIVES,
    MONTHS,
    MORE,
    OTHERS,
    POSSESSIVES_THIRD,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import children

_SUBORDINATORS = CONCESSIVES | AS_IF | {"once", "when"}
_BEHIND_COMMA = CONCESSIVES | {"because"}
_FEWEST = 4  # tokens of a clause
_NOT_SWAPPED = (
    MONTHS
    | WEEKDAYS
    | CORRELATIVES
    | MORE
    | (OTHERS - {"another"})
    | frozenset("respectively former latter between then first second one two same so such".split())
)
_LEADS = ("ADP", "VERB", "PUNCT", "ADV", "AUX")
_DETERMINERS = POSSESSIVES_THIRD | {"the"}
_JOINTS = frozenset("- – ' \" ( of".split())


def clause_moved(doc: Doc, first: int, end: int) -> list[Edit]:
    """Move a subordinate clause from the beginning of its sentence to the end, or back.

    Args:
        doc: A parsed text.
        first: The first token of the sentence.
        end: The token after its last.

    Returns:
        The edits; none where no clause can move.
    """
    tokens = doc.tokens
    if end - first < 2 * _FEWEST or tokens[end - 1].text != "." or doc.bounds is not None:
        return []
    roots = [place for place in range(first, end) if tokens[place].dep in ("ROOT", "root")]
    if len(roots) != 1 or any(token.text in '"“”;:()—–' for token in tokens[first:end]):
        return []
    if tokens[first].text.lower() in _SUBORDINATORS:
        return _behind(doc, first, end, roots[0])
    return _before(doc, first, end, roots[0])


def _behind(doc: Doc, first: int, end: int, root: int) -> list[Edit]:
    """ "Although it rained, the team won." becomes "The team won, although it rained." """
    tokens = doc.tokens
    commas = [place for place in range(first, end) if tokens[place].text == ","]
    if len(commas) != 1:
        return []
    comma = commas[0]
    if not first + _FEWEST - 1 <= comma <= end - _FEWEST or not comma < root:
        return []
    if not _is_clause(tokens, first, comma, root) or not _names_itself(tokens, comma + 1, root):
        return []
    start, stop = tokens[first].start, tokens[comma + 1].start
    at = tokens[end - 2].end
    if not (doc.is_free(start, stop + 1) and doc.is_free(at - 1, at)):
        return []
    moved = doc.text[start : tokens[comma - 1].end]
    gap = ", " if tokens[first].text.lower() in _BEHIND_COMMA else " "
    back = moved[0].lower() + moved[1:]
    word = tokens[comma + 1].text
    return [Edit(start, stop + 1, word[0].upper()), Edit(at, at, gap + back)]


def _before(doc: Doc, first: int, end: int, root: int) -> list[Edit]:
    """ "The team won, although it rained." becomes "Although it rained, the team won." """
    tokens = doc.tokens
    start = next(
        (
            place
            for place in range(root + 2, end - _FEWEST)
            if tokens[place].text in _BEHIND_COMMA and _opens(tokens, place)
        ),
        None,
    )
    if start is None or root - first > 8 or tokens[start - 1].text != ",":
        return []
    if any(token.text == "," for token in (*tokens[first : start - 1], *tokens[start:end])):
        return []
    clause = range(start, end - 1)
    subjects = [place for place in clause if tokens[place].dep.startswith("nsubj")]
    if not _is_clause(tokens, start, end - 1, root) or not subjects or tokens[subjects[0]].pos == "PRON":
        return []
    if any(tokens[place].pos == "PRON" or tokens[place].tag == "PRP$" for place in clause):
        return []
    if tokens[first].pos in ("CCONJ", "ADV", "ADP", "SCONJ", "VERB") or tokens[first].tag == "PRP$":
        return []
    if any(tokens[place].dep == "conj" and tokens[place].head == root for place in range(root, start)):
        return []
    stop = tokens[end - 2].end
    if not doc.is_free(tokens[start - 1].start, stop):
        return []
    at, word = tokens[first].start, tokens[first].text
    front = doc.text[tokens[start].start : stop]
    front = front[0].upper() + front[1:] + ", "
    cut = Edit(tokens[start - 2].end, stop, "")
    if tokens[first].pos == "PROPN" or word == "I" or word[1:].lower() != word[1:]:
        return [Edit(at, at, front), cut]
    return [Edit(at, at + 1, front + word[0].lower()), cut] if doc.is_free(at, at + 1) else []


def _opens(tokens: Sequence[Token], place: int) -> bool:
    return tokens[place].dep == "mark"


def _is_clause(tokens: Sequence[Token], first: int, end: int, root: int) -> bool:
    """Whether some tokens are a finite clause that hangs on the root."""
    heads = [place for place in children(tokens, root) if first <= place < end]
    if len(heads) > 2 or not any(tokens[place].dep == "advcl" for place in heads):
        return False
    has_subject = any(tokens[place].dep.startswith("nsubj") for place in range(first, end))
    return has_subject and any(tokens[place].tag in ("VBD", "VBZ", "VBP", "MD") for place in range(first, end))


def _names_itself(tokens: Sequence[Token], first: int, root: int) -> bool:
    """Whether a main clause begins with its subject, which is a noun, and has no pronoun before its verb."""
    words = tokens[first:root]
    subject = next((place for place in range(first, root) if tokens[place].dep.startswith("nsubj")), None)
    if subject is None or tokens[subject].pos not in ("NOUN", "PROPN"):
        return False
    return tokens[first].pos in ("DET", "NOUN", "PROPN", "ADJ", "NUM") and not any(
        token.pos == "PRON" or token.tag == "PRP$" for token in words
    )


def pairs_swapped(doc: Doc, first: int, end: int) -> list[Edit]:
    """Let two bare nouns, or two names, that are joined by "and" or "or" trade places.

    Args:
        doc: A parsed text.
        first: The first token of the sentence.
        end: The token after its last.
    """
    tokens = doc.tokens
    if doc.bounds is not None or any(token.text.lower() in _NOT_SWAPPED for token in tokens[first:end]):
        return []
    found: list[Edit] = []
    for place in range(first + 2, end - 1):
        if tokens[place].text not in ("and", "or"):
            continue
        left, right = _left(tokens, place, first), _right(tokens, place, end)
        if left is None or right is None or not _are_alike(tokens, (left, place), (place + 1, right)):
            continue
        one = (tokens[left].start, tokens[place - 1].end)
        two = (tokens[place + 1].start, tokens[right - 1].end)
        if doc.is_free(one[0], two[1]):
            found.append(Edit(*one, doc.text[slice(*two)]))
            found.append(Edit(*two, doc.text[slice(*one)]))
    return found


def _left(tokens: Sequence[Token], place: int, first: int) -> int | None:
    start = place - 1
    while tokens[start].pos == "PROPN" and start - 1 > first and tokens[start - 1].pos == "PROPN":
        start -= 1
    before = tokens[start - 1]
    leads = before.pos in _LEADS or before.text.lower() in _DETERMINERS
    return start if leads and before.text not in (",", "between") and start > first else None


def _right(tokens: Sequence[Token], place: int, end: int) -> int | None:
    stop = place + 2
    while tokens[stop - 1].pos == "PROPN" and stop < end and tokens[stop].pos == "PROPN":
        stop += 1
    after = tokens[stop] if stop < end else None
    ends = after is not None and after.pos in ("PUNCT", "AUX", "ADP", "VERB", "SCONJ", "ADV")
    return stop if ends and after is not None and after.text not in _JOINTS else None


def _are_alike(tokens: Sequence[Token], one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two phrases are plain nouns of one number, or names."""
    heads = tokens[one[1] - 1], tokens[two[1] - 1]
    if heads[0].text == heads[1].text or heads[1].dep != "conj":
        return False
    tags = {token.tag for token in heads}
    if tags == {"NNP"}:
        # "the James River and Huguenot Road" share their article
        return one[1] - one[0] == two[1] - two[0] and tokens[one[0] - 1].pos != "DET"
    return len(tags) == 1 and tags <= {"NN", "NNS"} and all(token.text.islower() for token in heads)
