"""Writes docs/sensors.md: which models are decoded, which fields, and how many vectors are right,
with two other decoders for comparison.

usage: coverage.py LAPWING            writes docs/sensors.md; needs the other decoders, which `make coverage` installs
       coverage.py LAPWING --check    exits with 1 if docs/sensors.md differs from LAPWING; needs no other decoder

A vector counts as right if every expected quantity is there with its value, and every absent one is absent.
"""

import json
import pathlib
import subprocess
import sys

VECTORS = pathlib.Path("Tests/SensorProtocolsTests/Vectors")
TABLE = pathlib.Path("docs/sensors.md")
# For each quantity its names in bleparser and TheengsDecoder; `None` if they have none.
QUANTITIES = {
    "co2_ppm": ("co2", "co2"), "eco2_ppm": ("co2", "co2"), "temperature_c": ("temperature", "tempc"),
    "humidity_pct": ("humidity", "hum"), "pressure_hpa": ("pressure", "pres"), "battery_pct": ("battery", "batt"),
    "battery_mv": ("voltage", "volt"), "pm1_ugm3": ("pm1", "pm1"), "pm25_ugm3": ("pm2.5", "pm25"),
    "pm4_ugm3": ("pm4", "pm4"), "pm10_ugm3": ("pm10", "pm10"), "voc_index": ("voc", "voc"), "nox_index": ("nox", "nox"),
    "voc_ppb": ("tvoc", "voc"), "tvoc_ugm3": ("tvoc", "tvoc"), "hcho_ppb": ("formaldehyde", "for"),
    "hcho_ugm3": ("formaldehyde", "for"), "illuminance_lux": ("illuminance", "lux"), "radon_bqm3": ("radon", "radon"),
    "sound_dba": ("noise", "noise"), "heart_rate_bpm": ("heart rate", "hr"), "energy_kj": (None, None),
    "contact": (None, None), "rr_ms": (None, None), "spo2_pct": (None, None), "pulse_bpm": (None, None),
    "radiation_total_nsv": (None, None), "radiation_duration_s": (None, None),
    "radon_long_bqm3": (None, None), "pai_pct": (None, None),
}
# Other decoders may round: half of the last digit that a sensor shows.
TOLERANCE = {"temperature_c": 0.06, "humidity_pct": 0.6, "pressure_hpa": 0.11, "rr_ms": 0.6, "battery_mv": 5}


def vectors():
    for path in sorted(VECTORS.glob("*.json")):
        yield from json.loads(path.read_text())


def is_right(expected, given):
    for key in QUANTITIES:
        if key not in expected:
            continue
        want, got = expected[key], given.get(key)
        if want is None or want == []:
            if got not in (None, []):
                return False
        elif isinstance(want, bool):
            if got is not want:
                return False
        else:
            wants, gots = (want, got) if isinstance(want, list) else ([want], [got])
            if not isinstance(gots, list) or len(wants) != len(gots):
                return False
            if any(not isinstance(b, (int, float)) or abs(a - b) > TOLERANCE.get(key, 0.06) for a, b in zip(wants, gots)):
                return False
    return expected.get("valid", True) or not any(key in given for key in QUANTITIES)


