"""Row keys as `SPEC.md` says, and by nothing else: values in, bytes out.

Reads `{"key": .., "rows": [..]}` in JSON, one on a line; prints `{"rows": [..], "splits": [..], "spread": .., "usual": ..}`: each row as its keys in hex by all generations of
the salt, the newest first, or `[]` if it is refused.
"""

import hashlib
import json
import struct
import sys
import unicodedata
from datetime import datetime
from typing import Any

Json = Any


class Refused(Exception):
    """The row has no key."""


def digits(number: int, form: Json) -> bytes:
    """`digits(N)`, `hex(N)`, `hex(N, upper)`, which is `HEX` here, `bytes(N)`, `decimal`."""
    name = form[0]
    if name == "decimal":
        return b"%d" % number
    if number < 0:
        raise Refused("negative")
    width = form[1]
    if name == "bytes":
        if number >= 256**width:
            raise Refused("too large")
        return number.to_bytes(width, "big")
    text = {"digits": "%d", "hex": "%x", "HEX": "%X"}[name] % number
    if len(text) > width:
        raise Refused("too large")
    return text.rjust(width, "0").encode()


def wrapped(number: int, bits: int) -> int:
    """As Java's subtraction gives it."""
    return (number + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)


BASE = {"digits": 10, "hex": 16, "HEX": 16, "bytes": 256}


def last_of(form: Json, greatest: int) -> int:
    """What a reversed number is subtracted from: the greatest of the type, or what all digits are at their greatest if that is less."""
    return greatest if form[0] in ("plain", "decimal") else min(greatest, BASE[form[0]] ** form[1] - 1)


def complement(element: bytes) -> bytes:
    return bytes(255 - byte for byte in element)


