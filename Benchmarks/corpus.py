"""Writes the messages that the benchmarks decode, the same ones each time.

usage: corpus.py FILE

One advertisement in ten comes from a sensor: those of the project's own vectors in turn, so that every family is
there. The others are generated like those of a street: phones, watches, earphones, tags, beacons, computers, lamps.
The GATT values of the vectors follow, which are measured separately. A line is kind, device, address, bind key, and an
advertisement and its scan response, or a value and its characteristic, in hexadecimal digits, between tabs.
"""

import json
import pathlib
import random
import sys

VECTORS = pathlib.Path("Tests/SensorProtocolsTests/Vectors")
# More messages than fit into a processor's branch predictor or a decoder's cache of results.
ROUNDS = 10
FOREIGN_PER_SENSOR = 9
NAMES = ("Galaxy Watch6", "LE-Bose QC45", "Mi Smart Band 7", "[TV] Samsung 7", "JBL Flip 6", "tv", "ELK-BLEDOM", "")


def vectors():
    for path in sorted(VECTORS.glob("*.json")):
        yield from json.loads(path.read_text())


def structure(kind, data):
    return bytes([len(data) + 1, kind]) + data


def company(number, data):
    return structure(0xFF, number.to_bytes(2, "little") + data)


def service(uuid, data):
    return structure(0x03, uuid.to_bytes(2, "little")) + structure(0x16, uuid.to_bytes(2, "little") + data)


def foreign(chance):
    """One advertisement of a device that is not a sensor, with a probability by its kind."""
    some = chance.randbytes
    flags = structure(0x01, bytes([chance.choice((0x06, 0x1A, 0x02))]))
    name = chance.choice(NAMES).encode()
    kinds = (
        # Apple: nearby info, handoff with nearby info, AirPods, Find My, iBeacon.
        (30, lambda: flags + structure(0x0A, some(1)) + company(0x004C, b"\x10\x05" + some(5))),
        (8, lambda: flags + company(0x004C, b"\x0c\x0e" + some(14) + b"\x10\x05" + some(5))),
        (5, lambda: flags + company(0x004C, b"\x07\x19\x01" + some(24))),
        (15, lambda: company(0x004C, b"\x12\x19" + some(25))),
        (3, lambda: flags + company(0x004C, b"\x02\x15" + some(21))),
        # Microsoft: a computer that is nearby.
        (10, lambda: company(0x0006, b"\x01\x09\x20" + some(24))),
        # Google: fast pairing, Eddystone, a phone.
        (6, lambda: flags + service(0xFE2C, some(3))),
        (3, lambda: flags + service(0xFEAA, b"\x00" + some(19))),
        (2, lambda: company(0x00E0, some(12))),
        # Samsung: a television or phone, a tag.
        (7, lambda: flags + company(0x0075, b"\x42\x04\x01" + some(21))),
        (4, lambda: service(0xFD5A, some(20))),
        # Tile; a lamp; several services and a name; a name alone; only flags.
        (2, lambda: flags + service(0xFEED, some(12))),
        (2, lambda: flags + structure(0x07, some(16)) + structure(0x0A, b"\x04")),
        (2, lambda: flags + structure(0x03, b"\x0f\x18\x0a\x18\x12\x18") + structure(0x09, name)),
        (2, lambda: flags + structure(0x09, name)),
        (1, lambda: flags),
    )
    (_, make), = chance.choices(kinds, [weight for weight, _ in kinds])
    return make()


def messages():
    """The lines as lists of fields."""
    chance = random.Random(4)
    adverts, values = [], []
    for vector in vectors():
        given = vector["input"]
        known = [vector["device"], given.get("address", "C0:FF:EE:00:00:01"), given.get("bindkey", "")]
        if "adv_hex" in given:
            adverts.append(["sensor", *known, given["adv_hex"], given.get("scan_response_hex", "")])
        else:
            values.append(["value", *known, given["hex"], given["characteristic"]])
    sensors = adverts * ROUNDS
    others = (
        ["foreign", "", ":".join(f"{byte:02X}" for byte in chance.randbytes(6)), "", foreign(chance).hex(), ""]
        for _ in range(len(sensors) * FOREIGN_PER_SENSOR)
    )
    mixed = [*sensors, *others]
    chance.shuffle(mixed)
    return mixed + values


def write(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join("\t".join(line) + "\n" for line in messages()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(pathlib.Path(sys.argv[1]))
