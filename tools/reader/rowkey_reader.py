#!/usr/bin/env python3
"""Reads row keys by the JSON of their layout: `python3 rowkey_reader.py layout.json < keys.hex`.

With `--vectors vectors.json`, it reads each key of `tests/vectors/vectors.json` and compares the values with those of the file.

Each line of the input is a key in hex, each line of the output its values as JSON. A key that is wrong in any way is refused
(exit status 1), and so is a form that this reader does not know. `SPEC.md` of rowkey says what the bytes and the members mean.

The label is computed again if the salt is in Python's standard library. Of xxh3 and of functions of the user's own, only the
form of the label is checked, and `label` says so. Computed elements are computed again too; of xxh3 and of functions of the user's own, only their width is checked.

Keys of several kinds (a Rust enum) are read as the kind that they are of, which `kind` names.
"""

import json
import sys

from rowkey_cut import Refused, Tree, end_of_element, refuse, split, without
from rowkey_salts import check_computed, check_label
from rowkey_values import values_of


def decode(layout: Tree, key: bytes) -> Tree:
    """The values of a key by the name of their field; with a salt, the bucket, and how far the label was checked."""
    if layout.get("rowkey") != 1:
        refuse(f"expected version 1 of the layout, found {layout.get('rowkey')}")
    return decode_kinds(layout, key) if "record_types" in layout else decode_elements(layout, key)


def decode_kinds(layout: Tree, key: bytes) -> Tree:
    """The values of a key, and the name of its kind; of a key of no kind the bytes, if the layout takes any."""
    if not key:
        refuse("expected a key, found none")
    kinds = [kind for kind in layout["record_types"] if is_of(kind, len(layout["fields"]), key)]
    errors = []
    for kind in kinds:
        try:
            return {"kind": kind["name"], **decode_elements(kind, key)}
        except Refused as error:
            errors.append(f"`{kind['name']}`: {error}")
    if not kinds and layout["other"] and key.startswith(bytes.fromhex(layout["prefix"])):
        return {"kind": None, "key": key.hex()}
    return refuse("; ".join(errors) or "expected a key of some kind")


def is_of(kind: Tree, under: int, key: bytes) -> bool:
    """`True` if the key has the tag at its place: it is of this kind, or damaged. Without a tag, its elements tell."""
    if not kind["tag"]:
        return True
    if not under:
        return any(key.startswith(bytes.fromhex(prefix)) for prefix in [kind["prefix"], *kind["was"]])
    if not key.startswith(bytes.fromhex(kind["prefix"])):
        return False
    label = kind["salt"]["label"]["width"] + len(kind["separator"]) // 2 if kind["salt"] else 0
    behind, separator = key[len(kind["prefix"]) // 2 + label :], b""
    for index in range(under):
        behind = behind[len(separator) :]
        try:
            behind = behind[end_of_element(kind["fields"][index:], behind) :]
        except Refused:
            return False
        separator = bytes.fromhex(kind["fields"][index]["separator"])
    return behind.startswith(separator)


def decode_elements(layout: Tree, key: bytes) -> Tree:
    """The values of a key, of a layout or of one of its kinds."""
    older = [prefix for prefix in layout.get("was", []) if key.startswith(bytes.fromhex(prefix))]
    rest, salt = without(key, older[0] if older else layout["prefix"], "the prefix"), layout["salt"]
    if salt is None:
        elements = split(layout, rest)
        values = values_of(layout, elements)
        check_computed(layout, elements, values)
        return {"values": values}
    label, rest = rest[: salt["label"]["width"]], rest[salt["label"]["width"] :]
    rest = without(rest, layout["separator"], "the separator after the label")
    elements = split(layout, rest)
    values = values_of(layout, elements)
    check_computed(layout, elements, values)
    bucket, checked = check_label(layout, label, rest, elements, values)
    return {"values": values, "bucket": bucket, "label": checked}


def check_vectors(path: str) -> int:
    """Reads each key of a file of vectors: a list of layouts, each with its rows. A row is a key in hex, and what `decode` gives."""
    with open(path, encoding="utf-8") as file:
        tables = json.load(file)
    wrong = 0
    for table in tables:
        for row in table["rows"]:
            key = row.pop("key")
            try:
                found = decode(table["layout"], bytes.fromhex(key))
            except (Refused, ValueError) as error:
                found = {"refused": str(error)}
            if found != row:
                wrong += 1
                shown = [json.dumps(it, ensure_ascii=False) for it in (row, found, table["layout"])]
                print("{}: expected {}, found {}, of {}".format(key, *shown))
    if not wrong:
        print(f"{sum(len(table['rows']) for table in tables)} rows are right")
    return 1 if wrong else 0


def main() -> int:
    if len(sys.argv) == 3 and sys.argv[1] == "--vectors":
        return check_vectors(sys.argv[2])
    if len(sys.argv) != 2:
        print("usage: rowkey_reader.py layout.json < keys.hex, or rowkey_reader.py --vectors vectors.json", file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8") as file:
        layout = json.load(file)
    status = 0
    for line in sys.stdin:
        try:
            print(json.dumps(decode(layout, bytes.fromhex(line)), ensure_ascii=False))
        except (Refused, ValueError) as error:
            print(json.dumps({"refused": str(error)}, ensure_ascii=False))
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
