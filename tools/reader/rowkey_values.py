"""From an element to its value: section 3 of `SPEC.md`."""

import ipaddress
import re
import struct
import uuid
from datetime import date, timedelta
from typing import Any

from rowkey_cut import (
    Refused,
    Tree,
    atoms,
    bytes_of,
    flip,
    in_nested_tuple,
    kind_of,
    length_of,
    refuse,
    split,
    width,
    without,
)

BASES = {"decimal": 10, "hex": 16, "HEX": 16, "bytes": 256}
UNITS = ("secs", "millis", "micros", "nanos", "units")
INTEGER = re.compile(r"(raw |le )?(NonZero<)?([iu])(\d+)>?")


def value_of(node: Tree, codec: str, data: bytes) -> Any:
    form = node["form"]
    if form == "complement":
        return value_of(node["of"], codec, flip(data))
    if form == "option":
        if data[:1] == b"\1":
            return value_of(node["of"], codec, data[1:])
        return None if not any(data) else refuse("expected 01 and a value, or zeros")
    if form == "pair":
        first, second = node["of"]
        size = sum(width(atom.leaf)[0] for atom in atoms(first))
        of_first, of_second = codecs_of_pair(codec)
        return [value_of(first, of_first, data[:size]), value_of(second, of_second, data[size:])]
    if form == "array":
        # `[u16; 4]`
        of, size = codec[1 : codec.rindex(";")], len(data) // node["count"]
        return [value_of(node["of"], of, data[at : at + size]) for at in range(0, len(data), size)]
    if form == "repeated":
        size = sum(width(atom.leaf)[0] for atom in atoms(node["of"]))
        if len(data) % size:
            refuse(f"expected values of {size} bytes each, found {len(data)} bytes")
        return [value_of(node["of"], codec, data[at : at + size]) for at in range(0, len(data), size)]
    if form == "key" and "record_types" in node["key"]:
        kind = kind_of(node["key"]["record_types"], data)
        rest = without(data, kind["prefix"], "the tag")
        return {"kind": kind["name"], "values": values_of(kind, split(kind, rest))}
    if form == "key":
        rest = without(data, node["key"]["prefix"], "the prefix of the nested key")
        return values_of(node["key"], split(node["key"], rest))
    if codec.startswith("ordered_code "):
        return value_of_ordered_code(form, codec.removeprefix("ordered_code "), data)
    if form == "tuple":
        return value_of_tuple(node, codec, data)
    if form == "tuple_key":
        inside = without(data, "05", "a nested tuple")
        return values_of(nested_tuple(node["key"]), split(nested_tuple(node["key"]), inside[:-1]))
    if form == "chars":
        # Reversal keeps the bytes of each character, so the set can be checked before it.
        allowed = bytes_of(node["alphabet"])
        outside = [byte for byte in text_of(node["of"], data) if byte not in allowed]
        return refuse(f"byte {outside[0]:02x} is not in the alphabet") if outside else value_of(node["of"], codec, data)
    if form == "decimal":
        return value_of_number(codec, node, decimal(node, data))
    if form == "number":
        return value_of_number(codec, node, number(node, data))
    if form == "codes":
        found = [code for code in node["codes"] if bytes.fromhex(code["bytes"]) == data]
        return found[0]["name"] or found[0]["bytes"] if found else refuse(f"expected one of the codes, found {data.hex()}")
    if form == "parts":
        return moment(codec, data)
    return value_of_text(codec, text_of(node, data))


def codecs_of_pair(codec: str) -> tuple[str, str]:
    """The codecs in `(u16, (u8, bytes))`: cut at the comma that is in no other pair."""
    depth = 0
    for at, character in enumerate(codec):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 1:
            return codec[1:at], codec[at + 2 : -1]
    return refuse(f"`{codec}` is not a pair")