def lapwing(binary, all_vectors):
    lines = "".join(json.dumps(vector["input"]) + "\n" for vector in all_vectors)
    output = subprocess.run([binary, "decode"], input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def structures(data):
    offset = 0
    while offset + 1 < len(data) and data[offset]:
        yield data[offset + 1], data[offset + 2 : offset + 1 + data[offset]]
        offset += 1 + data[offset]


def theengs(vector):
    import TheengsDecoder

    request = {}
    for field in ("adv_hex", "scan_response_hex"):
        for kind, data in structures(bytes.fromhex(vector["input"].get(field, ""))):
            if kind == 0xFF:
                request["manufacturerdata"] = data.hex()
            elif kind == 0x16:
                request["servicedatauuid"] = data[1::-1].hex()
                request["servicedata"] = data[2:].hex()
            elif kind in (8, 9):
                request["name"] = data.decode(errors="replace")
    answer = TheengsDecoder.decodeBLE(json.dumps(request)) if request else None
    answer = json.loads(answer) if answer else {}
    return {key: answer[names[1]] for key, names in QUANTITIES.items() if names[1] in answer}


def bleparser(vector):
    from bleparser import BleParser

    given = vector["input"]
    data = bytes.fromhex(given.get("adv_hex", ""))
    if not data:
        return {}
    address = bytes.fromhex(given.get("address", "C0:FF:EE:00:00:01").replace(":", ""))
    keys = {address: bytes.fromhex(given["bindkey"])} if "bindkey" in given else {}
    # An LE advertising report as a controller sends it.
    report = bytes([0x00, 0x00]) + address[::-1] + bytes([len(data)]) + data + bytes([0xC4])
    packet = bytes([0x04, 0x3E, len(report) + 2, 0x02, 0x01]) + report
    try:
        answer, _ = BleParser(discovery=True, filter_duplicates=False, aeskeys=keys).parse_raw_data(packet)
    except Exception:
        answer = None
    answer = answer or {}
    return {key: answer[names[0]] for key, names in QUANTITIES.items() if names[0] in answer}


def in_millivolts(answer):
    """Converts voltages: both other decoders give the battery voltage in volts."""
    return {key: value * 1000 if key == "battery_mv" else value for key, value in answer.items()}


def rows(binary, peers):
    """For each device: fields, number of vectors, and how many of them each decoder gets right."""
    all_vectors = list(vectors())
    table = {}
    for vector, answer in zip(all_vectors, lapwing(binary, all_vectors), strict=True):
        expected = vector["expected"]
        row = table.setdefault(vector["device"], [set(), 0, 0] + [0] * len(peers))
        row[0] |= {key for key in QUANTITIES if expected.get(key) not in (None, [])}
        row[1] += 1
        row[2] += is_right(expected, answer)
        for place, peer in enumerate(peers):
            row[3 + place] += "adv_hex" in vector["input"] and is_right(expected, in_millivolts(peer(vector)))
    return table


def main():
    binary, is_check = sys.argv[1], "--check" in sys.argv
    table = rows(binary, [] if is_check else [theengs, bleparser])
    lines = [f"| {name} | {', '.join(sorted(row[0])) or 'none'} | {row[1]} | {row[2]} |" for name, row in sorted(table.items())]
    total = [sum(row[place] for row in table.values()) for place in range(1, 3 + (0 if is_check else 2))]
    lines.append(f"| **all** | | {total[0]} | {total[1]} |")
    if is_check:
        known = TABLE.read_text().splitlines() if TABLE.exists() else []
        missing = [line for line in lines if not any(row.startswith(line) for row in known)]
        if missing:
            sys.exit("docs/sensors.md is stale; run `make coverage`. It lacks:\n" + "\n".join(missing))
        print(f"docs/sensors.md: {total[1]} of {total[0]} vectors")
        return
    peers = [row[3:] for _, row in sorted(table.items())] + [total[2:]]
    TABLE.write_text(
        "# Sensors and how well they are decoded\n\n"
        "Made by `make coverage` from the vectors in `Tests/SensorProtocolsTests/Vectors`; do not edit it by hand. A vector is\n"
        "right if every expected quantity has its value and every absent one is absent. TheengsDecoder and bleparser get\n"
        "the same bytes. Neither reads GATT values, so such vectors count as wrong there. For a vector without a reading,\n"
        "an answer without a reading is right.\n\n"
        "Two kinds of values are no live ones. A BTHome device that sends only when something happens (`lapwing sensors` calls it *no watch*)\n"
        "is never missed, and cannot prove that it lives. A spot-check of an oximeter is shown with its own time, and raises no alarm.\n"
        "[frames.md](frames.md) has both, and the numbers that mean none.\n\n"
        "| device | fields | vectors | Lapwing | TheengsDecoder | bleparser |\n|---|---|---|---|---|---|\n"
        + "\n".join(f"{line} {left} | {right} |" for line, (left, right) in zip(lines, peers)) + "\n")
    print(f"{TABLE}: {total[1]} of {total[0]} vectors; TheengsDecoder {total[2]}, bleparser {total[3]}")


if __name__ == "__main__":
    main()
