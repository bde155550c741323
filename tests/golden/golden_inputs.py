"""Ten inputs for the golden files, in the notation of ``corpus.py``, and the parameters they are run with."""

INPUTS = """
Do/AUX/VBP/do ~n't/PART/RB/not you/PRON/PRP think/VERB/VB it/PRON/PRP ~'s/AUX/VBZ/be been/AUX/VBN/be a/DET/DT wonderful/ADJ/JJ evening/NOUN/NN ~?/PUNCT/. | | 4:aux 4:advmod 4:nsubj 0:root 10:nsubj 10:aux 10:cop 10:det 10:amod 4:ccomp 4:punct
The/DET/DT old/ADJ/JJ movies/NOUN/NNS/movie that/PRON/WDT they/PRON/PRP showed/VERB/VBD/show were/AUX/VBD/be not/PART/RB boring/ADJ/JJ ~,/PUNCT/, because/SCONJ/IN you/PRON/PRP are/AUX/VBP/be great/ADJ/JJ company/NOUN/NN ~./PUNCT/. | | 3:det 3:amod 9:nsubj 6:obj 6:nsubj 3:acl:relcl 9:cop 9:advmod 0:root 15:punct 15:mark 15:nsubj 15:cop 15:amod 9:advcl 9:punct
Anna/PROPN/NNP Smith/PROPN/NNP bought/VERB/VBD/buy a/DET/DT house/NOUN/NN in/ADP/IN Oslo/PROPN/NNP ~,/PUNCT/, and/CCONJ/CC Smith/PROPN/NNP sold/VERB/VBD/sell it/PRON/PRP in/ADP/IN 1998/NUM/CD for/ADP/IN 1,250,000/NUM/CD dollars/NOUN/NNS/dollar ~./PUNCT/. | Anna Smith=PERSON, Smith=PERSON, Oslo=GPE | 3:nsubj 1:flat 0:root 5:det 3:obj 7:case 5:nmod 11:punct 11:cc 11:nsubj 3:conj 11:obj 14:case 11:obl 17:case 17:nummod 11:obl 3:punct
GREAT/ADJ/JJ FOOD/NOUN/NN ~,/PUNCT/, TERRIBLE/ADJ/JJ SERVICE/NOUN/NN ~!!!/PUNCT/. | | 2:amod 0:root 5:punct 5:amod 2:conj 2:punct
We/PRON/PRP waited/VERB/VBD/wait three/NUM/CD hours/NOUN/NNS/hour for/ADP/IN an/DET/DT 8/NUM/CD ~-/PUNCT/HYPH ~minute/NOUN/NN show/NOUN/NN on/ADP/IN the/DET/DT 21st/ADJ/JJ floor/NOUN/NN of/ADP/IN Google/PROPN/NNP 's/PART/POS office/NOUN/NN in/ADP/IN New/PROPN/NNP York/PROPN/NNP ~./PUNCT/. | Google=ORG, New York=GPE | 2:nsubj 0:root 4:nummod 2:obj 10:case 10:det 9:nummod 7:punct 10:compound 2:obl 14:case 14:det 14:amod 10:nmod 18:case 18:nmod:poss 16:case 14:nmod 20:case 18:nmod 20:flat 2:punct
I/PRON/PRP would/AUX/MD definitely/ADV/RB recommend/VERB/VB the/DET/DT restaurant/NOUN/NN to/ADP/IN my/PRON/PRP$ friends/NOUN/NNS/friend tomorrow/NOUN/NN | | 4:nsubj 4:aux 4:advmod 0:root 6:det 4:obj 9:case 9:nmod:poss 4:obl 4:obl:unmarked
He/PRON/PRP ca/AUX/MD/can ~n't/PART/RB/not separate/VERB/VB the/DET/DT two/NUM/CD ~;/PUNCT/: nobody/PRON/NN can/AUX/MD ~./PUNCT/. | | 4:nsubj 4:aux 4:advmod 0:root 6:det 4:obj 9:punct 9:nsubj 4:parataxis 4:punct
The/DET/DT University/PROPN/NNP of/ADP/IN Tokyo/PROPN/NNP began/VERB/VBD/begin helping/VERB/VBG/help larger/ADJ/JJR/large companies/NOUN/NNS/company with/ADP/IN their/PRON/PRP$ different/ADJ/JJ products/NOUN/NNS/product quickly/ADV/RB ~./PUNCT/. | University of Tokyo=ORG | 2:det 5:nsubj 4:case 2:nmod 0:root 5:xcomp 8:amod 6:obj 12:case 12:nmod:poss 12:amod 6:obl 6:advmod 5:punct
Thank/VERB/VBP you/PRON/PRP very/ADV/RB much/ADV/RB ~,/PUNCT/, Maria/PROPN/NNP ~,/PUNCT/, and/CCONJ/CC please/INTJ/UH see/VERB/VB my/PRON/PRP$ second/ADJ/JJ answer/NOUN/NN to/ADP/IN question/NOUN/NN 42/NUM/CD before/ADP/IN you/PRON/PRP leave/VERB/VBP Berlin/PROPN/NNP ~./PUNCT/. | Maria=PERSON, Berlin=GPE | 0:root 1:obj 4:advmod 1:advmod 6:punct 1:vocative 10:punct 10:cc 10:discourse 1:conj 13:nmod:poss 13:amod 10:obj 15:case 13:nmod 15:nummod 19:mark 19:nsubj 10:advcl 19:obj 1:punct
Café/PROPN/NNP Zoë/PROPN/NNP is/AUX/VBZ/be probably/ADV/RB the/DET/DT best/ADJ/JJS/good place/NOUN/NN for/ADP/IN breakfast/NOUN/NN ~,/PUNCT/, is/AUX/VBZ/be ~n't/PART/RB/not it/PRON/PRP ~?/PUNCT/. | Café Zoë=ORG | 7:nsubj 1:flat 7:cop 7:advmod 7:det 7:amod 0:root 9:case 7:nmod 7:punct 13:cop 13:advmod 7:parataxis 7:punct
"""

