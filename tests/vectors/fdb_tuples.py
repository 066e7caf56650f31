"""Prints keys of FoundationDB's tuple layer, as its Python binding packs them: `pip install foundationdb==8.0.0`, then
`python3 fdb_tuples.py > fdb_tuples.tsv`. It needs no client and no cluster.

Columns: an integer of 64 bits, one without sign or null, a text and a byte string or null in hex, a bool, the bits of two floats,
a UUID, a nested tuple (an integer of 32 bits or null, a text in hex or null), a versionstamp (10 bytes in hex, or `-` if it is
incomplete, and the user's version), the key in hex, and the offset of the incomplete versionstamp.
"""

import random
import struct
import types
import uuid

import fdb
from fdb import tuple as layer

# The one name of the client that packing asks for.
fdb.impl = types.SimpleNamespace(Value=())

EDGES = sorted({sign * (256**width + step) for width in range(8) for step in (-2, -1, 0, 1) for sign in (1, -1)} | {0})
# 2**64 - 1 is left out: this binding packs it as an integer of more than 8 bytes, all others in 8.
SIGNED = [it for it in EDGES if -(2**63) <= it < 2**63] + [-(2**63), 2**63 - 1]
UNSIGNED = [it for it in EDGES if 0 <= it < 2**63] + [2**63, 2**64 - 2, None]
SMALL = [it for it in EDGES if -(2**31) <= it < 2**31] + [None]
TEXTS = ["", "a", "\0", "a\0", "\0\0b", "a\x01", "\xff", "\u65e5\u672c", "\U0001f600", "F\xd4O\0bar", "\x7f\x80"]
BYTES = [b"", b"\0", b"\0\xff", b"\xff\0", b"foo\0bar", b"\x01\x02\0", bytes(range(256)), None]
SINGLES = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x00000001, 0xC2280000]
DOUBLES = [0, 1 << 63, 0x3FF << 52, 0xBFF << 52, 0x7FF << 52, 0xFFF << 52, 1, 0x7FEFFFFFFFFFFFFF]


def some(values, fresh):
    return random.choice(values) if random.random() < 0.6 else fresh()


def integer(bits, signed):
    number = random.getrandbits(random.randrange(1, bits - 1))
    return -number if signed and random.random() < 0.5 else number


def text():
    return "".join(random.choice("\0\x01ab\xff\u0100\U0001f600") for _ in range(random.randrange(9)))


def in_hex(data):
    return "null" if data is None else (data.encode() if isinstance(data, str) else data).hex()


def row():
    a, b = some(SIGNED, lambda: integer(64, True)), some(UNSIGNED, lambda: integer(64, False))
    c, d = some(TEXTS, text), some(BYTES, lambda: random.randbytes(random.randrange(9)))
    e = random.random() < 0.5
    f = some(SINGLES, lambda: random.getrandbits(32) & 0xBFFFFFFF)
    g = some(DOUBLES, lambda: random.getrandbits(64) & 0xBFFFFFFFFFFFFFFF)
    h = uuid.UUID(bytes=random.randbytes(16))
    i = (some(SMALL, lambda: integer(32, True)), some(TEXTS + [None], text))
    transaction = None if random.random() < 0.5 else random.randbytes(10)
    v = layer.Versionstamp(transaction, random.getrandbits(16))
    single, double = struct.unpack(">f", f.to_bytes(4, "big"))[0], struct.unpack(">d", g.to_bytes(8, "big"))[0]
    values = (a, b, c, d, e, layer.SingleFloat(single), double, h, i, v)
    if transaction is None:
        packed = layer.pack_with_versionstamp(values)
        key, offset = packed[:-4], struct.unpack("<L", packed[-4:])[0]
    else:
        key, offset = layer.pack(values), ""
    assert layer.unpack(key) == values, values
    columns = [a, "null" if b is None else b, in_hex(c), in_hex(d), int(e), f"{f:08x}", f"{g:016x}", h]
    columns += ["null" if i[0] is None else i[0], in_hex(i[1]), transaction.hex() if transaction else "-", v.user_version]
    return [*columns, key.hex(), offset]


random.seed(1)
print("a", "b", "c_hex", "d_hex", "e", "f_bits", "g_bits", "h", "i_x", "i_y_hex", "transaction", "user", "key", "offset", sep="\t")
for _ in range(400):
    print(*row(), sep="\t")
