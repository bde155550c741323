"""Seeded mutations of valid files: encodings, broken bytes, syntax that is hostile, and values of other types."""

import gzip
import json
import random
from collections.abc import Callable

import yaml
from hostile_values import mutated

DEEP, LONG = 10_000, 100_000
_HUGE = "9" * 5000
_LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi")
)
FRAGMENTS = {
    "text": ("\x00", "\ufeff", "\x1a", "\u2028", "\r", '"', "'", "\n\n", "\t\t", "x" * LONG, ",", "²", "٣", _HUGE, "#"),
    "json": (
        *("[" * DEEP, '{"a":' * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, _HUGE, "-" + _HUGE),
        *(
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            '"\\ud800"',
            '"\\u0000"',
            "\x00",
            '{"a": 1, "a": 2}',
            "null",
            "\ufeff",
        ),
        *("'x'", "//", ",", "{}", "[]", "1.5", str(2**63), str(2**64), "-0", "true"),
    ),
    "yaml": (
        *("[" * DEEP, "[" * DEEP + "]" * DEEP, "{a: " * DEEP, "- " * DEEP + "x", _LAUGHS, "\n<<: *a\n", "&a [*a]"),
        *("!!python/object/apply:os.system [true]", "!!python/name:os.system", "!!binary x", "!!set {a}", "!x y"),
        *("!!int x", "!!float y", "!!timestamp z", "2001-99-99", "0001-01-01T00:00:00+23:59", ".nan", ".inf", _HUGE),
        *("~", "? [a]\n: b", "a: 1\na: 2\n", "---\n", "...\n", "%YAML 9.9\n---\n", "\t", "\x00", "\x85", "|\n x", "*b"),
        *("0o777", "0x" + "f" * 5000, "1_0", "60:60:60", "0b1", "{[a]: b}", "{{a: b}: c}", '"\\ud800"', '"\\0"'),
    ),
    "binary": (),
}


def mutated_file(content: bytes, syntax: str, seed: int) -> bytes:
    """A file with one mutation.

    Args:
        content: The valid file.
        syntax: One of ``FRAGMENTS``.
        seed: Decides on the mutation.
    """
    rng = random.Random(seed)
    hows = [*_OF_BYTES, *_OF_BYTES] if syntax == "binary" else [*_OF_BYTES, *_OF_TEXTS, _fragment(syntax)] * 2
    hows += [_fragment(syntax)] * 6 if FRAGMENTS[syntax] else []
    hows += {"json": [_json_values] * 12, "yaml": [_yaml_values] * 12, "text": [_cells] * 6}.get(syntax, [])
    return rng.choice(hows)(content, rng)


def _cut(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _flipped(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 3, 30))):
        changed[rng.randrange(len(changed))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
    return bytes(changed)


def _exchanged(content: bytes, rng: random.Random) -> bytes:
    a, b, c = sorted(rng.randrange(len(content) + 1) for _ in range(3))
    return content[:a] + content[b:c] + content[a:b] + content[c:]


def _repeated(content: bytes, rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(content) + 1) for _ in range(2))
    return content[:b] + content[a:b] * rng.choice((1, 20)) + content[b:]


def _without(content: bytes, rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(content) + 1) for _ in range(2))
    return content[:a] + content[b:]


def _packed(content: bytes, rng: random.Random) -> bytes:
    return gzip.compress(content, mtime=0)


def _bytes_inside(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice((b"\x00" * 9, b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\xfc")) + content[at:]


def _encoded(content: bytes, rng: random.Random) -> bytes:
    text = content.decode() + rng.choice(("", "é"))
    return text.encode(rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "utf-8-sig")), "replace")


def _line_ends(content: bytes, rng: random.Random) -> bytes:
    return content.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\x0b", "\u2028".encode(), b"", b"\n\n")))


def _fragment(syntax: str) -> Callable[[bytes, random.Random], bytes]:
    """What puts a hostile piece of a syntax in the place of a word, between two lines, or in place of all."""

    def change(content: bytes, rng: random.Random) -> bytes:
        piece = rng.choice(FRAGMENTS[syntax] or ("\x00",))
        text, how = content.decode(), rng.random()
        if how < 0.1:
            return piece.encode()
        places = [n for n, c in enumerate(text) if c in " \n:,[{"] or [0]
        start = rng.choice(places) + 1
        end = start if how < 0.4 else next((n for n in range(start + 1, len(text)) if text[n] in '"\n,]} '), len(text))
        return (text[:start] + piece + text[end:]).encode()

    return change


def _json_values(content: bytes, rng: random.Random) -> bytes:
    text = content.decode()
    try:
        return json.dumps(mutated(json.loads(text), rng)).encode()
    except ValueError:
        lines = text.splitlines()
        at = rng.randrange(len(lines))
        if not lines[at].startswith("{"):
            return _cells(content, rng)
        lines[at] = json.dumps(mutated(json.loads(lines[at]), rng))
        return "\n".join(lines).encode()


def _yaml_values(content: bytes, rng: random.Random) -> bytes:
    changed = mutated(yaml.safe_load(content), rng)
    return yaml.safe_dump(changed, allow_unicode=True, sort_keys=False).encode("utf-8", "surrogatepass")


def _cells(content: bytes, rng: random.Random) -> bytes:
    """A line whose cells are exchanged, removed, repeated or replaced."""
    lines = content.decode().split("\n")
    at = rng.randrange(len(lines))
    sign = max("\t, ", key=lines[at].count)
    cells = lines[at].split(sign)
    place = rng.randrange(len(cells))
    values = ("", "-1", "nan", "1e400", "²", "99999999999999999999", "(", "_", "1-2", "x" * 300, '"', "True", "[1, 2")
    cells[place : place + rng.randrange(2)] = rng.choice(([], [rng.choice(values)], cells[place : place + 1] * 3))
    lines[at] = sign.join(cells)
    return "\n".join(lines).encode()


_OF_BYTES = (_cut, _flipped, _exchanged, _repeated, _without, _packed, _bytes_inside)
_OF_TEXTS = (_encoded, _encoded, _line_ends)