# needs models that the tests do not download; tests/unit/transforms/test_rewriting.py has it translate
WITHOUT = {"back-translation"}

# taken in turn; what is not listed runs with its defaults
PARAMETERS = {
    "adjacent-swap": [{}, {"count": 2}],
    "antonym": [{"rate": 1.0}, {}, {"rate": 0.5}],
    "append-irrelevant": [{}, {"place": "start"}, {"place": "end"}],
    "concat-sentences": [{}, {"following": 1}],
    "contraction": [{}, {}, {"mode": "expand"}, {"mode": "contract"}, {}],
    "add-summary": [{}, {"most": 2}, {"kind": "person"}],
    "delete-word": [{}, {"count": 2}],
    "double-denial": [{}, {"most": 1}],
    "emoji": [{}, {"count": 2}],
    "entity-typos": [{}, {"mode": "swap"}, {}],
    "homoglyph": [{}, {"count": 2}, {"rate": 1.0}],
    "homophone": [{"rate": 1.0}, {}],
    "insert-adverb": [{}, {"count": 1}, {}, {"rate": 0.5}],
    "insert-clause": [{}, {}, {"facts": False}],
    "insert-sentences": [{}, {"rate": 0.5}],
    "keyboard": [{}, {"layout": "azerty"}, {"count": 2}],
    "masked-lm": [{"rate": 0.5}, {"count": 1}, {"gate": "off"}, {"gate": "off", "neutral": False}],
    "misspelling": [{}, {"rate": 1.0}],
    "named-entity": [{}, {"types": ["place"]}, {}],
    "negation": [{}, {"mode": "add"}, {}, {"mode": "remove"}],
    "number": [{}, {"count": 1}, {}],
    "punctuation": [{"mode": "add"}, {"mode": "remove"}, {"mode": "add"}],
    "shuffle-sentences": [{}, {"order": "discourse"}],
    "spelling-errors": [{}, {"count": 2}, {"rate": 1.0}],
    "stop-word": [{}, {"count": 2}],
    "swap-entity": [{}, {"kind": "same-type"}, {"kind": "multi-type"}],
    "swap-gender": [{"to": "male"}, {}],
    "swap-region": [{}, {"to": "asia"}, {"to": "middle-east"}, {"to": "oceania"}],
    "swap-special-entity": [{}, {}, {"kind": "film"}, {"kind": "person"}],
    "swap-multi-pos": [{}, {"gate": "off"}],
    "swap-prefix": [{}, {"gate": "off"}],
    "synonym": [{"rate": 0.5}, {"gate": "off"}],
    "synonym-random": [{"rate": 0.5}, {"count": 1}, {}],
    "synonym-embedding": [{"rate": 0.5}, {"count": 1}, {"gate": "off"}],
    "tense": [{}, {"count": 1}, {}, {"rate": 0.5}],
    "text-noise": [{}, {"count": 2}, {"rate": 1.0}],
    "twitter": [{}, {"mode": "at"}, {"mode": "url"}],
    "typos": [{}, {"mode": "insert"}, {"mode": "delete"}, {"mode": "swap"}, {"mode": "replace"}],
    "whitespace": [{}, {"count": 2}],
    "word-case": [{}, {"case": "lower"}, {"case": "title"}, {"case": "random"}],
}

