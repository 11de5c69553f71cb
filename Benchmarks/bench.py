"""Measures the built appliance and prints a Markdown table. `make bench` builds what it needs and runs it.

The speed of decoding is measured by decoding.py.

usage: bench.py STATIC_BINARY [OTHER_BINARY…] [--short]

For other binaries only the size is shown. A busy radio is played for ten minutes in virtual and in real time; --short
plays one minute in real time.
"""

import json
import os
import pathlib
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time

RECORDING = "data/recordings/demo.btsnoop"
# Flags, then manufacturer data of company 0x0702: a captured payload of an Aranet4 (V012 in data/recordings/demo.md).
ADVERTISEMENT = {"adv_hex": "020106" + "19ff0207" + "210e040100060f01b903ba017c262303013c000800ac"}
CO2_PPM = 953
STARTS = 30
REPLAYS = 5

ADVERTISEMENTS_PER_S = 500
# Half of them come from this many Aranet4, half from as many strangers that change their address every ten seconds.
DEVICES = 25
ARANET4_INTERVAL_S = 60
# The recording continues after the last sample, because the lines on the screen may be late by the length of its ring.
AFTER_S = 20
# The first is "the start": by then every slot of the rings was used once, and every sensor was received.
SAMPLES_S = (30, 60, 300, 600)
# BTSnoop of HCI packets that begin with their type, and 1 January 2026 in microseconds since year 0.
BTSNOOP = b"btsnoop\0" + struct.pack(">II", 1, 1002)
EPOCH_US = 0x00DCDDB30F2F8000 + 1_767_225_600_000_000

AIMS = {"start": "≤ 50 ms on x86_64", "private": "≤ 12 MiB, flat", "size": "≤ 32 MB for arm64"}


