#!/usr/bin/env python3
"""Reads row keys by the JSON of their layout: `python3 rowkey_reader.py layout.json < keys.hex`.

Each line of the input is a key in hex, each line of the output its values as JSON. A key that is wrong in any way is refused
(exit status 1), and so is a form that this reader does not know. `SPEC.md` of rowkey says what the bytes and the members mean.

The label is computed again if the salt is in Python's standard library. Of xxh3 and of functions of the user's own, only the
form of the label is checked, and `label` says so. Computed elements are computed again too; of xxh3, only their width is checked.
"""

import json
import sys

from rowkey_cut import Refused, Tree, refuse, split, without
from rowkey_salts import check_computed, check_label
from rowkey_values import values_of


def decode(layout: Tree, key: bytes) -> Tree:
    """The values of a key by the name of their field; with a salt, the bucket, and how far the label was checked."""
    if layout.get("rowkey") != 1:
        refuse(f"expected version 1 of the layout, found {layout.get('rowkey')}")
    rest, salt = without(key, layout["prefix"], "the prefix"), layout["salt"]
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


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: rowkey_reader.py layout.json < keys.hex", file=sys.stderr)
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