# people and places, which the ten above have too few of
_NAMES = """
Anna/PROPN/NNP Smith/PROPN/NNP met/VERB/VBD Olga/PROPN/NNP Quux/PROPN/NNP in/ADP/IN Lyon/PROPN/NNP ~;/PUNCT/: Smith/PROPN/NNP left/VERB/VBD ~./PUNCT/. | Anna Smith=PERSON, Olga Quux=PERSON, Lyon=GPE
We/PRON/PRP flew/VERB/VBD from/ADP/IN Osaka/PROPN/NNP to/ADP/IN New/PROPN/NNP York/PROPN/NNP ~./PUNCT/. | Osaka=GPE, New York=GPE
Zorp/PROPN/NNP Software/PROPN/NNP Inc./PROPN/NNP paid/VERB/VBD Dr./PROPN/NNP Tanaka/PROPN/NNP ~;/PUNCT/: Zorp/PROPN/NNP lost/VERB/VBD ~./PUNCT/. | Zorp Software Inc.=ORG, Tanaka=PERSON
Lyon/PROPN/NNP said/VERB/VBD no/INTJ/UH ~./PUNCT/. | Lyon=GPE
Is/AUX/VBZ rent/NOUN/NN high/ADJ/JJ in/ADP/IN Norway/PROPN/NNP ~?/PUNCT/. | Norway=GPE
Pierre/PROPN/NNP M./PROPN/NNP Quux/PROPN/NNP ~'s/PART/POS film/NOUN/NN about/ADP/IN Elvis/PROPN/NNP Presley/PROPN/NNP | Pierre M. Quux=PERSON, Elvis Presley=PERSON
the/DET/DT Anna/PROPN/NNP Smith/PROPN/NNP Prize/PROPN/NNP of/ADP/IN Bavaria/PROPN/NNP | Anna Smith=PERSON, Bavaria=GPE
She/PRON/PRP left/VERB/VBD London/PROPN/NNP ~./PUNCT/. | London=GPE
Zorp/PROPN/NNP won/VERB/VBD ~./PUNCT/. | Zorp=ORG
It/PRON/PRP rained/VERB/VBD ~./PUNCT/.
"""
_ONE_GENDER = """
Anna/PROPN/NNP Smith/PROPN/NNP lost/VERB/VBD her/PRON/PRP$ hat/NOUN/NN ~;/PUNCT/: Smith/PROPN/NNP left/VERB/VBD ~./PUNCT/. | Anna Smith=PERSON
He/PRON/PRP hurt/VERB/VBD himself/PRON/PRP and/CCONJ/CC told/VERB/VBD his/PRON/PRP$ uncle/NOUN/NN ~./PUNCT/.
an/DET/DT aunt/NOUN/NN of/ADP/IN two/NUM/CD nieces/NOUN/NNS saw/VERB/VBD her/PRON/PRP there/ADV/RB
Man/NOUN/NN on/ADP/IN a/DET/DT bicycle/NOUN/NN
Her/PRON/PRP$ wife/NOUN/NN sold/VERB/VBD hers/PRON/PRP ~./PUNCT/.
Mr./PROPN/NNP Park/PROPN/NNP met/VERB/VBD Yuri/PROPN/NNP Quux/PROPN/NNP ~./PUNCT/. | Park=PERSON, Yuri Quux=PERSON
the/DET/DT woman/NOUN/NN saw/VERB/VBD him/PRON/PRP
a/DET/DT man/NOUN/NN with/ADP/IN a/DET/DT beard/NOUN/NN
Man/NOUN/NN ~,/PUNCT/, that/PRON/DT was/AUX/VBD good/ADJ/JJ ~!/PUNCT/.
It/PRON/PRP rained/VERB/VBD in/ADP/IN Oslo/PROPN/NNP ~./PUNCT/. | Oslo=GPE
"""

