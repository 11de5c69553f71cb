"""Measures the built appliance and prints a Markdown table. `make bench` builds what it needs and runs it.

usage: bench.py STATIC_BINARY
"""

import json
import os
import statistics
import subprocess
import sys
import time

LAPWING = "dist/lapwing"
BENCHMARK = ".build/release/benchmark"
RECORDING = "Recordings/demo.btsnoop"
# Flags, then manufacturer data of company 0x0702: a captured payload of an Aranet4 (V012 in Recordings/demo.md).
ADVERTISEMENT = {"adv_hex": "020106" + "19ff0207" + "210e040100060f01b903ba017c262303013c000800ac"}
CO2_PPM = 953
STARTS = 30
REPLAYS = 5


def decode_rates():
    """What the benchmark program says: lines of a name and a figure."""
    output = subprocess.run([BENCHMARK], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in output.splitlines():
        if line.strip():
            name, figure = line.split(maxsplit=1)
            yield name, figure, f"`{BENCHMARK}`"


def first_answer():
    """Seconds from the start of a process to its first decoded advertisement."""
    began = time.perf_counter()
    with subprocess.Popen([LAPWING, "decode"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(json.dumps(ADVERTISEMENT).encode() + b"\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        took = time.perf_counter() - began
        process.stdin.close()
    if json.loads(answer).get("co2_ppm") != CO2_PPM:
        sys.exit(f"{LAPWING} decode answered {answer!r}")
    return took


def start():
    first_answer()  # Reads the binary into the page cache; what follows measures the program, not the disk.
    took = sorted(first_answer() * 1000 for _ in range(STARTS))
    figure = f"{statistics.median(took):.1f} ms ({took[0]:.1f} to {took[-1]:.1f})"
    return "start to first decoded advertisement", figure, f"`{LAPWING} decode`, one line in, one out; median of {STARTS}"


def replay():
    """The shortest of some replays, since only disturbance makes one longer, and the largest memory of all."""
    took, memory = [], []
    for _ in range(REPLAYS):
        began = time.perf_counter()
        process = subprocess.Popen([LAPWING, "replay", RECORDING, "--json"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        took.append(time.perf_counter() - began)
        memory.append(usage.ru_maxrss / 1024)  # Linux counts it in KiB.
        if status != 0:
            sys.exit(f"{LAPWING} replay {RECORDING} ended with status {os.waitstatus_to_exitcode(status)}")
    how = f"`{LAPWING} replay {RECORDING} --json`"
    yield "replay of the recorded flight", f"{min(took) * 1000:.0f} ms", f"{how}, best of {REPLAYS}"
    yield "peak resident memory of that", f"{max(memory):.1f} MiB", "`ru_maxrss`, file pages of the binary included"


def size(binary):
    return "size of the static binary", f"{os.path.getsize(binary) / 1e6:.1f} MB", f"`{binary}`, stripped"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = [*decode_rates(), start(), *replay(), size(sys.argv[1])]
    print("| what | figure | how |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


main()
