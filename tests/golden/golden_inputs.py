"""Ten inputs for the golden files, in the notation of ``corpus.py``, and the parameters they are run with."""

INPUTS = """
Do/AUX/VBP/do ~n't/PART/RB/not you/PRON/PRP think/VERB/VB it/PRON/PRP ~'s/AUX/VBZ/be been/AUX/VBN/be a/DET/DT wonderful/ADJ/JJ evening/NOUN/NN ~?/PUNCT/. |
The/DET/DT old/ADJ/JJ movies/NOUN/NNS/movie that/PRON/WDT they/PRON/PRP showed/VERB/VBD/show were/AUX/VBD/be not/PART/RB boring/ADJ/JJ ~,/PUNCT/, because/SCONJ/IN you/PRON/PRP are/AUX/VBP/be great/ADJ/JJ company/NOUN/NN ~./PUNCT/. |
Anna/PROPN/NNP Smith/PROPN/NNP bought/VERB/VBD/buy a/DET/DT house/NOUN/NN in/ADP/IN Oslo/PROPN/NNP ~,/PUNCT/, and/CCONJ/CC Smith/PROPN/NNP sold/VERB/VBD/sell it/PRON/PRP in/ADP/IN 1998/NUM/CD for/ADP/IN 1,250,000/NUM/CD dollars/NOUN/NNS/dollar ~./PUNCT/. | Anna Smith=PERSON, Smith=PERSON, Oslo=GPE
GREAT/ADJ/JJ FOOD/NOUN/NN ~,/PUNCT/, TERRIBLE/ADJ/JJ SERVICE/NOUN/NN ~!!!/PUNCT/. |
We/PRON/PRP waited/VERB/VBD/wait three/NUM/CD hours/NOUN/NNS/hour for/ADP/IN an/DET/DT 8/NUM/CD ~-/PUNCT/HYPH ~minute/NOUN/NN show/NOUN/NN on/ADP/IN the/DET/DT 21st/ADJ/JJ floor/NOUN/NN of/ADP/IN Google/PROPN/NNP 's/PART/POS office/NOUN/NN in/ADP/IN New/PROPN/NNP York/PROPN/NNP ~./PUNCT/. | Google=ORG, New York=GPE
I/PRON/PRP would/AUX/MD definitely/ADV/RB recommend/VERB/VB the/DET/DT restaurant/NOUN/NN to/ADP/IN my/PRON/PRP$ friends/NOUN/NNS/friend tomorrow/NOUN/NN |
He/PRON/PRP ca/AUX/MD/can ~n't/PART/RB/not separate/VERB/VB the/DET/DT two/NUM/CD ~;/PUNCT/: nobody/PRON/NN can/AUX/MD ~./PUNCT/. |
The/DET/DT University/PROPN/NNP of/ADP/IN Tokyo/PROPN/NNP began/VERB/VBD/begin helping/VERB/VBG/help larger/ADJ/JJR/large companies/NOUN/NNS/company with/ADP/IN their/PRON/PRP$ different/ADJ/JJ products/NOUN/NNS/product quickly/ADV/RB ~./PUNCT/. | University of Tokyo=ORG
Thank/VERB/VBP you/PRON/PRP very/ADV/RB much/ADV/RB ~,/PUNCT/, Maria/PROPN/NNP ~,/PUNCT/, and/CCONJ/CC please/INTJ/UH see/VERB/VB my/PRON/PRP$ second/ADJ/JJ answer/NOUN/NN to/ADP/IN question/NOUN/NN 42/NUM/CD before/ADP/IN you/PRON/PRP leave/VERB/VBP Berlin/PROPN/NNP ~./PUNCT/. | Maria=PERSON, Berlin=GPE
Café/PROPN/NNP Zoë/PROPN/NNP is/AUX/VBZ/be probably/ADV/RB the/DET/DT best/ADJ/JJS/good place/NOUN/NN for/ADP/IN breakfast/NOUN/NN ~,/PUNCT/, is/AUX/VBZ/be ~n't/PART/RB/not it/PRON/PRP ~?/PUNCT/. | Café Zoë=ORG
"""

# taken in turn; what is not listed runs with its defaults
PARAMETERS = {
    "append-irrelevant": [{}, {"place": "start"}, {"place": "end"}],
    "concat-sentences": [{}, {"following": 1}],
    "contraction": [{}, {}, {"mode": "expand"}, {"mode": "contract"}, {}],
    "entity-typos": [{}, {"mode": "swap"}, {}],
    "keyboard": [{}, {"layout": "azerty"}, {"count": 2}],
    "misspelling": [{}, {"rate": 1.0}],
    "named-entity": [{}, {"types": ["place"]}, {}],
    "number": [{}, {"count": 1}, {}],
    "punctuation": [{"mode": "add"}, {"mode": "remove"}, {"mode": "add"}],
    "synonym": [{"rate": 0.5}, {"count": 1}, {}],
    "twitter": [{}, {"mode": "at"}, {"mode": "url"}],
    "typos": [{}, {"mode": "insert"}, {"mode": "delete"}, {"mode": "swap"}, {"mode": "replace"}],
    "word-case": [{}, {"case": "lower"}, {"case": "title"}, {"case": "random"}],
}
