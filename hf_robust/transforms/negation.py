"""Negation of the main clause added or removed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.clause_pieces import pieces
from hf_robust.language.english.clauses import SUBJECTS, asks_which, auxiliaries, finite_verb, is_subordinate
from hf_robust.language.english.closed_classes import (
    ASSURANCES,
    AUXILIARIES,
    BE_TENSED,
    BE_THIRD,
    FOCUS_ADVERBS,
    HAVE_TENSED,
    HEDGES,
    HERE,
    MODAL_STUMPS,
    NOT,
    PLAINLY,
    PRESENT_MODALS,
    PRIMARY_VERBS,
)
from hf_robust.language.english.negated_words import negated_words
from hf_robust.language.english.negation_signs import why_negative, why_positive, why_unsure
from hf_robust.language.english.presupposed_details import is_told_around
from hf_robust.language.english.side_clauses import side_clauses
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import ADVERBS, children, is_name, is_whole, plain, reinflected, token_number
from hf_robust.tasks import NER, NESTED_NER, PARSING, POS, SENSES
from hf_robust.transforms.base import Transformation, match_case, preserves, register
from hf_robust.transforms.negated_phrases import NOT_LAYERS, act_negated, is_split_at_spaces, none_there, phrase_negated
from hf_robust.transforms.place_ties import TAXA

_DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}
_TAG_OF_DO = {"does": "VBZ", "do": "VBP", "did": "VBD"}
_BE = BE_TENSED | {"be"}
_FULL = {"ca": "can", "wo": "will", "sha": "shall", "cannot": "can"}
_SHORT = {"can": "ca", "will": "wo", "shall": "sha"}
# adverbs that "not" follows: "it probably is not"; before all others it stands in front
_BEFORE_NOT = (
    ASSURANCES
    | HEDGES
    | PLAINLY
    | FOCUS_ADVERBS
    | frozenset(
        """reportedly allegedly supposedly apparently sometimes somehow then now soon evidently presumably indeed
            ultimately eventually finally actually basically essentially otherwise therefore thus however nevertheless
            occasionally currently once arguably likely generally usually often mostly already also still admittedly
            unfortunately sadly thankfully plainly""".split()
    )
)
_OF_SUBJECT = HERE | frozenset("today alone too else ago before back even only".split())
_AFTER_NOT = frozenset({"really", "often", "usually", "truly", "generally", "already"})  # "does not really like"
_POLAR = {
    "any": "some",
    "anything": "something",
    "anyone": "someone",
    "anybody": "somebody",
    "anywhere": "somewhere",
    "either": "too",
    "yet": "already",
}
_NEAR = 3  # tokens from a verb to one that a negation reaches as well: "came and sat down", "came home and sat down"
_INVERTED = AUXILIARIES | MODAL_STUMPS
_ASKING = _INVERTED - PRIMARY_VERBS - PRESENT_MODALS - {"might"}  # what begins no command and is no noun
_CLASSED = TAXA | {"family"}
_CLAUSES = ("ccomp", "advcl", "acl", "csubj", "parataxis")


@register
@dataclass(frozen=True, kw_only=True)
class Negation(Transformation):
    """Add a negation to a clause, or remove the negation that it has, with do-support and agreement.

    If the main clause cannot be negated alone, another clause is: what somebody reports ("It is late, police said"),
    a main clause without the clause of time or the relative clauses around it, the last of several clauses
    that "and" joins, a relative clause that adds a fact ("Oslo, which is a port"), or a later sentence if it speaks of
    other things than the others. What somebody decides may become "decided not to ...". A text that is a noun phrase
    with "a" takes "not" in front: "not a good film". Words change with the negation: "some" becomes "any", "already"
    "yet", and "and" between objects "or"; "there is a" becomes "there is no".

    A text does not change if the negation would be unclear or contradict the rest of the text: if numbers or a
    coordination with "and" make the scope unclear, if a word occurs only with a negation or never with one ("perhaps",
    "can't help"), in questions without a negative form ("how much does it cost?"), in titles and quotations, and if the
    verb and its subject do not agree, because then the parse may be wrong. New or changed tokens get part-of-speech
    tags and dependencies.

    Args:
        mode: ``both`` (remove a negation if there is one, otherwise add one), ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "ReverseNeg", and Table 2, "AddNeg" and "RmvNeg".

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP//nsubj/2 likes/VERB/VBZ//root/0 it/PRON/PRP//obj/2")
        >>> Negation().preview(doc)
        'He does not like it'
    """

    mode: str = "both"

    name = "negation"
    version = "12"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "ReverseNeg"
    choice = "clauses that can be negated"
    needs = frozenset({"pos", "dep"})
    parse_where = frozenset({"VB", "VBZ", "VBP", "VBD", "MD", "do", "be"})
    # who is not somebody is no mention of that person
    effects = preserves(POS, PARSING, NER, NESTED_NER, SENSES)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("both", "add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        first: NotApplicable | None = None
        for clause in _Clause.all(doc):
            try:
                return self._of_clause(doc, clause)
            except NotApplicable as reason:
                first = first or reason
        act = act_negated(doc) if self.mode != "remove" else []
        if act:
            return act
        # a text without one of the tags gets no tree, see parse_where
        is_parsed = any(token.tag in self.parse_where or token.text.lower() in self.parse_where for token in doc.tokens)
        fragment = phrase_negated(doc) if is_parsed and self.mode != "remove" else []
        if not fragment:
            raise first or NotApplicable("no sentence with a finite main verb")
        return fragment

    def _of_clause(self, doc: Doc, clause: "_Clause") -> list[Edit]:
        negator = clause.negator()
        if self.mode == "add" and negator is not None:
            raise NotApplicable("the main clause is already negated")
        if self.mode == "remove" and negator is None:
            raise NotApplicable("the main clause has no negation")
        clause.check(negator)
        edits = clause.negated() if negator is None else clause.affirmed(negator)
        for edit in edits:
            if not doc.is_free(edit.start, edit.end):
                raise NotApplicable("the verb of the main clause is protected")
        return sorted(edits, key=lambda edit: edit[:2])


@dataclass(frozen=True)
class _Clause:
    """The main clause: its predicate, and its finite verb or the verb of a command."""

    doc: Doc
    tokens: Sequence[Token]
    root: int
    verb: int
    first: int
    last: int

    @classmethod
    def all(cls, doc: Doc) -> "Iterator[_Clause]":
        """The main clause of the first sentence that has one, then other clauses that can be read alone."""
        main = cls._first(doc)
        if main is not None:
            yield main
        for tokens, root, verb in chain(pieces(doc.tokens), side_clauses(doc.tokens)):
            yield cls(doc, tokens, root, verb, 0, len(tokens))

    @classmethod
    def _first(cls, doc: Doc) -> "_Clause | None":
        tokens = doc.tokens
        for root, token in enumerate(tokens):
            if token.head != root:
                continue
            verb = finite_verb(tokens, root)
            if verb is None or is_subordinate(tokens, root, verb):
                continue
            if not is_whole(doc, tokens[verb]) or is_name(tokens, verb):
                continue
            inside = [n for n, other in enumerate(tokens) if other.sent == token.sent]
            return cls(doc, tokens, root, verb, inside[0], inside[-1] + 1)
        return None

    # --- what there is

    def word(self, place: int) -> str:
        return plain(self.tokens[place]) if self.first <= place < self.last else ""

    @property
    def is_command(self) -> bool:
        return self.tokens[self.verb].tag in ("VB", "VBP") and self.subject() is None and not self.is_question

    @property
    def is_auxiliary(self) -> bool:
        """Whether "not" stands after the verb itself."""
        token = self.tokens[self.verb]
        return not self.is_command and (token.tag == "MD" or plain(token) in _BE or self.verb != self.root)

    def subject(self) -> int | None:
        below = [n for n in children(self.tokens, self.root) if self.tokens[n].dep.startswith(SUBJECTS)]
        return below[0] if below else None

    @property
    def is_question(self) -> bool:
        """Whether the subject stands behind the verb; the parse of questions is not to be relied on."""
        tokens, verb = self.tokens, self.verb
        if not tokens[self.last - 1].text.endswith("?") or self.word(verb) not in _INVERTED:
            return False
        if self._starts(verb):
            return True
        return tokens[verb - 1].tag[:1] == "W" and not tokens[verb - 1].dep.startswith(SUBJECTS)

    def negator(self) -> int | None:
        """The "not", "never" or "no longer" of the clause; "cannot" is its own."""
        if self.word(self.verb) == "cannot":
            return self.verb
        for place in range(self.verb + 1, min(self.verb + 4, self.last)):
            word = self.word(place)
            if word in NOT and self.word(place + 1) != "only":
                return place
            if word == "never" or (word == "no" and self.word(place + 1) == "longer"):
                return place
            passes = self.tokens[place].tag in ADVERBS or (self.is_question and self.tokens[place].tag == "PRP")
            if not passes:
                break
        for place in (self.verb - 1, self.verb - 2):
            word = self.word(place)
            if word == "never" or (word == "longer" and self.word(place - 1) == "no"):
                return place if word == "never" else place - 1
            if place < self.first or self.tokens[place].tag not in ADVERBS:
                break
        return None

    def _inside(self, place: int) -> bool:
        """Whether a token belongs to this clause, and to no clause below it."""
        tokens = self.tokens
        for _ in range(len(tokens)):
            if place == self.root:
                return True
            if tokens[place].dep.startswith(_CLAUSES) or (tokens[place].dep == "conj" and tokens[place].tag[:1] == "V"):
                return False
            place = tokens[place].head
        return False

    def check(self, negator: int | None) -> None:
        """Refuse a text in which the main clause cannot be told for sure, or in which more than that would change.

        Raises:
            NotApplicable: When it is so.
        """
        tokens, root, verb, asks = self.tokens, self.root, self.verb, self.is_question
        if self._has_tag_question():
            raise NotApplicable("a tag question follows the main clause")
        reason = (
            self._why_no_question()
            or why_unsure(tokens, root, verb, asks, self.is_command)
            or (why_positive(tokens, verb, asks) if negator is None else why_negative(tokens, verb, negator))
        )
        if reason is None and is_told_around(self.doc.tokens, tokens, negator is not None):
            reason = "the text around the clause leans on it"
        if reason is None and negator is None and self._defines():
            reason = "the first sentence says what its subject is"
        if reason is not None:
            raise NotApplicable(reason)

    def _defines(self) -> bool:
        """Whether the first sentence says what a name is or what a word means: "Gir is a forest in India"."""
        tokens, subject = self.tokens, self.subject()
        if subject is None or self.word(self.verb) not in BE_THIRD:
            return False
        below = [n for n in children(tokens, subject) if n < subject]
        named = {tokens[n].pos for n in (subject, *below)}
        bare = tokens[subject].tag == "NN" and "DET" not in named and not any(tokens[n].tag == "PRP$" for n in below)
        if not bare and "PROPN" not in named and plain(tokens[self.root]) not in _CLASSED:
            return False
        opens = tokens[self.root].sent == tokens[0].sent and tokens[0].start <= self.doc.tokens[0].start
        return opens and tokens[self.root].tag[:2] == "NN"

    def _why_no_question(self) -> str | None:
        """ "How much does it not cost?" asks nothing; "Is it good or bad?" has no negation."""
        words = [self.word(n) for n in range(self.first, self.last)]
        tags = [token.tag for token in self.tokens[self.first : self.verb]]
        opens = any(tag[:1] == "W" for tag in tags) and FINITE.isdisjoint(tags)
        if words[-1][-1:] != "?" and not self.is_question:
            return "a question without its mark" if opens or self.word(self.first) in _ASKING else None
        which = asks_which(self.tokens, self.first, self.verb, self.subject())
        fits = which or (self.is_question and (not opens or words[0] == "why"))
        return None if fits and "or" not in words else "a question that has no negative form"

    # --- a negation comes in

    def negated(self) -> list[Edit]:
        words = negated_words(self.tokens, self.verb)
        changed = [self._replaced(n, match_case(self.tokens[n].text, new)) for n, new in words.items()]
        return [*self._with_not(words), *changed]

    def _with_not(self, changed: Mapping[int, str]) -> list[Edit]:
        tokens, verb = self.tokens, self.verb
        if self.word(verb) == "let" and self.word(verb + 1) in ("'s", "us"):
            return [self._insertion(verb + 1, " not")]
        if self.word(verb) == "let":
            raise NotApplicable("a word of the sentence cannot be negated")
        if self.is_command:
            return self._do_not("do", "VB")
        if self.is_question and "or" in changed.values():
            raise NotApplicable("what the negation reaches could not be told")
        if self.is_question:
            return self._negative_question()
        stands_alone = self.word(verb) in _TAG_OF_DO and not self.word(verb + 1).isalpha()
        if not self.is_auxiliary and not stands_alone:
            before = self.word(verb - 1).replace("’", "'")
            if before in HAVE_TENSED or before.endswith(("'ve", "'d")):
                raise NotApplicable("the main verb is not known")  # a participle that is tagged as a past form
            return self._do_not(_DO[tokens[verb].tag], tokens[verb].tag)
        if self.word(verb - 1) == "there" and self.word(verb) in _BE and verb > self.first:
            none = none_there(self.doc, tokens, verb + 1)
            if none is not None:
                return [none]
        place = verb
        while self.word(place + 1) in _BEFORE_NOT and tokens[place + 1].tag in ADVERBS and place + 1 not in changed:
            place += 1
        joined = place == verb and self.word(verb) == "can" and self.doc.bounds is None
        return [self._insertion(place, "not" if joined else " not")]

    def _has_tag_question(self) -> bool:
        words = [self.word(n) for n in range(max(self.first, self.last - 5), self.last)]
        if words[-1:] != ["?"] or "," not in words:
            return False
        tail = words[words.index(",") + 1 : -1]
        return 2 <= len(tail) <= 4 and self.tokens[self.last - 2].tag in ("PRP", "EX")

    def _insertion(self, place: int, text: str) -> Edit:
        """ "not" after a token."""
        token = self.tokens[place]
        words = [token.text for token in self.tokens[max(0, place - 1) : place + 1]]
        loud = all(word.isupper() and len(word) > 1 for word in words)
        return Edit(token.end, token.end, text.upper() if loud else text, self._layers(NOT_LAYERS))

    def _layers(self, layers: Mapping[str, Sequence]) -> dict[str, list] | None:
        if self.doc.bounds is None:
            return None
        root = self.tokens[self.root]
        own = {name: list(values) for name, values in layers.items()}
        return {**own, "head": [token_number(self.doc, root.start, root.end)] * len(layers["upos"])}

    def _do_not(self, do: str, tag: str) -> list[Edit]:
        tokens, verb = self.tokens, self.verb
        base = plain(tokens[verb]) if self.is_command else reinflected(*_known(tokens[verb]), "VB")
        if base is None:
            raise NotApplicable("the main verb is not known")
        place = verb
        # "really likes" becomes "does not really like", but "probably likes" "probably does not like"
        while place > self.first and tokens[place - 1].tag in ADVERBS and self._moves(place - 1):
            place -= 1
        layers = {"upos": ["AUX", "PART"], "xpos": [tag, "RB"], "deprel": ["aux", "advmod"]}
        first = tokens[place]
        loud = first.text.isupper() and len(first.text) > 1
        starts = first.text[:1].isupper() and not loud
        text = f"{do} not ".upper() if loud else f"{do} not ".capitalize() if starts else f"{do} not "
        edits = [Edit(first.start, first.start, text, self._layers(layers))]
        if starts and place != verb:
            edits.append(self._replaced(place, first.text[:1].lower() + first.text[1:]))
        new = base if starts and place == verb else match_case(tokens[verb].text, base)
        edits.append(self._replaced(verb, new, "VB"))
        if not self.is_command:
            edits += self._coordinated(tokens[verb].tag, "VB", ("and", "or"))
        return [edit for edit in edits if edit.text != self.doc.text[edit.start : edit.end] or edit.tags]

    def _moves(self, place: int) -> bool:
        word = self.word(place)
        return word in _AFTER_NOT or word not in _BEFORE_NOT | _OF_SUBJECT

    def _coordinated(self, old: str, new: str, joins: tuple[str, ...]) -> list[Edit]:
        """Verbs joined to the main one take its form: "does not sing and dance"."""
        edits = []
        for place in children(self.tokens, self.root):
            token = self.tokens[place]
            below = {n: self.tokens[n].dep.split(":")[0] for n in children(self.tokens, place)}
            before = {self.word(n) for n in range(self.verb, place)}
            joined = any(dep == "cc" and self.word(n) in joins for n, dep in below.items())
            plain_verb = not {"nsubj", "aux", "cop"} & set(below.values()) and "," not in before and ";" not in before
            if token.dep == "conj" and token.tag == old and token.pos == "VERB" and joined and plain_verb:
                if place > self.root + _NEAR:
                    raise NotApplicable("what the negation reaches could not be told")
                if any(self.tokens[n].tag[:1] == "W" for n in range(self.verb, place)):
                    raise NotApplicable("a joined verb may belong to a relative clause")
                form = reinflected(*_known(token), new)
                if form is not None:
                    edits.append(self._replaced(place, match_case(token.text, form), new))
        return edits

    def _replaced(self, place: int, text: str, tag: str | None = None) -> Edit:
        token = self.tokens[place]
        tags = {"xpos": [tag]} if tag is not None and self.doc.bounds is not None else None
        return Edit(token.start, token.end, text, tags)

    def _negative_question(self) -> list[Edit]:
        tokens, verb = self.tokens, self.verb
        if tokens[verb + 1].tag == "PRP":
            return [self._insertion(verb + 1, " not")]
        word = self.word(verb)
        if word in ("am", "may", "might"):
            raise NotApplicable("a question without a negative form")
        short = match_case(tokens[verb].text, _SHORT.get(word, word))
        if self.doc.bounds is not None and is_split_at_spaces(self.doc):
            return [self._replaced(verb, short + ("N'T" if short.isupper() and len(short) > 1 else "n't"))]
        clitic = self._insertion(verb, "n't" if self.doc.bounds is None else " n't")
        return [*([] if short == tokens[verb].text else [self._replaced(verb, short)]), clitic]

    # --- a negation goes

    def affirmed(self, negator: int) -> list[Edit]:
        tokens, verb = self.tokens, self.verb
        size = 2 if self.word(negator) == "no" else 1
        kept = set(range(verb, negator + size))
        edits = self._without_polarity(kept)
        if self.word(verb) == "ai" and self.word(negator) == "n't":
            raise NotApplicable('"ain\'t" has no positive form')
        do = self.word(verb) in _TAG_OF_DO and verb != self.root and not self.is_question
        command = self.is_command or (do and self.subject() is None and self._starts(verb))
        if (do or (command and self.word(verb) == "do")) and self.word(negator) in NOT and negator > verb:
            return edits + self._without_do(negator, command)
        full = _FULL.get(self.word(verb))
        if full is not None and self.word(negator) in ("n't", "cannot"):
            edits.append(self._replaced(verb, match_case(tokens[verb].text, full)))
        return edits if negator == verb else edits + self._deleted(negator, size)

    def _starts(self, place: int) -> bool:
        return not any(token.tag[:1].isalpha() for token in self.tokens[self.first : place])

    def _without_do(self, negator: int, command: bool) -> list[Edit]:
        """ "does not really like" becomes "really likes"."""
        tokens, verb = self.tokens, self.verb
        group = (self.root, *auxiliaries(tokens, self.root))
        place = next((n for n in group if n > negator and self._is_base(n)), None)
        if place is None or (self.word(place) == "be" and not command):
            raise NotApplicable("no verb follows the negation")
        following, main = tokens[negator + 1], tokens[place]
        tag = _TAG_OF_DO[self.word(verb)]
        form = plain(main) if command else reinflected(plain(main), "VB", tag)
        if form is None:
            raise NotApplicable("the main verb is not known")
        old = tokens[verb].text
        edits = [Edit(tokens[verb].start, following.start, "")]
        up = old[:1].isupper()
        cased = match_case(old, form) if following is main and up else match_case(main.text, form)
        edits.append(self._replaced(place, cased, "VB" if command else tag))
        if up and following is not main:
            edits.append(self._replaced(negator + 1, following.text[:1].upper() + following.text[1:]))
        return edits + ([] if command else self._coordinated("VB", tag, ("and", "or")))

    def _is_base(self, place: int) -> bool:
        """Whether a token is the verb of "do"; the tagger takes "like" for a preposition."""
        return self.tokens[place].tag == "VB" or (place == self.root and self.word(place) == "like")

    def _deleted(self, negator: int, size: int) -> list[Edit]:
        tokens, text = self.tokens, self.doc.text
        start, end = tokens[negator].start, tokens[negator + size - 1].end
        following = tokens[negator + size] if negator + size < len(tokens) else None
        if negator == self.first and following is not None:
            word = following.text
            word = word[:1].upper() + word[1:] if tokens[negator].text[:1].isupper() else word
            return [Edit(start, following.start, ""), Edit(following.start, following.end, word)]
        if start and text[start - 1].isspace():
            start -= 1
        return [Edit(start, end, "")]

    def _without_polarity(self, kept: set[int]) -> list[Edit]:
        """Words that only a negation allows: "any" becomes "some", "at all" goes."""
        edits = []
        for place in range(self.verb, self.last):
            word, token = self.word(place), self.tokens[place]
            if place in kept or not self._inside(place) or not is_whole(self.doc, token):
                continue
            if word == "anymore" or (word == "all" and self.word(place - 1) == "at" and self._ends_phrase(place)):
                start = self.tokens[place - (word == "all")].start
                edits += [Edit(start - 1, token.end, "")] if self.doc.text[start - 1].isspace() else []
            elif word in _POLAR and not (word in ("yet", "either") and not self._is_adverb(place)):
                edits.append(self._replaced(place, match_case(token.text, _POLAR[word])))
        return edits

    def _ends_phrase(self, place: int) -> bool:
        """Whether no noun follows, as in "at all costs"; "at all good" ends with an adjective."""
        step = 2 if self.tokens[min(place + 1, self.last - 1)].tag == "JJ" else 1
        return place + step >= self.last or self.tokens[place + step].tag[:1] not in ("N", "J", "D", "C")

    def _is_adverb(self, place: int) -> bool:
        """Whether "yet" or "either" is no conjunction and no determiner."""
        following = self.tokens[place + 1].tag if place + 1 < self.last else "."
        return following in (".", ",", ":") or (following == "VBN" and self.tokens[place].tag in ADVERBS)


def _known(token: Token) -> tuple[str, str]:
    return plain(token), token.tag