# in the ten above something ties nearly every place to the text
_EVERYDAY_PLACES = """
We/PRON/PRP had/VERB/VBD lunch/NOUN/NN in/ADP/IN Lyon/PROPN/NNP ~./PUNCT/. | Lyon=GPE
They/PRON/PRP left/VERB/VBD the/DET/DT United/PROPN/NNP States/PROPN/NNPS on/ADP/IN Monday/PROPN/NNP ~./PUNCT/. | United States=GPE
Anna/PROPN/NNP lives/VERB/VBZ in/ADP/IN Norway/PROPN/NNP ~./PUNCT/. | Anna=PERSON, Norway=GPE
A/DET/DT French/ADJ/JJ baker/NOUN/NN in/ADP/IN Lyon/PROPN/NNP likes/VERB/VBZ Lyon/PROPN/NNP ~./PUNCT/. | French=NORP, Lyon=GPE
He/PRON/PRP sent/VERB/VBD a/DET/DT letter/NOUN/NN from/ADP/IN Osaka/PROPN/NNP ~./PUNCT/. | Osaka=GPE
a/DET/DT small/ADJ/JJ hotel/NOUN/NN near/ADP/IN New/PROPN/NNP York/PROPN/NNP | New York=GPE
The/DET/DT army/NOUN/NN stayed/VERB/VBD in/ADP/IN Chile/PROPN/NNP ~./PUNCT/. | Chile=GPE
Lyon/PROPN/NNP is/AUX/VBZ bold/ADJ/JJ ~./PUNCT/. | Lyon=GPE
a/DET/DT ride/NOUN/NN from/ADP/IN Chile/PROPN/NNP to/ADP/IN Peru/PROPN/NNP | Chile=GPE, Peru=GPE
She/PRON/PRP liked/VERB/VBD the/DET/DT soup/NOUN/NN ~./PUNCT/.
"""