def number(leaf: Tree, data: bytes) -> int:
    digits = {"decimal": "0-9", "hex": "0-9a-f", "HEX": "0-9A-F"}
    if len(data) != leaf["width"]:
        refuse(f"expected {leaf['width']} bytes, found {len(data)}")
    if leaf["radix"] == "bytes":
        found = int.from_bytes(data, "big")
    elif re.fullmatch(f"[{digits[leaf['radix']]}]+".encode(), data):
        found = int(data, 10 if leaf["radix"] == "decimal" else 16)
    else:
        refuse(f"expected digits, found {data.hex()}")
    inside = int(leaf["least"]) <= found <= int(leaf["greatest"])
    return found if inside else refuse(f"expected {leaf['least']} to {leaf['greatest']}, found {found}")


def decimal(node: Tree, data: bytes) -> int:
    if not re.fullmatch(rb"0|-?[1-9][0-9]*", data):
        refuse(f"expected a number in decimal, found {data.hex()}")
    found = int(data)
    least = -int(node["below"]) if found < 0 else int(node["least"])
    return found if least <= found <= int(node["greatest"]) else refuse(f"the number {found} is out of range")


def value_of_number(codec: str, node: Tree, found: int) -> Any:
    """The value whose number is `found`, by the name of the codec."""
    complemented, codec = codec.startswith("complemented "), codec.removeprefix("complemented ")
    if complemented:
        # Each digit is subtracted from the greatest digit.
        found = BASES[node["radix"]] ** node["width"] - 1 - found
    reversed_, codec = codec.startswith("reversed "), codec.removeprefix("reversed ")
    is_text = complemented or node["form"] == "decimal" or node["radix"] != "bytes"
    if codec in UNITS:
        if reversed_ and int(node["least"]) >= 2**63:
            # A `u64`, subtracted from the greatest of the type.
            return 2**64 - 1 - found
        if reversed_ or not is_text and node["order"] == "descending":
            # `decimal` wraps as Java's `Long` does.
            return ((2**63 - 1 - found + 2**63) & (2**64 - 1)) - 2**63
        return found if is_text or int(node["greatest"]) < 2**63 else found - 2**63
    if of := INTEGER.fullmatch(codec):
        form, nonzero, sign, bits = of[1], of[2], of[3] == "i", int(of[4])
        half = 2 ** (bits - 1) if sign else 0
        if reversed_:
            found = ((2**bits - 1 - half - found + half) & (2**bits - 1)) - half
        elif not is_text:
            found = 2**bits - 1 - found if node["order"] == "descending" else found
            # Of `bytes(N)` too few fit for a sign.
            half = half if int(node["greatest"]) == 2**bits - 1 else 0
            if form == "le ":
                found = int.from_bytes(found.to_bytes(node["width"], "big"), "little")
            found = found - half if not form else found - 2**bits if found >= half > 0 else found
        return refuse("zero, but the field is `NonZero`") if nonzero and found == 0 else found
    if reversed_ or is_text:
        return refuse(f"numbers of the codec `{codec}` are not known")
    if codec == "bool":
        return found == 1
    if codec == "char":
        return chr(found) if not 0xD800 <= found < 0xE000 else refuse(f"{found:x} is not a character")
    if kind := re.fullmatch(r"(raw |phoenix )?f(32|64)", codec):
        return real(kind[1], int(kind[2]), found)
    if codec in ("Ipv4Addr", "Ipv6Addr"):
        return str((ipaddress.IPv4Address if codec == "Ipv4Addr" else ipaddress.IPv6Address)(found))
    if codec == "Ulid":
        return "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[found >> shift & 31] for shift in range(125, -1, -5))
    if codec == "UuidV7" and uuid.UUID(int=found).version != 7:
        refuse(f"expected a UUID of version 7, found {uuid.UUID(int=found)}")
    return str(uuid.UUID(int=found)) if codec in ("Uuid", "UuidV7") else refuse(f"the codec `{codec}` is not known")


def nested_tuple(key: Tree) -> Tree:
    """The key with its nulls as inside a nested tuple."""
    return {**key, "fields": [{**field, "element": in_nested_tuple(field["element"])} for field in key["fields"]]}


