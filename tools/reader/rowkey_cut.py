"""Where each element of a key ends: section 2 of `SPEC.md`."""

import re
from typing import Any, NamedTuple

Tree = dict[str, Any]


class Refused(Exception):
    """The bytes are not a key of the layout, or the layout holds a form that this reader does not know."""


class Atom(NamedTuple):
    """A leaf of an element at its place in the key."""

    leaf: Tree
    complemented: bool
    alphabet: frozenset[int]  # as written


def refuse(fact: str) -> Any:
    raise Refused(fact)


def flip(data: bytes) -> bytes:
    return bytes(0xFF - byte for byte in data)


def bytes_of(runs: list[list[str]]) -> frozenset[int]:
    return frozenset(byte for first, last in runs for byte in range(int(first, 16), int(last, 16) + 1))


def width(leaf: Tree) -> tuple[int, int | None]:
    """The least and the greatest width of a leaf in bytes."""
    form = leaf["form"]
    if form == "literal":
        return (len(leaf["bytes"]) // 2,) * 2
    if form in ("number", "padded"):
        return (leaf["width"],) * 2
    if form == "text":
        return leaf["min"], leaf["max"]
    if form == "padded_units":
        return leaf["units"], 3 * leaf["units"]
    if form == "terminated":
        return 2, None
    if form == "length_prefixed":
        return len(length_of(leaf["length"], 0)), None
    if form == "delimited":
        return leaf["min"], None
    if form == "kinds":
        widths = [width_of(atoms_of_key(kind, False)) for kind in leaf["kinds"]]
        greatest = [most for _, most in widths if most is not None]
        return min(least for least, _ in widths), max(greatest) if len(greatest) == len(widths) else None
    if form == "tag":
        return 1, 1
    if form == "codes":
        widths = [len(code["bytes"]) // 2 for code in leaf["codes"]]
        return min(widths), max(widths)
    if form == "tuple":
        return 1, None
    if form == "parts":
        return (sum(width(part)[0] for part in leaf["parts"]),) * 2
    return refuse(f"the form `{form}` is not known")


def width_of(row: list[Atom]) -> tuple[int, int | None]:
    """The least and the greatest total width of leaves."""
    if not row:
        return 0, 0
    (least, greatest), behind = width(row[0].leaf), row[1:]
    if row[0].leaf["form"] == "tag":
        # Zeros can take the place of the value.
        value, behind = width_of(behind[: row[0].leaf["atoms"]]), behind[row[0].leaf["atoms"] :]
        least += min(value[0], row[0].leaf["width"])
        greatest = None if value[1] is None or greatest is None else greatest + value[1]
    least_behind, greatest_behind = width_of(behind)
    is_limited = greatest is not None and greatest_behind is not None
    return least + least_behind, greatest + greatest_behind if is_limited else None


def atoms(node: Tree, complemented: bool = False, alphabet: frozenset[int] = frozenset(range(256))) -> list[Atom]:
    """The leaves of an element, in the order of their bytes."""
    form = node["form"]
    if form == "complement":
        return atoms(node["of"], not complemented, alphabet)
    if form == "chars":
        return atoms(node["of"], complemented, alphabet & bytes_of(node["alphabet"]))
    if form == "option":
        inner = atoms(node["of"], complemented, alphabet)
        least, greatest = width_of(inner)
        zeros = least if least == greatest else 0
        tag = {"form": "tag", "atoms": len(inner), "width": zeros}
        return [Atom(tag, complemented, frozenset()), *inner]
    if form == "pair":
        return [atom for of in node["of"] for atom in atoms(of, complemented, alphabet)]
    if form == "array":
        return atoms(node["of"], complemented, alphabet) * node["count"]
    if form == "repeated":
        return [Atom({"form": "text", "min": 0, "max": None}, complemented, frozenset(range(256)))]
    if form == "key" and "record_types" in node["key"]:
        return [Atom({"form": "kinds", "kinds": node["key"]["record_types"]}, complemented, frozenset())]
    if form == "key":
        return atoms_of_key(node["key"], complemented)
    if form == "tuple_key":
        return atoms_of_nested_tuple(node["key"])
    if form == "decimal":
        below = int(node["below"])
        widths = [1 + len(node["below"]) if below else 0, len(node["greatest"])]
        least = 1 if below else len(node["least"])
        digits = frozenset(b"-0123456789" if below else b"0123456789")
        return [Atom({"form": "text", "min": least, "max": max(widths)}, complemented, written(digits, complemented))]
    if form == "text":
        return [Atom(node, complemented, written(alphabet & bytes_of(node["alphabet"]), complemented))]
    width(node)  # refuses what is not a leaf
    return [Atom(node, complemented, frozenset())]


def written(alphabet: frozenset[int], complemented: bool) -> frozenset[int]:
    return frozenset(0xFF - byte for byte in alphabet) if complemented else alphabet


def atoms_of_key(key: Tree, complemented: bool) -> list[Atom]:
    def literal(text: str) -> list[Atom]:
        return [Atom({"form": "literal", "bytes": text}, complemented, frozenset())] if text else []

    out = literal(key["prefix"])
    for field in key["fields"]:
        out += atoms(field["element"], complemented) + literal(field["separator"])
    return out


def atoms_of_nested_tuple(key: Tree) -> list[Atom]:
    """05, the elements, 00. Null is 00 FF inside."""
    first, last = (Atom({"form": "literal", "bytes": text}, False, frozenset()) for text in ("05", "00"))
    inside = [Atom(in_nested_tuple(atom.leaf), False, frozenset()) for atom in atoms_of_key(key, False)]
    return [first, *inside, last]


def in_nested_tuple(leaf: Tree) -> Tree:
    return {**leaf, "null": "00ff"} if leaf["form"] == "tuple" and leaf["null"] else leaf


def end_of_tuple_element(leaf: Tree, rest: bytes) -> int:
    code = rest[0] if rest else refuse("expected an element of a tuple")
    if leaf["null"] and code == 0:
        null = bytes.fromhex(leaf["null"])
        return len(null) if rest.startswith(null) else refuse("expected a null")
    if leaf["of"] == "integer":
        return 1 + abs(code - 0x14) if 0x0C <= code <= 0x1C else refuse("expected an integer")
    if leaf["of"] == "bool":
        return 1
    if leaf["of"] == "fixed":
        return 1 + leaf["width"]
    mark = re.match(rb".(?:[^\0]|\0\xff)*\0(?!\xff)", rest, re.DOTALL)
    return mark.end() if mark else refuse("expected an end mark")


def end_of_atom(row: list[Atom], at: int, rest: bytes) -> int:
    """The width of the element of atom `at`, which `rest` begins with."""
    leaf, complemented, alphabet = row[at]
    if leaf["form"] == "tuple":
        return end_of_tuple_element(leaf, rest)
    least, greatest = width(leaf)
    plain = flip(rest) if complemented else rest
    if leaf["form"] == "tag":
        return 1 + (leaf["width"] if plain[:1] == b"\0" else 0)
    if least == greatest:
        return least
    if leaf["form"] == "codes":
        found = [code for code in leaf["codes"] if plain.startswith(bytes.fromhex(code["bytes"]))]
        return len(found[0]["bytes"]) // 2 if found else refuse("expected one of the codes")
    if leaf["form"] == "kinds":
        return end_of_kind(kind_of(leaf["kinds"], plain), plain)
    if leaf["form"] == "padded_units":
        return width_of_units(plain, leaf["units"])
    if leaf["form"] == "terminated":
        escapes = {bytes.fromhex(leaf[name]) for name in ("escape", "empty") if name in leaf}
        return end_of_escaped(plain, escapes, bytes.fromhex(leaf["end"]))
    if leaf["form"] == "length_prefixed":
        return end_of_length_prefixed(plain, leaf["length"])
    if leaf["form"] == "delimited":
        return refuse("only its codec knows where the element ends")
    behind = row[at + 1 :]
    if not behind:
        return len(rest)
    if behind[0].leaf["form"] == "literal":
        first = bytes.fromhex(behind[0].leaf["bytes"])[0]
        first = 0xFF - first if behind[0].complemented else first
        if first not in alphabet:
            found = rest.find(bytes([first]))
            return found if found >= 0 else refuse("expected a separator")
    return len(rest) - sum(width(atom.leaf)[0] for atom in behind)


def kind_of(kinds: list[Tree], data: bytes) -> Tree:
    """The record type whose tag the bytes begin with."""
    found = [kind for kind in kinds if data.startswith(bytes.fromhex(kind["prefix"]))]
    return found[0] if found else refuse("expected the tag of a record type")


def end_of_kind(kind: Tree, data: bytes) -> int:
    """The width of the key of a record type, which `data` begins with."""
    rest = without(data, kind["prefix"], "the tag")
    for index in range(len(kind["fields"])):
        rest = rest[end_of_element(kind["fields"][index:], rest) :]
        rest = without(rest, kind["fields"][index]["separator"], "a separator")
    return len(data) - len(rest)


def end_of_escaped(text: bytes, escapes: set[bytes], end: bytes) -> int:
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        if pair == end:
            return at + 2
        if pair[:1] == end[:1] and pair not in escapes:
            refuse("expected an escape or the end mark")
        at += 2 if pair in escapes else 1
    return refuse("expected an end mark")


def length_of(form: str, length: int) -> bytes:
    """A length in its form."""
    if form == "varint":
        low = [length & 0x7F]
        while length := length >> 7:
            low[-1] |= 0x80
            low.append(length & 0x7F)
        return bytes(low)
    size, *le = form.split(", ")
    return length.to_bytes(int(size[1:]) // 8, "little" if le else "big")


def end_of_length_prefixed(text: bytes, form: str) -> int:
    if form == "varint":
        last = next((at for at, byte in enumerate(text) if byte < 0x80), None)
        head = text[: last + 1] if last is not None else refuse("expected the end of a length")
        length = sum((byte & 0x7F) << 7 * at for at, byte in enumerate(head))
    else:
        head = text[: len(length_of(form, 0))]
        length = int.from_bytes(head, "little" if form.endswith("le") else "big")
    end = len(head) + length
    if head != length_of(form, length) or end > len(text):
        refuse("a length beyond the key, or not in its shortest form")
    return end


def width_of_units(text: bytes, units: int) -> int:
    """The width of the first `units` UTF-16 units of UTF-8 text."""
    at = 0
    while units > 0 and at < len(text):
        lead = text[at]
        at += 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
        units -= 2 if lead >= 0xF0 else 1
    return at if units == 0 else refuse("expected more characters")


def split(key: Tree, rest: bytes) -> dict[str, bytes]:
    """The element of each field, as written. `rest` begins with the first field."""
    elements: dict[str, bytes] = {}
    for index, field in enumerate(key["fields"]):
        end = end_of_element(key["fields"][index:], rest)
        elements[field["name"]], rest = rest[:end], rest[end:]
        rest = without(rest, field["separator"], f"the separator after `{field['name']}`")
    return elements if not rest else refuse(f"expected the end of the key, found {rest.hex()}")


def end_of_element(fields: list[Tree], rest: bytes) -> int:
    """The width of the element of the first field, which `rest` begins with."""
    rows = [atoms(field["element"]) + separator_atom(field) for field in fields]
    row = [atom for field in rows for atom in field]
    last = len(rows[0]) - (1 if fields[0]["separator"] else 0)
    at = end = 0
    while at < last:
        taken = end_of_atom(row, at, rest[end:])
        absent = row[at].leaf["form"] == "tag" and rest[end : end + 1] == (b"\xff" if row[at].complemented else b"\0")
        at += 1 + (row[at].leaf["atoms"] if absent else 0)
        end += taken
        if taken < 0 or end > len(rest):
            refuse(f"the key ends within `{fields[0]['name']}`")
    return end


def separator_atom(field: Tree) -> list[Atom]:
    return atoms_of_key({"prefix": field["separator"], "fields": []}, False)


def without(rest: bytes, literal: str, name: str) -> bytes:
    expected = bytes.fromhex(literal)
    return rest[len(expected) :] if rest.startswith(expected) else refuse(f"expected {name}: {literal}")