# events of many kinds; in the ten above are few verbs that take an adverb
_EVENTS = """
We/PRON/PRP enjoyed/VERB/VBD/enjoy the/DET/DT show/NOUN/NN and/CCONJ/CC loved/VERB/VBD/love the/DET/DT music/NOUN/NN ~./PUNCT/. | | 2:nsubj 0:root 4:det 2:obj 6:cc 2:conj 8:det 6:obj 2:punct
Two/NUM/CD boys/NOUN/NNS/boy are/AUX/VBP/be playing/VERB/VBG/play football/NOUN/NN in/ADP/IN the/DET/DT park/NOUN/NN ~./PUNCT/. | | 2:nummod 4:nsubj 4:aux 0:root 4:obj 8:case 8:det 4:obl 4:punct
The/DET/DT mill/NOUN/NN was/AUX/VBD/be built/VERB/VBN/build in/ADP/IN Oslo/PROPN/NNP ~./PUNCT/. | Oslo=GPE | 2:det 4:nsubj:pass 4:aux:pass 0:root 6:case 4:obl 4:punct
I/PRON/PRP would/AUX/MD recommend/VERB/VB the/DET/DT hotel/NOUN/NN to/ADP/IN my/PRON/PRP$ friends/NOUN/NNS/friend ~./PUNCT/. | | 3:nsubj 3:aux 0:root 5:det 3:obj 8:case 8:nmod:poss 3:obl 3:punct
She/PRON/PRP left/VERB/VBD/leave the/DET/DT house/NOUN/NN ~./PUNCT/. She/PRON/PRP took/VERB/VBD/take a/DET/DT bus/NOUN/NN ~./PUNCT/. | | 2:nsubj 0:root 4:det 2:obj 2:punct 7:nsubj 2:parataxis 9:det 7:obj 7:punct
Do/AUX/VBP/do you/PRON/PRP enjoy/VERB/VB the/DET/DT show/NOUN/NN ~?/PUNCT/. | | 3:aux 3:nsubj 0:root 5:det 3:obj 3:punct
A/DET/DT dog/NOUN/NN runs/VERB/VBZ/run over/ADP/IN the/DET/DT lawn/NOUN/NN ~./PUNCT/. | | 2:det 3:nsubj 0:root 6:case 6:det 3:obl 3:punct
THEY/PRON/PRP HATE/VERB/VBP THIS/DET/DT SONG/NOUN/NN ~!/PUNCT/. | | 2:nsubj 0:root 4:det 2:obj 2:punct
The/DET/DT minister/NOUN/NN denied/VERB/VBD/deny the/DET/DT charge/NOUN/NN ~,/PUNCT/, which/PRON/WDT could/AUX/MD delay/VERB/VB the/DET/DT plan/NOUN/NN ~./PUNCT/. | | 2:det 3:nsubj 0:root 5:det 3:obj 9:punct 9:nsubj 9:aux 5:acl:relcl 11:det 9:obj 3:punct
He/PRON/PRP has/AUX/VBZ/have not/PART/RB enjoyed/VERB/VBN/enjoy it/PRON/PRP ~,/PUNCT/, but/CCONJ/CC we/PRON/PRP have/AUX/VBP/have enjoyed/VERB/VBN/enjoy it/PRON/PRP ~./PUNCT/. | | 4:nsubj 4:aux 4:advmod 0:root 4:obj 10:punct 10:cc 10:nsubj 10:aux 4:conj 10:obj 4:punct
"""