def value_of_tuple(leaf: Tree, codec: str, data: bytes) -> Any:
    """The value of an element of a tuple."""
    code, rest = data[0], data[1:]
    if leaf["null"] and code == 0:
        return None
    if leaf["of"] == "integer":
        found = int.from_bytes(rest, "big") - (256 ** len(rest) - 1 if code < 0x14 else 0)
        inside = -int(leaf["below"]) <= found <= int(leaf["greatest"]) and (found or leaf["zero"])
        narrow = (found.bit_length() + 7) // 8 == len(rest)
        return found if inside and narrow else refuse(f"the integer {found} is out of range, or too wide")
    if leaf["of"] == "bool":
        return code == 0x27 if code in (0x26, 0x27) else refuse("expected 26 or 27")
    if code != int(leaf["code"], 16):
        refuse(f"expected the code {leaf['code']}, found {code:02x}")
    if leaf["of"] == "text":
        return value_of_text(codec, rest[:-1].replace(b"\0\xff", b"\0"))
    if codec == "Versionstamp":
        return {"transaction": rest[:10].hex(), "user": int.from_bytes(rest[10:], "big")}
    found = int.from_bytes(rest, "big")
    return str(uuid.UUID(int=found)) if codec == "Uuid" else real(None, 8 * leaf["width"], found)


def value_of_ordered_code(form: str, codec: str, data: bytes) -> Any:
    """The value of a field in ordered code. Only an element that another may follow has an end mark."""
    content = data[:-2] if form == "terminated" else data
    if content == b"\0\0" and codec in ("bytes", "str"):
        return value_of_text(codec, b"")
    if not re.fullmatch(rb"(?:[^\0]|\0\xff)+", content, re.DOTALL):
        refuse(f"expected 00 as 00 ff, and the empty value as 00 00, found {content.hex()}")
    content = content.replace(b"\0\xff", b"\0")
    if codec in ("bytes", "str"):
        return value_of_text(codec, content)
    negative, size = content[0] < 0x80, len(content)
    found = int.from_bytes(flip(content) if negative else content, "big")
    # So many ones as there are bytes, a zero, and the number in what is left.
    ones, bits = (1 << size) - 1, 7 * size - 1
    magnitude = found - (ones << (bits + 1))
    narrow = 0 <= magnitude < 1 << bits and (size == 1 or magnitude >> (bits - 7))
    found = ~magnitude if negative else magnitude
    sign, width = codec[0], int(codec[1:])
    least, greatest = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if sign == "i" else (0, (1 << width) - 1)
    return found if narrow and least <= found <= greatest else refuse(f"the number {content.hex()} is out of range, or too wide")


