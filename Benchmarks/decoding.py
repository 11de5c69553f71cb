"""Measures decoding, from raw bytes to sensor values, and compares it with Python's decoders on the same advertisements
in the same run, one core each. `make decoding` builds what it needs and runs it.

Rates are per second of processor time, the median of several rounds. Input that the others need in addition to the
bytes (an HCI packet, JSON with separate AD structures, bleak's objects) is made before the clock starts, in their
favour. Exits with 1 if Lapwing misses its aims.
"""

import json
import logging
import pathlib
import statistics
import subprocess
import sys
import time

import corpus
from coverage import structures

BENCHMARK = ".build/release/benchmark"
CORPUS = pathlib.Path(".build/corpus.tsv")
ROUNDS = 5
# Mixed advertisements per second and core, and the ratio to the fastest other decoder.
LEAST_PER_SECOND = 10e6
LEAST_RATIO = 5
# TheengsDecoder reads all of its descriptions of devices again for each advertisement, so it gets only the first ones.
SLOW = 660


def lapwing():
    """Rates by kind and device."""
    output = subprocess.run([BENCHMARK, "rates", CORPUS], check=True, stdout=subprocess.PIPE, text=True).stdout
    rates = {}
    for line in output.splitlines():
        kind, rate, device = line.split("\t")
        rates[kind, device] = float(rate)
    return rates


def allocations():
    """Mean and maximum of blocks per message, by kind and device."""
    output = subprocess.run([BENCHMARK, "allocations", CORPUS], stdout=subprocess.PIPE, text=True).stdout
    rows = (line.split("\t") for line in output.splitlines())
    return {(kind, device): (float(mean), int(most)) for kind, device, _, mean, most in rows}


def per_second(decode, messages):
    """Calls a decoder; an exception counts as an answer."""
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for message in messages:
            try:
                decode(message)
            except Exception:
                pass
        rates.append(len(messages) / (time.process_time() - began))
    return statistics.median(rates)


def bleparser(adverts):
    from bleparser import BleParser

    keys, packets = {}, []
    for _, _, address, key, data, response in adverts:
        address, data = bytes.fromhex(address.replace(":", "")), bytes.fromhex(data + response)
        if key:
            keys[address] = bytes.fromhex(key)
        report = bytes([0x00, 0x00]) + address[::-1] + bytes([len(data)]) + data + bytes([0xC4])
        packets.append(bytes([0x04, 0x3E, len(report) + 2, 0x02, 0x01]) + report)
    # As its users configure it: unknown devices are ignored.
    parser = BleParser(discovery=True, filter_duplicates=False, aeskeys=keys)
    return per_second(parser.parse_raw_data, packets)


def theengs(adverts):
    import TheengsDecoder

    requests = []
    for _, _, address, _, data, response in adverts:
        request = {"id": address}
        for kind, field in structures(bytes.fromhex(data + response)):
            if kind == 0xFF:
                request["manufacturerdata"] = field.hex()
            elif kind == 0x16:
                request["servicedatauuid"] = field[1::-1].hex()
                request["servicedata"] = field[2:].hex()
            elif kind in (8, 9):
                request["name"] = field.decode(errors="replace")
        requests.append(json.dumps(request))
    return per_second(TheengsDecoder.decodeBLE, requests[:SLOW])


def bluetooth_data_tools(adverts):
    from bluetooth_data_tools import parse_advertisement_data_bytes

    return per_second(parse_advertisement_data_bytes, [bytes.fromhex(advert[4] + advert[5]) for advert in adverts])


def aranet4(adverts):
    from aranet4.client import Aranet4Advertisement
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData

    device = BLEDevice("C0:FF:EE:00:00:01", None, None)
    given = []
    for advert in adverts:
        data = {}
        for kind, field in structures(bytes.fromhex(advert[4])):
            if kind == 0xFF:
                data[field[0] | field[1] << 8] = field[2:]
        given.append(AdvertisementData(None, data, {}, [], None, -60, ()))
    # Without values it did no work.
    assert Aranet4Advertisement(device, given[0]).manufacturer_data is not None
    return per_second(lambda data: Aranet4Advertisement(device, data), given)


def text(rate):
    return f"{rate / 1e6:.1f} million" if rate >= 1e6 else f"{rate / 1e3:.0f} thousand"


def table(head, rows):
    print("\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def main():
    logging.disable(logging.CRITICAL)
    corpus.write(CORPUS)
    adverts = [line for line in map(lambda text: text.split("\t"), CORPUS.read_text().splitlines()) if line[0] != "value"]
    aranets = [advert for advert in adverts if advert[1].startswith("Aranet")]
    rates, blocks = lapwing(), allocations()
    mixed = rates["mixed", "all"]
    own_aranets = len(aranets) / sum(1 / rates["advertisement", advert[1]] for advert in aranets)
    sensors = sum(advert[0] == "sensor" for advert in adverts)
    print(f"{len(adverts)} advertisements, {sensors} of them sensors'; per second of one core")
    same = {"bleparser": bleparser(adverts), "TheengsDecoder": theengs(adverts)}
    of_aranets, splits = aranet4(aranets), bluetooth_data_tools(adverts)
    table(("decoder", "work", "rate", "Lapwing on the same"), [
        ("Lapwing", "mixed, bytes to values", text(mixed), ""),
        ("Lapwing", "those that are no sensor's", text(rates["foreign", "all"]), ""),
        *((name, "mixed, bytes to values", text(rate), f"{mixed / rate:.0f} times") for name, rate in same.items()),
        ("aranet4", "Aranets, split data to values", text(of_aranets), f"{own_aranets / of_aranets:.0f} times"),
        ("bluetooth-data-tools", "mixed, splits only", text(splits), f"{mixed / splits:.0f} times"),
    ])
    table(("device", "by", "rate", "blocks of memory, mean and most"), [
        (device, kind, text(rate), "{:.1f}, {}".format(*blocks[kind, device]))
        for (kind, device), rate in rates.items() if kind in ("advertisement", "value")
    ])
    if mixed < LEAST_PER_SECOND or mixed < LEAST_RATIO * max(same.values()):
        sys.exit(f"The aims are {text(LEAST_PER_SECOND)} and {LEAST_RATIO} times the fastest other decoder.")


main()