# clauses of one tense, which the ten above have too few of
_CLAUSES = """
She/PRON/PRP/she likes/VERB/VBZ/like old/ADJ/JJ films/NOUN/NNS/film and/CCONJ/CC they/PRON/PRP make/VERB/VBP her/PRON/PRP$ happy/ADJ/JJ ~./PUNCT/. | | 2:nsubj 0:root 4:amod 2:obj 7:cc 7:nsubj 2:conj 9:nmod:poss 7:xcomp 2:punct
The/DET/DT/the film/NOUN/NN ~'s/PART/POS plot/NOUN/NN is/AUX/VBZ/be thin/ADJ/JJ ~,/PUNCT/, but/CCONJ/CC it/PRON/PRP ca/AUX/MD/can ~n't/PART/RB/not be/AUX/VB dull/ADJ/JJ ~./PUNCT/. | | 2:det 4:nmod:poss 2:case 6:nsubj 6:cop 0:root 13:punct 13:cc 13:nsubj 13:aux 13:advmod 13:cop 6:conj 6:punct
We/PRON/PRP/we were/AUX/VBD/be tired/ADJ/JJ because/SCONJ/IN the/DET/DT room/NOUN/NN was/AUX/VBD/be cold/ADJ/JJ ~./PUNCT/. | | 3:nsubj 3:cop 0:root 8:mark 6:det 8:nsubj 8:cop 3:advcl 3:punct
They/PRON/PRP/they think/VERB/VBP that/SCONJ/IN he/PRON/PRP will/AUX/MD sing/VERB/VB ~./PUNCT/. | | 2:nsubj 0:root 6:mark 6:nsubj 6:aux 2:ccomp 2:punct
The/DET/DT/the old/ADJ/JJ men/NOUN/NNS/man who/PRON/WP live/VERB/VBP here/ADV/RB do/AUX/VB ~n't/PART/RB/not work/VERB/VB ~./PUNCT/. | | 3:det 3:amod 9:nsubj 5:nsubj 3:acl:relcl 9:advmod 9:aux 9:advmod 0:root 9:punct
Is/AUX/VBZ/be he/PRON/PRP at/ADP/IN home/NOUN/NN ~?/PUNCT/. | | 4:cop 4:nsubj 4:case 0:root 4:punct
He/PRON/PRP/he has/VERB/VBZ/have a/DET/DT dog/NOUN/NN ~./PUNCT/. | | 2:nsubj 0:root 4:det 2:obj 2:punct
The/DET/DT/the girl/NOUN/NN is/AUX/VBZ/be ~n't/PART/RB/not walking/VERB/VBG/walk to/ADP/IN the/DET/DT school/NOUN/NN ~./PUNCT/. | | 2:det 5:nsubj 5:aux 5:advmod 0:root 8:case 8:det 5:obl 5:punct
A/DET/DT/a man/NOUN/NN opens/VERB/VBZ/open the/DET/DT door/NOUN/NN ~./PUNCT/. | | 2:det 3:nsubj 0:root 5:det 3:obj 3:punct
Go/VERB/VB/go there/ADV/RB ~./PUNCT/. | | 0:root 1:advmod 1:punct
"""

# numbers that may change, and some that something leans on
_NUMBERS = """
We waited 30 minutes and paid $4.50 for seven dishes.
A 77-minute film about five brave women .
Twenty boats sank in 2004
It was an 8 hour drive of about 1,250 miles.
Shares fell 12 percent to $40 million.
THE SHOP SOLD 450 lamps in 1998.
Three of the four doctors came on May 24.
It rained for a fourth day, and 300 trees fell.
Her two dogs ate "six small pies" at 10:30.
They need twenty-one chairs and 3.5 million bricks.
"""