def first_answer(binary):
    """Seconds from the start of a process to its first decoded advertisement."""
    began = time.perf_counter()
    with subprocess.Popen([binary, "decode"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(json.dumps(ADVERTISEMENT).encode() + b"\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        took = time.perf_counter() - began
        process.stdin.close()
    if json.loads(answer).get("co2_ppm") != CO2_PPM:
        sys.exit(f"{binary} decode answered {answer!r}")
    return took


def start(binary):
    first_answer(binary)  # Reads the binary into the page cache, so that the program is measured and not the disk.
    took = sorted(first_answer(binary) * 1000 for _ in range(STARTS))
    figure = f"{statistics.median(took):.1f} ms ({took[0]:.1f} to {took[-1]:.1f})"
    how = f"`{binary} decode`, one line in, one out; median of {STARTS}"
    return "start to first decoded advertisement", figure, AIMS["start"], how


def replay(binary):
    """The shortest of several replays, because only disturbances lengthen one, and the largest memory of all."""
    took, memory = [], []
    for _ in range(REPLAYS):
        began = time.perf_counter()
        process = subprocess.Popen([binary, "replay", RECORDING, "--json"], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        took.append(time.perf_counter() - began)
        memory.append(usage.ru_maxrss / 1024)  # Linux counts it in KiB.
        if status != 0:
            sys.exit(f"{binary} replay {RECORDING} ended with status {os.waitstatus_to_exitcode(status)}")
    how = f"`{binary} replay {RECORDING} --json`"
    yield "replay of the recorded flight", f"{min(took) * 1000:.0f} ms", "", f"{how}, best of {REPLAYS}"
    yield "peak resident memory of that", f"{max(memory):.1f} MiB", "", "`ru_maxrss`, file pages of the binary included"


def busy_radio(path, duration_s):
    """Writes a recording. The Aranet4 measure one after the other, so that there is a new reading every few seconds."""
    with open(path, "wb") as recording:
        recording.write(BTSNOOP)
        for number in range(duration_s * ADVERTISEMENTS_PER_S):
            t, device = number / ADVERTISEMENTS_PER_S, number // 2 % DEVICES
            if number % 2 == 0:
                since = t + device * ARANET4_INTERVAL_S / DEVICES
                counter, age = divmod(int(since), ARANET4_INTERVAL_S)
                co2 = 500 + (37 * device + 91 * counter) % 400
                address = bytes([0xC0, 0xFF, 0xEE, 0, 0, device])
                measured = f"{co2.to_bytes(2, 'little').hex()}ba017c262303013c00{age:02x}00{counter:02x}"
                data = bytes.fromhex("02010619ff0207210e040100060f01" + measured)
            else:
                address = bytes([0xC0, 0xFF, 0xEE, 1, int(t / 10), device])
                data = bytes.fromhex("02011a0bff4c001006") + struct.pack(">I", number)
            # An LE Advertising Report of one connectable advertisement with a random address, -60 dBm.
            report = bytes([0x02, 1, 0, 1]) + address[::-1] + bytes([len(data)]) + data + b"\xc4"
            packet = bytes([0x04, 0x3E, len(report)]) + report
            # The flags: received, and an event.
            header = struct.pack(">IIIIq", len(packet), len(packet), 3, 0, EPOCH_US + int(t * 1e6))
            recording.write(header + packet)


def memory_of(process):
    """Memory in MiB, by the names of /proc/PID/smaps_rollup."""
    rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return {key: int(value) / 1024 for key, value in re.findall(r"^(\w+): *(\d+) kB", rollup, re.M)}


def forget_uses(process):
    """Resets the kernel's marks: `Referenced` then counts the memory that is used from now on."""
    pathlib.Path(f"/proc/{process.pid}/clear_refs").write_text("1")


def play(binary, folder, recording, speed, times):
    """Memory when the screen shows these times. `Referenced` is the memory used since the first of them."""
    configuration = folder / "lapwing.yaml"
    configuration.write_text(f"logbook: {{path: {folder}/{speed}.db}}\ncontrol: {{socket: {folder}/control}}\n")
    command = [binary, "run", "--config", configuration, "--replay", recording, "--speed", speed]
    samples = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            told = re.match(r"(\d+):(\d+\.\d) ", line)
            if told and len(samples) < len(times) and int(told[1]) * 60 + float(told[2]) >= times[len(samples)]:
                samples.append(memory_of(process))
                if len(samples) == 1:
                    forget_uses(process)
    if process.returncode != 0 or len(samples) != len(times):
        sys.exit(f"{binary} run ended with status {process.returncode} and {len(samples)} samples of its memory")
    return samples


def memory(binary, real_times):
    """Subtracts the size of the recording: the player has all of it in memory, and a box does not."""
    os.sync()  # Otherwise the pages of a binary that was just built count as dirty.
    with tempfile.TemporaryDirectory() as folder:
        for speed, times, kind in (("max", SAMPLES_S, "virtual"), ("1", real_times, "real")):
            folder, recording = pathlib.Path(folder), pathlib.Path(folder, f"{speed}.btsnoop")
            busy_radio(recording, times[-1] + AFTER_S)
            held = recording.stat().st_size / 2**20
            samples = play(binary, folder, recording, speed, times)
            when = f"{kind} time, {ADVERTISEMENTS_PER_S} advertisements/s, after {', '.join(map(str, times))} s"
            how = f"`{binary} run --speed {speed}`, less the {held:.1f} MiB of the recording; "
            for what, key, aim, of in (
                ("private memory", lambda size: size["Private_Clean"] + size["Private_Dirty"], AIMS["private"], how),
                ("of it own", lambda size: size["Anonymous"], "", "`Anonymous`: what the kernel cannot drop"),
            ):
                figures = ", ".join(f"{key(size) - held:.1f}" for size in samples)
                yield f"{what}, {when}", f"{figures} MiB", aim, of + ("`Private_*`" if aim else "")
            pages = ", ".join(f"{size['Private_Clean'] + size['Private_Dirty'] - size['Anonymous']:.1f}" for size in samples)
            yield f"of it pages of the binary, {kind} time", f"{pages} MiB", "", "the kernel can drop them, and maps 64 KiB at once"
        how = "`Referenced` after `clear_refs`, what was played of the recording included"
        yield f"memory used from {times[0]} s to {times[-1]} s, real time", f"{samples[-1]['Referenced']:.1f} MiB", "", how


def size(binary):
    aim = AIMS["size"] if "arm64" in binary else ""
    name = os.path.basename(binary)
    return f"size of `{name}`", f"{os.path.getsize(binary) / 1e6:.1f} MB", aim, f"`{binary}`, stripped"


def main():
    binaries = [argument for argument in sys.argv[1:] if argument != "--short"]
    if not binaries or any(argument.startswith("-") for argument in binaries):
        sys.exit(__doc__)
    real_times = SAMPLES_S[:2] if "--short" in sys.argv else SAMPLES_S
    binary = binaries[0]
    print("| what | figure | aim | how |\n| --- | --- | --- | --- |")
    for rows in (map(size, binaries), [start(binary)], replay(binary), memory(binary, real_times)):
        for row in rows:
            print("| " + " | ".join(row) + " |", flush=True)


main()