def integer(of: Json, number: int, desc: bool) -> bytes:
    bits, signed, form = of["bits"], of["signed"], of["form"]
    if form[0] == "raw":
        return (number % 2**bits).to_bytes(bits // 8, "big")
    if form[0] == "le":
        if form[1] < bits // 8 and not 0 <= number < 256 ** form[1]:
            raise Refused("negative, or too large")
        return number.to_bytes(form[1], "little", signed=signed and form[1] == bits // 8)
    if form[0] == "plain":
        return (number + (2 ** (bits - 1) if signed else 0)).to_bytes(bits // 8, "big")
    if desc and form[0] != "bytes":
        number = last_of(form, (2 ** (bits - 1) if signed else 2**bits) - 1) - number
        if signed and form == ["digits", 19] and number >= 2**63:
            raise Refused("below zero")
        if form[0] == "decimal" and signed:
            number = wrapped(number, bits)
    return digits(number, form)


PER_SECOND = {"secs": 1, "millis": 10**3, "micros": 10**6, "nanos": 10**9}


def count_of(of: Json, time: int) -> int:
    """The count in the unit since 1970."""
    if not of["is_time"]:
        return time
    count, rest = divmod(time, 10**9 // PER_SECOND[of["unit"]])
    if rest and of["finer"] != "floor":
        raise Refused("finer than the unit")
    if not -(2**63) <= count < 2**63:
        raise Refused("more than an `i64`")
    return count


def count(of: Json, time: int, desc: bool) -> bytes:
    """`time(UNIT)`."""
    number, form = count_of(of, time), of["form"]
    if form[0] == "plain":
        return (number + (2**63 if of["signed"] else 0)).to_bytes(8, "big")
    if desc and form[0] != "bytes":
        number = last_of(form, (2**63 if of["signed"] else 2**64) - 1) - number
        if of["signed"] and form == ["digits", 19] and number >= 2**63:
            raise Refused("below zero")
        if form[0] == "decimal" and of["signed"]:
            number = wrapped(number, 64)
    return digits(number, form)


def reverse_ts(of: Json, time: int) -> bytes:
    number = last_of(of["form"], 2**63 - 1) - count_of(of, time)
    if of["form"][0] == "plain":
        return number.to_bytes(8, "big")
    if of["form"][0] == "decimal" and of["signed"]:
        number = wrapped(number, 64)
    if of["form"] == ["digits", 19] and number >= 2**63:
        raise Refused("before 1970")
    return digits(number, of["form"])


def floating(of: Json, bits: int) -> bytes:
    size = of["bits"]
    if not of["raw"]:
        bits = bits ^ (2**size - 1) if bits >> (size - 1) else bits ^ (1 << (size - 1))
    return bits.to_bytes(size // 8, "big")


def cut(text: bytes, width: int, pad: bytes, utf8: bool) -> bytes:
    """The characters that fit whole, without pad bytes at their end."""
    if len(text) <= width:
        return text
    text = text[:width]
    if utf8:
        text = text.decode("utf-8", "ignore").encode()
    return text.rstrip(pad)


def turned(of: Json, text: bytes) -> bytes:
    """The text from last to first, if it is `reverse_text`."""
    if not of["reversed"]:
        return text
    return text.decode()[::-1].encode() if of["utf8"] else text[::-1]


def left_of(of: Json, text: bytes) -> bytes:
    """The text as it is read back: under `cut`, what is left of it."""
    end = of["end"]
    return turned(of, cut(turned(of, text), end[1], bytes([end[2]]), of["utf8"])) if end[0] == "pad cut" else text


def length(form: str, count: int) -> bytes:
    """A length in the form that `length_prefixed` names."""
    if form == "varint":
        return bytes([count]) if count < 0x80 else bytes([0x80 | count & 0x7F]) + length(form, count >> 7)
    size, _, le = form.partition(", ")
    if count >= 1 << int(size[1:]):
        raise Refused("a text too long for its length")
    return count.to_bytes(int(size[1:]) // 8, "little" if le else "big")


def text_element(of: Json, text: bytes) -> bytes:
    end, utf8 = of["end"], of["utf8"]
    if of["chars"] is not None and any(byte not in of["chars"] for byte in text):
        raise Refused("outside of `chars`")
    text = turned(of, text)
    if end[0] == "open":
        return text
    if end[0] == "terminated":
        first = bytes(end[1:2])
        return text.replace(first, first + bytes(end[2:3])) + first + bytes(end[3:])
    if end[0] == "length":
        return length(end[1], len(text)) + text
    width = end[1]
    if end[0] == "len":
        if len(text) != width:
            raise Refused("another width")
        return text
    pad = bytes([end[2]])
    if end[0] == "pad cut":
        text = cut(text, width, pad, utf8)
    size = len(text.decode().encode("utf-16-be")) // 2 if end[0] == "pad chars" else len(text)
    if size > width:
        raise Refused("too long")
    if text.startswith(pad) if end[0] == "pad left" else text.endswith(pad):
        raise Refused("a pad byte at the end")
    padding = pad * (width - size)
    return padding + text if end[0] == "pad left" else text + padding


def civil(days: int) -> tuple[int, int, int]:
    """Year, month and day of the days since 1970."""
    # Days of eras of 400 years, which begin in March.
    era, day = divmod(days + 719_468, 146_097)
    year = (day - day // 1_460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    return year + era * 400 + (month >= 10), month + (3 if month < 10 else -9), day + 1


def date(of: Json, time: int) -> bytes:
    """The nanoseconds since 1970 by a pattern."""
    seconds, nanos = divmod(time, 10**9)
    days, second = divmod(seconds + of["offset"], 86_400)
    year, month, day = civil(days)
    if not 0 <= year <= 9999:
        raise Refused("a year of other than four digits")
    # Python has no year 0: one of the same days stands for it.
    day_of_year = datetime(year or 2000, month, day).timetuple().tm_yday
    text = of["pattern"].replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S").replace("%R", "%H:%M").replace("%.", ".%")
    rest = {"H": second // 3_600, "M": second // 60 % 60, "S": second % 60}
    parts = [
        ("%Y", year, 4), ("%m", month, 2), ("%d", day, 2), ("%j", day_of_year, 3),
        *((f"%{name}", number, 2) for name, number in rest.items()),
        ("%3f", nanos // 10**6, 3), ("%6f", nanos // 10**3, 6), ("%9f", nanos, 9),
    ]
    if of["finer"] != "floor":
        # The parts that are left out, and those of the fraction that is written.
        written = next((10**9 // 10**digits_ for digits_ in (9, 6, 3) if f"%{digits_}f" in text), 10**9)
        left_out = [number for name, number in rest.items() if f"%{name}" not in text]
        left_out += [nanos % written]
        if "%d" not in text and "%j" not in text:
            left_out += [day - 1, month - 1 if "%m" not in text else 0]
        if any(left_out):
            raise Refused("finer than the pattern")
    for name, number, width in parts:
        text = text.replace(name, str(number).rjust(width, "0"))
    return text.replace("%%", "%").encode()


def value_of(of: Json, value: Json, desc: bool = False) -> bytes:
    """The element, before `desc` complements it; a number that `desc` subtracts, already."""
    kind = of["type"]
    if kind == "int":
        return integer(of, int(value), desc)
    if kind == "bool":
        return bytes([int(value)])
    if kind == "own codec":
        if int(value) >= 24 * 60:
            raise Refused("not a time of day")
        return bytes(divmod(int(value), 60))
    if kind == "char":
        return int(value).to_bytes(4, "big")
    if kind == "float":
        return floating(of, int(value))
    if kind in ("array of bytes", "id"):
        return bytes.fromhex(value)
    if kind == "text":
        return text_element(of, bytes.fromhex(value))
    if kind == "codes":
        return bytes.fromhex(of["codes"][int(value)])
    if kind == "count":
        return count(of, int(value), desc)
    if kind == "reverse_ts":
        return reverse_ts(of, int(value))
    if kind == "date":
        return date(of, int(value))
    if kind == "option":
        return b"\x00" * (1 + (of["width"] or 0)) if value is None else b"\x01" + value_of(of["of"], value[0])
    if kind == "tuple":
        return b"".join(value_of(part, item) for part, item in zip(of["of"], value))
    if kind == "list":
        return b"".join(value_of(of["of"], item) for item in value)
    if kind == "kinds":
        number, row = value
        of, tag = of["kinds"][number]["key"], bytes.fromhex(of["kinds"][number]["tag"])
        return tag + bytes.fromhex(of["prefix"]) + rest_of(of, row)
    return bytes.fromhex(of["key"]["prefix"]) + rest_of(of["key"], value)


def tuple_element(of: Json, value: Json, nested: bool = False) -> bytes:
    """An element of a tuple of FoundationDB."""
    kind = of["type"]
    if kind == "int":
        number = int(value)
        size = (abs(number).bit_length() + 7) // 8
        distance = abs(number).to_bytes(size, "big")
        return bytes([0x14 + size]) + distance if number >= 0 else bytes([0x14 - size]) + complement(distance)
    if kind == "bool":
        return bytes([0x26 + int(value)])
    if kind == "float":
        return bytes([0x20 if of["bits"] == 32 else 0x21]) + floating(of, int(value))
    if kind == "id":
        return (b"\x30" if of["name"] == "uuid::Uuid" else b"\x33") + bytes.fromhex(value)
    if kind == "text":
        return (b"\x02" if of["utf8"] else b"\x01") + bytes.fromhex(value).replace(b"\x00", b"\x00\xff") + b"\x00"
    if kind == "option":
        if value is None:
            return b"\x00\xff" if nested else b"\x00"
        return tuple_element(of["of"], value[0], nested)
    return b"\x05" + b"".join(tuple_element(*it, nested=True) for it in zip(of["key"]["fields"], value)) + b"\x00"


def ordered_number(number: int) -> bytes:
    if number < 0:
        return complement(ordered_number(-1 - number))
    width = 1
    while number.bit_length() > 7 * width - 1:
        width += 1
    return (((1 << width) - 1) << (7 * width) | number).to_bytes(width, "big")


def ordered_code(fields: Json, row: Json) -> bytes:
    out = b""
    for i, (field, value) in enumerate(zip(fields, row)):
        data = bytes.fromhex(value) if field["type"] == "text" else ordered_number(int(value))
        is_last = i + 1 == len(fields) and not field["desc"]
        if is_last and i and not data:
            raise Refused("the last field is empty")
        data = data.replace(b"\x00", b"\x00\xff") or b"\x00\x00"
        data += b"" if is_last else b"\x00\x01"
        out += complement(data) if field["desc"] else data
    return out


def element(field: Json, value: Json) -> bytes:
    subtracted = field["type"] in ("int", "count") and field["form"][0] in ("digits", "hex", "HEX", "decimal")
    if field["desc"] and not subtracted:
        return complement(value_of(field, value))
    return value_of(field, value, field["desc"])


def computed(key: Json, row: Json, of: Json) -> bytes:
    """A computed element."""
    it = (key, key["fields"][of["input"]], row[of["input"]], of["views"])
    name, width = of["form"]
    if of["algorithm"]:
        out = digest(of["algorithm"], as_bytes(*it), of["form"])
    else:
        out = digits(viewed(*it)[1], of["form"])
    if not of["desc"]:
        return out
    base = BASE[name]
    number = int.from_bytes(out, "big") if name == "bytes" else int(out, base)
    return digits(base**width - 1 - number, of["form"])


def rest_of(key: Json, row: Json) -> bytes:
    """The elements and separators behind the label and its separator."""
    if key["encoding"] == "fdb_tuple":
        return b"".join(tuple_element(*it) for it in zip(key["fields"], row))
    if key["encoding"] == "ordered_code":
        return ordered_code(key["fields"], row)
    out = b""
    for i, (field, value) in enumerate(zip(key["fields"], row)):
        own = field["separator"]
        if field["computed"]:
            out += computed(key, row, field["computed"]) + bytes.fromhex(key["separator"])
        out += element(field, value)
        if i + 1 < len(key["fields"]):
            out += bytes.fromhex(key["separator"] if own is None else own)
    return out + bytes.fromhex(key["suffix"])


def calendar(view: str, seconds: int) -> int:
    """The number that a calendar view gives of the seconds since 1970."""
    hour = seconds // 3_600 % 24
    year, month, day = civil(seconds // 86_400)
    if abs(year - 1970) > 1_000_000:
        raise Refused("more than a million years from 1970")
    all_ = {"year": [], "year_month": [month], "year_month_day": [month, day], "hour": [month, day, hour]}
    for part in all_[view]:
        year = year * 100 + part
    return year


def java_int(text: str) -> int:
    """Java's `Integer.parseInt`."""
    digits_ = text[1:] if text[:1] in ("+", "-") else text
    if not digits_ or any(ord(c) > 0xFFFF or unicodedata.category(c) != "Nd" for c in digits_):
        raise Refused("not a number")
    number = 0
    for c in digits_:
        number = number * 10 + unicodedata.decimal(c)
    number = -number if text[0] == "-" else number
    if not -(2**31) <= number < 2**31:
        raise Refused("not an int")
    return number


def units(text: str) -> str:
    """Each UTF-16 unit as a character."""
    data = text.encode("utf-16-le")
    return "".join(chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2))


def element_of(key: Json, field: Json, value: Json) -> bytes:
    return tuple_element(field, value) if key["encoding"] == "fdb_tuple" else element(field, value)


def viewed(key: Json, field: Json, value: Json, views: str, is_java: bool = False) -> tuple[str, Any]:
    """The kind of what an input gives (`number`, `text`, `bytes` or `element`), and that. Of Java's, a text is its UTF-16 units."""
    kind = field["type"]
    if kind in ("count", "reverse_ts"):
        seen: tuple[str, Any] = ("number", count_of(field, int(value)))
    elif kind == "int":
        seen = ("number", int(value))
    elif kind == "text":
        text = left_of(field, bytes.fromhex(value))
        seen = ("text", text.decode()) if field["utf8"] else ("bytes", text)
    elif kind == "array of bytes":
        seen = ("bytes", bytes.fromhex(value))
    elif kind == "id" and views:
        seen = ("number", int(value[:12], 16))
    else:
        seen = ("element", element_of(key, field, value))
    is_java = is_java or ".java_int" in views
    if is_java and seen[0] == "text":
        seen = ("text", units(seen[1]))
    for view in views.split(".")[1:]:
        name, _, argument = view.rstrip(")").partition("(")
        given = seen[1]
        if name in ("first", "last", "from"):
            count = int(argument)
            if is_java and len(given) < count:
                raise Refused("shorter")
            seen = ("text", {"first": given[:count], "last": given[max(len(given) - count, 0) :], "from": given[count:]}[name])
        elif name == "without":
            part = json.loads(argument)
            seen = ("text", given.replace(units(part) if is_java else part, ""))
        elif name == "int":
            if not 1 <= len(given) <= 18 or any(c not in "0123456789" for c in given):
                raise Refused("not 1 to 18 digits")
            seen = ("viewed", int(given))
        elif name == "java_int":
            seen = ("viewed", java_int(given))
        elif name == "text":
            seen = ("text", str(given))
        elif name == "div":
            seen = ("viewed", given // int(argument))
        elif name == "floor":
            seen = ("viewed", given // int(argument) * int(argument))
        elif kind == "date":
            seen = ("viewed", calendar(name, int(value) // 10**9 + field["offset"]))
        else:
            seen = ("viewed", calendar(name, given // (1000 if kind == "id" else PER_SECOND[field["unit"]])))
    return seen


SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364ea"
    "c5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
M64 = 2**64 - 1


def xxh3(data: bytes) -> int:
    """The xxh3-64 of up to 240 bytes, seed 0 (github.com/Cyan4973/xxHash, `doc/xxhash_spec.md`)."""
    p32, q32, r32 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
    p64, q64, r64 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
    size = len(data)

    def word(of: bytes, at: int, width: int) -> int:
        return int.from_bytes(of[at : at + width], "little")

    def avalanche(h: int) -> int:
        h = (h ^ h >> 37) * 0x165667919E3779F9 & M64
        return h ^ h >> 32

    def avalanche64(h: int) -> int:
        h = (h ^ h >> 33) * q64 & M64
        h = (h ^ h >> 29) * r64 & M64
        return h ^ h >> 32

    def folded(a: int, b: int) -> int:
        product = a * b
        return (product ^ product >> 64) & M64

    if size == 0:
        return avalanche64(word(SECRET, 56, 8) ^ word(SECRET, 64, 8))
    if size < 4:
        combined = data[-1] | size << 8 | data[0] << 16 | data[size >> 1] << 24
        return avalanche64(combined ^ word(SECRET, 0, 4) ^ word(SECRET, 4, 4))
    if size <= 8:
        value = word(data, size - 4, 4) | word(data, 0, 4) << 32
        value ^= word(SECRET, 8, 8) ^ word(SECRET, 16, 8)
        rotated = (value << 49 | value >> 15) ^ (value << 24 | value >> 40)
        value = (value ^ rotated & M64) * 0x9FB21C651E98DF25 & M64
        value = (value ^ (value >> 35) + size) * 0x9FB21C651E98DF25 & M64
        return value ^ value >> 28
    if size <= 16:
        low = (word(SECRET, 24, 8) ^ word(SECRET, 32, 8)) ^ word(data, 0, 8)
        high = (word(SECRET, 40, 8) ^ word(SECRET, 48, 8)) ^ word(data, size - 8, 8)
        return avalanche(size + int.from_bytes(low.to_bytes(8, "little"), "big") + high + folded(low, high) & M64)
    if size > 240:
        raise ValueError("more than 240 bytes")
    del p32, q32, r32

    def mixed(at: int, secret: int) -> int:
        return folded(word(data, at, 8) ^ word(SECRET, secret, 8), word(data, at + 8, 8) ^ word(SECRET, secret + 8, 8))

    h = size * p64
    if size > 128:
        h = avalanche(h + sum(mixed(16 * i, 16 * i) for i in range(8)) & M64)
        h += sum(mixed(16 * i, 16 * (i - 8) + 3) for i in range(8, size // 16)) + mixed(size - 16, 136 - 17)
        return avalanche(h & M64)
    for i in range((size - 1) // 32, -1, -1):
        h += mixed(16 * i, 32 * i) + mixed(size - 16 * i - 16, 32 * i + 16)
    return avalanche(h & M64)


def java_hash(start: int, units: Any) -> int:
    for unit in units:
        start = (31 * start + unit) % 2**32
    return wrapped(start, 32)


def as_bytes(key: Json, field: Json, value: Json, views: str) -> bytes:
    kind, seen = viewed(key, field, value, views)
    if kind == "viewed":
        if not -(2**63) <= seen < 2**63:
            raise Refused("more than an `i64`")
        return seen.to_bytes(8, "big", signed=True)
    if kind == "text":
        return seen.encode()
    return seen if kind == "bytes" else element_of(key, field, value)


def as_text(key: Json, field: Json, value: Json, views: str) -> str:
    kind, seen = viewed(key, field, value, views, True)
    if kind in ("text", "bytes"):
        return seen if kind == "text" else seen.decode()
    if kind == "element":
        return seen.decode()
    widths = {"year": 4, "year_month": 6, "year_month_day": 8, "hour": 10}
    width = widths.get(views.rpartition(".")[2], 1)
    return ("-" if seen < 0 else "") + str(abs(seen)).rjust(width, "0")


def as_number(key: Json, field: Json, value: Json, views: str) -> int:
    kind, seen = viewed(key, field, value, views)
    if kind in ("number", "viewed"):
        return seen
    return xxh3(seen.encode() if kind == "text" else seen)


def bucket_of(salt: Json, key: Json, row: Json, rest: bytes) -> int:
    count, algorithm = salt["buckets"], salt["algorithm"]
    inputs = [(key, key["fields"][field], row[field], views) for field, views in salt["inputs"]]
    if algorithm == "phoenix":
        # The remainder of Java has the sign of the number.
        return abs(java_hash(1, [byte - 256 if byte > 127 else byte for byte in rest])) % count
    if algorithm == "java_hash":
        text = "".join(as_text(*it) for it in inputs).encode("utf-16-be", "surrogatepass")
        return java_hash(0, struct.unpack(f">{len(text) // 2}H", text)) % count
    if algorithm in ("xor", "modulo"):
        all_ = 0
        for it in inputs:
            all_ ^= as_number(*it)
        if all_ < 0 and all_ % count and any(".java_int" in views for _, views in salt["inputs"]):
            raise Refused("the remainder of Java is negative")
        return all_ % count
    data = b"".join(as_bytes(*it) for it in inputs) if inputs else rest
    if algorithm == "with = own_salt":
        return own_hash(data) % count
    hash_ = xxh3(data) if algorithm == "xxh3" else int.from_bytes(hashlib.md5(data).digest()[:8], "big")
    return hash_ * count >> 64


def own_hash(data: bytes) -> int:
    hash_ = 5
    for byte in data:
        hash_ = (hash_ * 33 + byte) % 2**32
    return hash_


def digest_label(salt: Json, key: Json, row: Json, rest: bytes) -> bytes:
    """The label of a salt without a number of buckets."""
    inputs = [(key, key["fields"][field], row[field], views) for field, views in salt["inputs"]]
    data = b"".join(as_bytes(*it) for it in inputs) if inputs else rest
    return digest(salt["algorithm"], data, [salt["form"], salt["width"]])


def digest(algorithm: str, data: bytes, form: Json) -> bytes:
    """The first places of a digest, or the bytes of the program's own function."""
    if algorithm == "with = own_element":
        return own_hash(data).to_bytes(4, "big") + bytes([len(data) % 256])
    all_ = xxh3(data).to_bytes(8, "big") if algorithm == "xxh3" else hashlib.md5(data).digest()
    return all_[: form[1]] if form[0] == "bytes" else all_.hex()[: form[1]].encode()


def label_of(salt: Json, bucket: int) -> bytes:
    if salt["form"] in ("digits", "hex"):
        return digits(bucket, [salt["form"], salt["width"]])
    return bucket.to_bytes(salt["width"], "big")


def key_of(key: Json, row: Json, salt: Json) -> bytes:
    rest, label = rest_of(key, row), b""
    if salt and salt["buckets"] is None:
        label = digest_label(salt, key, row, rest) + bytes.fromhex(key["separator"])
    elif salt:
        label = label_of(salt, bucket_of(salt, key, row, rest)) + bytes.fromhex(key["separator"])
    out = bytes.fromhex(key["prefix"]) + label + rest
    if not out:
        raise Refused("empty")
    return out


def generations(key: Json, row: Json) -> list[bytes]:
    """The key by each generation of the salt, each once. The newest writes the row; an older one may have no bucket for it."""
    salt = key["salt"]
    all_ = [key_of(key, row, salt)]
    for algorithm, count in salt["was"] if salt else []:
        try:
            all_.append(key_of(key, row, {**salt, "algorithm": algorithm, "buckets": count}))
        except Refused:
            pass
    return list(dict.fromkeys(all_))


def alphabet(first: Json) -> list[int]:
    """The bytes of a text in their order."""
    utf8 = [byte for byte in range(256) if byte < 0xC0 or 0xC2 <= byte < 0xF5] if first["utf8"] else list(range(256))
    return [byte for byte in utf8 if first["chars"] is None or byte in first["chars"]]


def number_form(first: Json) -> Json:
    """The form and the count of a number; `None` of anything else."""
    if first["computed"]:
        form = first["computed"]["form"]
        return form, BASE[form[0]] ** form[1]
    kind, bits = first["type"], first.get("bits", 64)
    if kind == "bool":
        return ["bytes", 1], 2
    if kind in ("count", "reverse_ts"):
        most, form = 2**64 if first["signed"] else 2**63, first["form"]
        if form[0] == "plain":
            return ["bytes", 8], most
        if form == ["digits", 19] or kind == "count":
            most = 2**63
        return form, min(most, BASE[form[0]] ** form[1])
    if kind == "array of bytes":
        return ["bytes", first["width"]], 256 ** first["width"]
    if kind != "int":
        return None
    form = first["form"]
    if form[0] in ("plain", "raw"):
        return ["bytes", bits // 8], 2**bits
    if form[0] == "le":
        # The elements in their own order.
        return ["bytes", form[1]], 256 ** form[1]
    most = 2 ** (bits - 1 if first["signed"] else bits)
    return form, min(most, BASE[form[0]] ** form[1])


def even(first: Json, regions: int) -> Any:
    """The first key of each region but the first, if the values of the field can be counted."""
    formed = number_form(first) if first["computed"] or first.get("form") != ["decimal"] else None
    if formed:
        form, count = formed
        return None if count < regions else [digits(i * count // regions, form) for i in range(1, regions)]
    if first["type"] == "codes":
        codes = sorted(bytes.fromhex(code) for code in first["codes"])
        return None if len(codes) < regions else [codes[i * len(codes) // regions] for i in range(1, regions)]
    if first["type"] != "text" or first["end"][0] != "len":
        return None
    letters, width = alphabet(first), first["end"][1]
    count = len(letters) ** width
    keys = []
    for i in range(1, regions):
        at, places = i * count // regions, []
        for _ in range(width):
            at, place = divmod(at, len(letters))
            places.append(letters[place])
        keys.append(bytes(reversed(places)))
    return None if count < regions else keys


def spread_of(key: Json, splits: list[bytes]) -> Any:
    """How many values of the first element lie below each split key, in hex, if a hash spreads them evenly."""
    if not key["fields"]:
        return None
    prefix, salt, first = bytes.fromhex(key["prefix"]), key["salt"], key["fields"][0]
    if salt and salt["allow_empty"] or not salt and not first["hashed"]:
        return None
    if salt:
        count = salt["buckets"] or BASE[salt["form"]] ** salt["width"]
        width, value = salt["width"], lambda i: label_of(salt, i)
    elif formed := number_form(first):
        form, count = formed
        width, value = form[1], lambda i: digits(i, form)
    else:
        letters, width = alphabet(first), first["end"][1]
        count = len(letters) ** width
        value = lambda i: bytes(letters[i // len(letters) ** place % len(letters)] for place in reversed(range(width)))
    below, cuts = [], []
    for key_ in splits:
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if prefix + value(middle) < key_ else (low, middle)
        is_cut = low > 0 and len(key_) > len(prefix) + width and key_.startswith(prefix + value(low - 1))
        below.append(f"{low - is_cut:x}")
        cuts.append(is_cut)
    return {"count": f"{count:x}", "below": below, "cuts": cuts, "width": len(prefix) + width}


def span(first: int, last: int, parts: int) -> list[int]:
    """The ends of so many even parts, without those of the whole, all rounding in the last."""
    step = (last - first) // parts
    return [first + step * i for i in range(1, parts)]


def bytes_split(low: bytes, high: bytes, count: int) -> list[bytes]:
    """HBase's `Bytes.split`: both ends, and so many keys between."""
    width = max(len(low), len(high))
    first, last = (int.from_bytes(key.ljust(width, b"\0"), "big") for key in (low, high))
    step = (last - first) // (count + 1)
    return [low, *((first + step * i).to_bytes(width, "big") for i in range(1, count + 1)), high]


def date_pattern(pattern: str) -> str:
    """The part of a pattern up to the day."""
    pattern = pattern.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S").replace("%R", "%H:%M")
    end = at = 0
    while at < len(pattern):
        if pattern[at] != "%":
            at += 1
            continue
        if pattern[at + 1] not in "Ymdj%":
            break
        at += 2
        end = at if pattern[at - 1] != "%" else end
        if pattern[at - 1] in "dj":
            break
    return pattern[:end]


def is_constant(of: Json) -> bool:
    """Whether a type has a single value."""
    if of["type"] == "key":
        return all(is_constant(field) for field in of["key"]["fields"])
    return of["type"] == "codes" and len(of["codes"]) == 1


def constant(of: Json) -> bytes:
    """The bytes of a type with a single value."""
    if of["type"] == "codes":
        return bytes.fromhex(of["codes"][0])
    key = of["key"]
    out = bytes.fromhex(key["prefix"])
    for i, field in enumerate(key["fields"]):
        out += of_constant_field(key, i)
    return out


def separator_after(key: Json, i: int) -> bytes:
    if i + 1 == len(key["fields"]):
        return bytes.fromhex(key["suffix"])
    own = key["fields"][i]["separator"]
    return bytes.fromhex(key["separator"] if own is None else own)


def of_constant_field(key: Json, i: int) -> bytes:
    field = key["fields"][i]
    out = constant(field)
    return (complement(out) if field["desc"] else out) + separator_after(key, i)


def leading(key: Json) -> int:
    """The field that keys begin with: the first with several values."""
    return next(i for i, field in enumerate(key["fields"]) if field["computed"] or not is_constant(field))


def before_time(key: Json) -> bytes:
    """What keys have before their first element with several values, but for the prefix of the key."""
    return b"".join(of_constant_field(key, i) for i in range(leading(key)))


def at_time(key: Json, nanos: Any, unit: str = "day") -> bytes:
    """The first bytes of the keys of a time, without the prefix; of a date, what it has up to this unit. Of the time
    `None`, what the keys without a time begin with."""

    def of_type(of: Json) -> bytes:
        if of["type"] == "key":
            key = of["key"]
            return bytes.fromhex(key["prefix"]) + before_time(key) + of_field(key["fields"][leading(key)])
        if of["type"] == "option":
            return bytes(1 + of["width"]) if nanos is None else b"\x01" + of_type({"desc": False, **of["of"]})
        if of["type"] == "tuple":
            return of_type({"desc": False, **of["of"][0]})
        if of["type"] == "list":
            return of_type({"desc": False, **of["of"]})
        if nanos is None:
            raise Refused("a time that is not optional")
        if of["type"] == "date":
            pattern = date_pattern(of["pattern"])
            pattern = pattern[: pattern.index("%Y") + 2] if unit == "year" else pattern
            return date({**of, "pattern": pattern, "finer": "floor", "offset": 0}, nanos)
        if of["type"] == "id":
            # Milliseconds, then zeros; with a unit that is not the finest, only what all ids of that time share.
            if nanos < 0:
                raise Refused("before 1970")
            return (nanos // 10**6).to_bytes(6, "big") + (b"" if unit == "year" else bytes(10))
        return element({**of, "finer": "floor", "desc": False}, value(of))

    def of_field(field: Json) -> bytes:
        # The form of a number decides how it descends.
        if field["type"] in ("count", "reverse_ts"):
            if nanos is None:
                raise Refused("a time that is not optional")
            return element({**field, "finer": "floor"}, value(field))
        out = of_type(field)
        return complement(out) if field["desc"] else out

    def value(field: Json) -> int | str:
        if field["type"] == "id":
            if nanos < 0:
                raise Refused("before 1970")
            return (nanos // 10**6).to_bytes(16, "big").hex()[20:] + 20 * "0"
        if field["type"] == "date":
            return nanos - field["offset"] * 10**9
        if not field["signed"] and nanos < 0:
            raise Refused("a `u64` below zero")
        return nanos if field["is_time"] else nanos // (10**9 // PER_SECOND[field["unit"]])

    first = key["fields"][leading(key)]
    of = first["computed"]
    if not of:
        return before_time(key) + of_field(first)
    if nanos is None:
        raise Refused("a computed element")
    source = key["fields"][of["input"]]
    fields = [*key["fields"][: of["input"]], {**source, "finer": "floor"}]
    return before_time(key) + computed({**key, "fields": fields}, [None] * of["input"] + [value(source)], of)


def falls(key: Json) -> bool:
    """Whether the first element falls while its time grows."""
    first = key["fields"][leading(key)]
    if first["computed"]:
        return first["computed"]["desc"]
    flips = 0
    while True:
        flips += first.get("desc", False) + (first["type"] == "reverse_ts")
        if first["type"] == "key":
            first = first["key"]["fields"][leading(first["key"])]
        elif first["type"] in ("option", "list"):
            first = first["of"]
        elif first["type"] == "tuple":
            first = first["of"][0]
        else:
            return flips % 2 == 1


def usual_of(key: Json) -> Any:
    """The first bytes of the lowest and of the highest key with a usual time, if all keys begin with a time that their
    bytes follow; then those of the keys without a time."""
    if key["clock"] is None:
        return None
    try:
        early = at_time(key, second_of(str(key["clock"])) * 10**9, "year")
    except Refused:
        return None
    try:
        late = at_time(key, second_of("2100") * 10**9 - 1, "year")
    except Refused:
        # The element has no bytes for it, so all later keys have usual times.
        late = None
    prefix = bytes.fromhex(key["prefix"])
    ends = [it and (prefix + it).hex() for it in (early, late)]
    ends = ends[::-1] if falls(key) else ends
    try:
        absent = (prefix + at_time(key, None)).hex()
    except Refused:
        return [ends]
    return [ends, [absent, absent]]


def second_of(text: str) -> int:
    """The seconds of a day, a month or a year since 1970."""
    date_ = datetime.fromisoformat(text + {4: "-01-01", 7: "-01"}.get(len(text), ""))
    return (date_ - datetime(1970, 1, 1)).days * 86_400


def cut_of(span_: list[str], cut: int, regions: int) -> int:
    """The second of a cut: whole months and a part of the next one, if both ends begin a month."""
    if any(len(end) == 10 and not end.endswith("-01") for end in span_):
        first, last = map(second_of, span_)
        return first + (last - first) * cut // regions
    first, last = (12 * int(end[:4]) + int(end[5:7] or 1) - 1 for end in span_)
    whole, rest = divmod((last - first) * cut, regions)
    start, end = (second_of(f"{month // 12}-{month % 12 + 1:02}") for month in (first + whole, first + whole + 1))
    return start + (end - start) * rest // regions


def over_span(key: Json, span_: list[str], regions: int) -> Any:
    """The first key of each region but the first, even over a span of time."""
    if key["clock"] is None:
        return None
    first, last = map(second_of, span_)
    if first >= last:
        return None
    prefix = bytes.fromhex(key["prefix"])
    cuts = [cut_of(span_, i, regions) for i in range(1, regions)]
    try:
        at_time(key, first * 10**9)
        at_time(key, last * 10**9 - 1)
        keys = [prefix + at_time(key, cut * 10**9) for cut in (reversed(cuts) if falls(key) else cuts)]
    except Refused:
        return None
    return keys if len(set(keys)) == len(keys) else None


def splits_of(key: Json) -> Any:
    """The split keys; `None` if the rule has none for this key."""
    prefix, salt, split = bytes.fromhex(key["prefix"]), key["salt"], key["split"]
    if split is None:
        count = salt and salt["buckets"]
        return [prefix + label_of(salt, i) for i in range(1, count)] if count and count <= 4096 else []
    rule, literals, regions = split["rule"], [bytes.fromhex(it) for it in split["literals"]], split["regions"]
    if rule == "keys":
        return literals
    if rule == "after":
        if not salt or (regions or 0) > salt["buckets"] + 1:
            return None
        return [prefix + label_of(salt, i) + literals[0] for i in range((regions or salt["buckets"]) - 1)]
    if rule == "regions":
        if not salt:
            cuts = even(key["fields"][0], regions)
            return cuts and [prefix + cut for cut in cuts]
        count = salt["buckets"] or BASE[salt["form"]] ** salt["width"]
        return None if count < regions else [prefix + label_of(salt, i * count // regions) for i in range(1, regions)]
    if rule == "span":
        return over_span(key, [it.decode() for it in literals], regions)
    if rule == "hex_range":
        width, (low, high) = len(literals[0]), (int(it, 16) for it in literals)
        return [b"%0*x" % (width, low + (high - low) // regions * i) for i in range(1, regions)]
    if rule == "byte_range":
        return literals if regions == 3 else bytes_split(*literals, regions - 3)
    if rule == "uniform":
        low, high = literals or [b"", b"\xff" * 8]
        width = len(high)
        first, last = (int.from_bytes(it.ljust(width, b"\0"), "big") for it in (low, high))
        return [it.to_bytes(width, "big") for it in span(first, last + 1, regions)]
    base = 10 if rule == "decimal_string" else 16
    low, high = literals or {"hex_string": [b"0", b"f" * 8], "md5_string": [b"0", b"7fffffff"]}.get(rule, [b"0", b"9" * 8])
    # Only the old `MD5StringSplit` does not count the end in.
    last = int(high, base) + (rule != "md5_string")
    return [digits(it, ["digits" if base == 10 else "hex", len(high)]) for it in span(int(low, base), last, regions)]


def main() -> None:
    for line in sys.stdin:
        case = json.loads(line)
        rows: list[Any] = []
        for row in case["rows"]:
            try:
                rows.append([key.hex() for key in generations(case["key"], row)])
            except Refused:
                rows.append([])
        splits = splits_of(case["key"])
        out = {"rows": rows, "splits": None, "spread": None, "usual": usual_of(case["key"])}
        if splits is not None:
            out.update(splits=[key.hex() for key in splits], spread=spread_of(case["key"], splits))
        print(json.dumps(out))


main()