# adjectives before nouns of many kinds; the ten above have few that are opposed
_ADJECTIVES = """
A/DET/DT young/ADJ/JJ woman/NOUN/NN bought/VERB/VBD/buy an/DET/DT old/ADJ/JJ car/NOUN/NN ~./PUNCT/. | | 3:det 3:amod 4:nsubj 0:root 7:det 7:amod 4:obj 4:punct
The/DET/DT soup/NOUN/NN was/AUX/VBD/be very/ADV/RB good/ADJ/JJ ~./PUNCT/. | | 2:det 5:nsubj 5:cop 5:advmod 0:root 5:punct
Two/NUM/CD large/ADJ/JJ dogs/NOUN/NNS/dog swim/VERB/VBP in/ADP/IN a/DET/DT deep/ADJ/JJ lake/NOUN/NN ~./PUNCT/. | | 3:nummod 3:amod 4:nsubj 0:root 8:case 8:det 8:amod 4:obl 4:punct
GREAT/ADJ/JJ FOOD/NOUN/NN ~,/PUNCT/, TERRIBLE/ADJ/JJ SERVICE/NOUN/NN ~!!!/PUNCT/. | | 2:amod 0:root 5:punct 5:amod 2:conj 2:punct
It/PRON/PRP is/AUX/VBZ/be the/DET/DT best/ADJ/JJS/good hotel/NOUN/NN in/ADP/IN Oslo/PROPN/NNP ~./PUNCT/. | Oslo=GPE | 5:nsubj 5:cop 5:det 5:amod 0:root 7:case 5:nmod 5:punct
We/PRON/PRP were/AUX/VBD/be able/ADJ/JJ to/PART/TO come/VERB/VB on/ADP/IN a/DET/DT sunny/ADJ/JJ day/NOUN/NN ~./PUNCT/. | | 3:nsubj 3:cop 0:root 5:mark 3:xcomp 9:case 9:det 9:amod 5:obl 3:punct
He/PRON/PRP is/AUX/VBZ/be at/ADP/IN a/DET/DT high/ADJ/JJ school/NOUN/NN ~./PUNCT/. | | 6:nsubj 6:cop 6:case 6:det 6:amod 0:root 6:punct
The/DET/DT film/NOUN/NN is/AUX/VBZ/be not/PART/RB boring/ADJ/JJ ~./PUNCT/. | | 2:det 5:nsubj 5:cop 5:advmod 0:root 5:punct
Prices/NOUN/NNS/price are/AUX/VBP/be higher/ADJ/JJR/high in/ADP/IN northern/ADJ/JJ cities/NOUN/NNS/city ~./PUNCT/. | | 3:nsubj 3:cop 0:root 6:case 6:amod 3:obl 3:punct
An/DET/DT easy/ADJ/JJ task/NOUN/NN and/CCONJ/CC a/DET/DT public/ADJ/JJ park/NOUN/NN | | 3:det 3:amod 0:root 7:cc 7:det 7:amod 3:conj
"""
# words that judge
_JUDGMENTS = """
The/DET/DT film/NOUN/NN was/AUX/VBD/be good/ADJ/JJ ~./PUNCT/. |  | 2:det 4:nsubj 4:cop 0:root 4:punct
I/PRON/PRP/I loved/VERB/VBD/love this/DET/DT book/NOUN/NN and/CCONJ/CC its/PRON/PRP$ pictures/NOUN/NNS/picture ~./PUNCT/. |  | 2:nsubj 0:root 4:det 2:obj 7:cc 7:nmod:poss 4:conj 2:punct
It/PRON/PRP is/AUX/VBZ/be a/DET/DT great/ADJ/JJ story/NOUN/NN ~./PUNCT/. |  | 5:nsubj 5:cop 5:det 5:amod 0:root 5:punct
The/DET/DT cast/NOUN/NN is/AUX/VBZ/be clever/ADJ/JJ and/CCONJ/CC funny/ADJ/JJ ~./PUNCT/. |  | 2:det 4:nsubj 4:cop 0:root 6:cc 4:conj 4:punct
The/DET/DT plot/NOUN/NN seems/VERB/VBZ/seem boring/ADJ/JJ ~./PUNCT/. |  | 2:det 3:nsubj 0:root 3:xcomp 3:punct
The/DET/DT ending/NOUN/NN was/AUX/VBD/be very/ADV/RB disappointing/ADJ/JJ ~,/PUNCT/, but/CCONJ/CC the/DET/DT music/NOUN/NN was/AUX/VBD/be good/ADJ/JJ ~./PUNCT/. |  | 2:det 5:nsubj 5:cop 5:advmod 0:root 11:punct 11:cc 9:det 11:nsubj 11:cop 5:conj 5:punct
It/PRON/PRP lacks/VERB/VBZ/lack a/DET/DT plot/NOUN/NN ~./PUNCT/. |  | 2:nsubj 0:root 4:det 2:obj 2:punct
The/DET/DT jokes/NOUN/NNS/joke fail/VERB/VBP to/PART/TO amuse/VERB/VB ~./PUNCT/. |  | 2:det 3:nsubj 0:root 5:case 3:obl 3:punct
A/DET/DT dull/ADJ/JJ film/NOUN/NN ~./PUNCT/. |  | 3:det 3:amod 0:root 3:punct
It/PRON/PRP was/AUX/VBD/be not/PART/RB good/ADJ/JJ ~./PUNCT/. |  | 4:nsubj 4:cop 4:advmod 0:root 4:punct
"""

