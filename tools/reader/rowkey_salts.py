"""The label of a key, computed again from its values: section 4 of `SPEC.md`."""

import hashlib
import re
import struct
import unicodedata
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from rowkey_cut import Refused, Tree, refuse
from rowkey_values import number


class Unchecked(Exception):
    """The salt cannot be computed here."""


def civil_of(seconds: int) -> tuple[int, int, int, int]:
    """Year, month, day and hour in UTC. 400 years have 146,097 days."""
    cycles, days = divmod(seconds // 86_400 + 719_468, 146_097)
    day = date(2000, 3, 1) + timedelta(days)
    return day.year - 2000 + 400 * cycles, day.month, day.day, seconds % 86_400 // 3_600


def calendar(view: str, civil: tuple[int, int, int, int]) -> int:
    count = {"year": 1, "year_month": 2, "year_month_day": 3, "hour": 4}[view]
    number_ = civil[0]
    for part in civil[1:count]:
        number_ = number_ * 100 + part
    return number_


def cut(view: Tree, text: str, units: bool) -> str:
    """A text through one view. `units`: as Java, which counts UTF-16 units and refuses a shorter text."""
    if view["view"] == "without":
        return text.replace(view["text"], "")
    raw, size = (text.encode("utf-16-be", "surrogatepass"), 2) if units else (text.encode("utf-32-be"), 4)
    count = view["count"] * size
    if units and count > len(raw):
        refuse(f"`{view['view']}` of a text that is shorter")
    raw = {"first": raw[:count], "last": raw[max(len(raw) - count, 0) :], "from": raw[count:]}[view["view"]]
    return raw.decode("utf-16-be" if units else "utf-32-be", "surrogatepass")


def java_int(text: str) -> int:
    of = re.fullmatch(r"([+-]?)(.+)", text, re.DOTALL)
    if not of or not all(unicodedata.category(digit) == "Nd" and ord(digit) < 0x10000 for digit in of[2]):
        return refuse(f"{text!r} is not what `Integer.parseInt` reads")
    number_ = int(of[1] + "".join(str(unicodedata.decimal(digit)) for digit in of[2]))
    return number_ if -(2**31) <= number_ < 2**31 else refuse(f"{number_} does not fit Java's `int`")


def seen(given: Tree, value: Any, element: bytes, algorithm: str) -> tuple[Any, int]:
    """The value of an input through its views, and the least number of its digits: an int, a text, or bytes."""
    kind, views, per_second, digits = given["kind"], given["views"], given["per_second"] or 1, 1
    if kind == "bytes":
        value = bytes.fromhex(value)
    elif kind == "id":
        # A UUID in hex, or a ULID, whose first ten characters have five bits each. Both begin with 48 bits of milliseconds.
        of = [("0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(of) << 45 - 5 * at) for at, of in enumerate(value[:10])] if "-" not in value else []
        value = sum(of) if of else int(value.replace("-", "")[:12], 16)
    elif kind == "element" or kind == "date" and not views:
        value = element
    units = algorithm == "java_hash" or any(view["view"] == "java_int" for view in views)
    for view in views:
        name = view["view"]
        if name == "int":
            value = int(value) if re.fullmatch(r"[0-9]{1,18}", value) else refuse(f"{value!r} is not 1 to 18 digits")
        elif name == "java_int":
            value = java_int(value)
        elif name == "text":
            value = str(value)
        elif name == "div":
            value, per_second = value // int(view["by"]), max(per_second // int(view["by"]), 1)
            digits = 1
        elif name == "floor":
            value, digits = value // int(view["by"]) * int(view["by"]), 1
        elif name in ("year", "year_month", "year_month_day", "hour"):
            digits = {"year": 4, "year_month": 6, "year_month_day": 8, "hour": 10}[name]
            civil = civil_of(value // per_second) if isinstance(value, int) else tuple(map(int, re.findall(r"\d+", value)[:4]))
            value = calendar(name, civil)
        else:
            value = cut(view, value, units)
    return value, digits


def as_bytes(given: Tree, value: Any, element: bytes) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    try:
        return value.to_bytes(8, "big", signed=True) if given["views"] else element
    except OverflowError:
        return refuse(f"{value} does not fit 8 bytes")


def java_hash(start: int, units: list[int]) -> int:
    for unit in units:
        start = (31 * start + unit) & 0xFFFFFFFF
    return start - 2**32 if start >= 2**31 else start


def bucket_of(salt: Tree, rest: bytes, elements: dict[str, bytes], values: dict[str, Any]) -> int:
    """The bucket; the digest as 128 bits if its digits are the label."""
    algorithm, count = salt["algorithm"], salt["buckets"]
    if algorithm not in ("md5", "xor", "modulo", "java_hash", "phoenix"):
        raise Unchecked(salt["path"] or algorithm)
    given = [
        (it, elements[it["field"]], *seen(it, values[it["field"]], elements[it["field"]], algorithm)) for it in salt["inputs"] or []
    ]
    if algorithm == "phoenix":
        hash_ = java_hash(1, [byte - 256 if byte > 127 else byte for byte in rest])
        return abs(hash_) % count
    if algorithm == "md5":
        data = rest if salt["inputs"] is None else b"".join(as_bytes(it, value, element) for it, element, value, _ in given)
        digest = hashlib.md5(data).digest()
        return int.from_bytes(digest, "big") if count is None else int.from_bytes(digest[:8], "big") * count >> 64
    if algorithm == "java_hash":
        texts = []
        for _, _, value, digits in given:
            text = value.decode() if isinstance(value, bytes) else value
            texts.append(text if isinstance(text, str) else f"{'-' if text < 0 else ''}{abs(text):0{digits}}")
        # A view can leave half of a surrogate pair.
        text = "".join(texts).encode("utf-16-be", "surrogatepass")
        units = struct.unpack(f">{len(text) // 2}H", text)
        return java_hash(0, list(units)) % count
    all_ = 0
    for _, _, value, _ in given:
        if not isinstance(value, int):
            raise Unchecked("xxh3 of an input that is not a number")
        all_ ^= value
    is_java = any(view["view"] == "java_int" for it in salt["inputs"] for view in it["views"])
    if is_java and all_ < 0 and all_ % count:
        refuse("Java's remainder is negative")
    return all_ % count


def check_computed(key: Tree, elements: dict[str, bytes], values: dict[str, Any]) -> None:
    """Refuses a key whose computed elements are not those of its values."""
    for field in key["fields"]:
        rule = field.get("computed")
        # A function of the user's own is not known here.
        if rule is None or rule["algorithm"] in ("xxh3", "with"):
            continue
        name, given, leaf = field["name"], rule["input"], field["element"]
        of = elements[given["field"]]
        value, _ = seen(given, values[given["field"]], of, rule["algorithm"])
        if rule["algorithm"] == "md5":
            bits = (4 if leaf["radix"] == "hex" else 8) * leaf["width"]
            value = int.from_bytes(hashlib.md5(as_bytes(given, value, of)).digest(), "big") >> 128 - bits
        elif rule["algorithm"] != "number":
            refuse(f"the algorithm `{rule['algorithm']}` is not known")
        expected = int(leaf["greatest"]) - value if rule["descending"] else value
        found = number(leaf, elements[name])
        if found != expected:
            refuse(f"expected {expected} as `{name}`, found {found}")


def check_label(key: Tree, label: bytes, rest: bytes, elements: dict[str, bytes], values: dict[str, Any]) -> tuple[int, str]:
    """The number in the label, and how far it was checked."""
    salt, form = key["salt"], key["salt"]["label"]
    generations = [salt, *({**salt, **older} for older in salt["was"])]
    counts = [it["buckets"] for it in generations if it["buckets"]]
    base = {"bytes": 256, "decimal": 10, "hex": 16}[form["radix"]]
    greatest = (max(counts) if counts else base ** form["width"]) - 1
    found = number({**form, "least": "0", "greatest": str(greatest)}, label)
    try:
        expected = [bucket_of(salt, rest, elements, values)]
        for it in generations[1:]:
            # A generation that refuses the values wrote no such row.
            with suppress(Refused):
                expected.append(bucket_of(it, rest, elements, values))
    except Unchecked as error:
        return found, f"not computed, form only: {error}"
    if not counts:
        expected = [expected[0] >> 128 - (4 if base == 16 else 8) * form["width"]]
    return (found, "computed") if found in expected else refuse(f"expected the label of bucket {expected}, found {found}")