def real(form: str | None, bits: int, found: int) -> Any:
    """A float; as text if JSON has no such number, a NaN with its bits."""
    sign, all_ = 1 << (bits - 1), (1 << bits) - 1
    if form != "raw ":
        found -= 1 if form else 0
        found = found ^ sign if found & sign else found ^ all_
    value = struct.unpack(">f" if bits == 32 else ">d", found.to_bytes(bits // 8, "big"))[0]
    if value != value:
        java = 0x7FC00000 if bits == 32 else 0x7FF8000000000000
        return refuse("a NaN that Phoenix does not write") if form == "phoenix " and found != java else f"nan {found:x}"
    return value if abs(value) != float("inf") else str(value)


def text_of(node: Tree, data: bytes) -> bytes:
    """The text of an element of text: without padding, escapes, end mark and complement."""
    form = node["form"]
    if form in ("chars", "complement"):
        return text_of(node["of"], flip(data) if form == "complement" else data)
    if form == "text":
        least, greatest = width(node)
        text = data if least <= len(data) and (greatest is None or len(data) <= greatest) else refuse("a text of another width")
    elif form in ("padded", "padded_units"):
        pad = bytes.fromhex(node["pad"])
        text = data.lstrip(pad) if node.get("left") else data.rstrip(pad)
    elif form == "terminated":
        escape = bytes.fromhex(node["escape"])
        text = data[:-2].replace(escape, escape[:1])
    elif form == "length_prefixed":
        text = next(text for at in range(11) if length_of(node["length"], len(text := data[at:])) == data[:at])
    else:
        refuse(f"the form `{form}` is not known")
    if set(text) - bytes_of(node["alphabet"]):
        refuse("a byte that is not in the alphabet")
    if form == "text" and node["order"] == "descending":
        # Phoenix's `VARCHAR DESC` as the last column.
        return flip(data[:-1]) if data[1:] and data.find(0xFF) == len(data) - 1 else refuse("expected FF at the end only")
    return text


def value_of_text(codec: str, text: bytes) -> str:
    if codec in ("bytes", "reversed bytes"):
        return (text if codec == "bytes" else text[::-1]).hex()
    if codec not in ("str", "reversed str"):
        return refuse(f"the codec `{codec}` is not known")
    try:
        value = text.decode()
    except UnicodeDecodeError as error:
        return refuse(str(error))
    return value if codec == "str" else value[::-1]


DIRECTIVES = {"Y": 4, "m": 2, "d": 2, "j": 3, "H": 2, "M": 2, "S": 2}


def moment(codec: str, data: bytes) -> str:
    """A date and time as `2017-12-01T12:10:00`, with a fraction if there is one, and the offset of the pattern."""
    of = re.fullmatch(r"time\('(.*?)'(?:, offset '(.{6})')?\)", codec, re.DOTALL) or refuse(f"`{codec}` is not a pattern")
    pattern = of[1]
    for short, long in (("%F", "%Y-%m-%d"), ("%T", "%H:%M:%S"), ("%R", "%H:%M")):
        pattern = re.sub(f"(?<!%)((?:%%)*){short}", rf"\1{long}", pattern)
    expected = ""
    for piece in re.findall(r"%\.?\d?.|[^%]+", pattern, re.DOTALL):
        if fraction := re.fullmatch(r"%(\.?)([369])f", piece):
            expected += rf"{re.escape(fraction[1])}(?P<f>[0-9]{{{fraction[2]}}})"
        elif piece[0] == "%" and piece[1:] in DIRECTIVES:
            expected += f"(?P<{piece[1:]}>[0-9]{{{DIRECTIVES[piece[1:]]}}})"
        else:
            expected += re.escape(piece.replace("%%", "%"))
    found = re.fullmatch(expected.encode(), data) or refuse(f"{data!r} is not of the pattern {pattern}")
    part = {name: digits.decode() for name, digits in found.groupdict().items()}
    year, month, day = (int(part.get(name, start)) for name, start in (("Y", "0"), ("m", "1"), ("d", "1")))
    clock = [int(part.get(name, "0")) for name in "HMS"]
    try:
        # Python's calendar begins at year 1; the year 0 is a leap year like 400 years later.
        first = date(year if year > 0 else 400, month, day)
        if "j" in part:
            last = first + timedelta(int(part["j"]) - 1)
            first = last if last.year == first.year else refuse("a day that the year does not have")
    except (ValueError, OverflowError) as error:
        return refuse(str(error))
    if clock[0] > 23 or clock[1] > 59 or clock[2] > 59:
        refuse(f"{data!r} is not a time of day")
    fraction = part.get("f", "").rstrip("0")
    time = f"{year:04}-{first.month:02}-{first.day:02}T{clock[0]:02}:{clock[1]:02}:{clock[2]:02}"
    return time + (f".{fraction}" if fraction else "") + (of[2] or "")


def values_of(key: Tree, elements: dict[str, bytes]) -> dict[str, Any]:
    values = {}
    for field in key["fields"]:
        name = field["name"]
        if "computed" in field:
            continue
        if field["own"]:
            refuse(f"`{name}` has a codec of the user's own, `{field['codec']}`")
        if field["codec"].startswith("ordered_code ") and elements[name] == b"\0\0" and values:
            refuse(f"`{name}` is empty, and other fields are before it")
        try:
            values[name] = value_of(field["element"], field["codec"], elements[name])
        except Refused as error:
            refuse(f"`{name}`: {error}")
    return values