# well-known people and films
_FAMOUS = """
Tom/PROPN/NNP/Tom Hanks/PROPN/NNP/Hanks was/AUX/VBD/be fine/ADJ/JJ in/ADP/IN Pulp/PROPN/NNP/Pulp Fiction/PROPN/NNP/Fiction ~./PUNCT/. | Tom Hanks=PERSON
We/PRON/PRP watched/VERB/VBD/watch The/DET/DT Godfather/PROPN/NNP/Godfather with/ADP/IN Meryl/PROPN/NNP/Meryl Streep/PROPN/NNP/Streep ~./PUNCT/. | Meryl Streep=PERSON
The/DET/DT film/NOUN/NN Jaws/PROPN/NNP/Jaws was/AUX/VBD/be directed/VERB/VBN/direct by/ADP/IN Steven/PROPN/NNP/Steven Spielberg/PROPN/NNP/Spielberg ~./PUNCT/. | Jaws=PERSON, Steven Spielberg=PERSON
Brad/PROPN/NNP/Brad Pitt/PROPN/NNP/Pitt met/VERB/VBD/meet Julia/PROPN/NNP/Julia Roberts/PROPN/NNP/Roberts ~;/PUNCT/: Pitt/PROPN/NNP/Pitt smiled/VERB/VBD/smil ~./PUNCT/. | Brad Pitt=PERSON, Julia Roberts=PERSON, Pitt=PERSON
It/PRON/PRP is/AUX/VBZ/be no/DET/DT match/NOUN/NN for/ADP/IN Citizen/PROPN/NNP/Citizen Kane/PROPN/NNP/Kane ~./PUNCT/. | Citizen Kane=PERSON
I/PRON/PRP/I saw/VERB/VBD/see Forrest/PROPN/NNP/Forrest Gump/PROPN/NNP/Gump twice/ADV/RB ~./PUNCT/.
Her/PRON/PRP$ voice/NOUN/NN is/AUX/VBZ/be nice/ADJ/JJ ~./PUNCT/.
Annie/PROPN/NNP/Annie Hall/PROPN/NNP/Hall is/AUX/VBZ/be by/ADP/IN Woody/PROPN/NNP/Woody Allen/PROPN/NNP/Allen ~./PUNCT/. | Annie Hall=LOC, Woody Allen=PERSON
TAXI/PROPN/NNP/TAXI DRIVER/PROPN/NNP/DRIVER is/AUX/VBZ/be long/ADJ/JJ ~,/PUNCT/, and/CCONJ/CC "/PUNCT/`` ~Ghost/PROPN/NNP/Ghost ~"/PUNCT/'' is/AUX/VBZ/be longer/ADV/RBR/long ~./PUNCT/. | TAXI DRIVER=PERSON
Nobody/NOUN/NN came/VERB/VBD/come to/ADP/IN the/DET/DT Speed/PROPN/NNP/Speed dating/NOUN/NN ~./PUNCT/.
"""
# names of which the text tells nothing that another one would not have
_FREE_NAMES = (
    _FAMOUS.replace(" in/ADP/IN Pulp/PROPN/NNP/Pulp Fiction/PROPN/NNP/Fiction", " once/ADV/RB")
    .replace(" with/ADP/IN Meryl/", " beside/ADP/IN Meryl/")
    .replace("TAXI/PROPN/NNP/TAXI DRIVER/", "Surely/ADV/RB TAXI/PROPN/NNP/TAXI DRIVER/")
)
INPUTS_OF = {
    "add-summary": _FAMOUS,
    "antonym": _ADJECTIVES,
    "append-irrelevant": _CLAUSES,
    "double-denial": _JUDGMENTS,
    "insert-adverb": _EVENTS,
    "negation": _CLAUSES,
    "number": _NUMBERS,
    "named-entity": _NAMES,
    "swap-gender": _ONE_GENDER,
    "swap-special-entity": _FREE_NAMES,
    "swap-region": _EVERYDAY_PLACES,
    "tense": _CLAUSES,
}
