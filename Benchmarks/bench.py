"""Measures the built appliance and prints a Markdown table. `make bench` builds what it needs and runs it.

How fast decoding is, decoding.py measures.

usage: bench.py STATIC_BINARY [OTHER_BINARY…] [--ten-minutes]

Of other binaries only the size is told. --ten-minutes plays a busy radio in real time for ten minutes instead of one.
"""

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

LAPWING = "dist/lapwing"
RECORDING = "Recordings/demo.btsnoop"
# Flags, then manufacturer data of company 0x0702: a captured payload of an Aranet4 (V012 in Recordings/demo.md).
ADVERTISEMENT = {"adv_hex": "020106" + "19ff0207" + "210e040100060f01b903ba017c262303013c000800ac"}
CO2_PPM = 953
STARTS = 30
REPLAYS = 5

ADVERTISEMENTS_PER_S = 500
# Half of them from so many Aranet4, half from as many foreign devices that change their address every ten seconds.
DEVICES = 25
ARANET4_INTERVAL_S = 60
# The recording goes on behind the last sample, since the lines on the screen may be as late as its ring is long.
AFTER_S = 20
# Where "the start" is: by then every slot of the rings has been used once, and every sensor has been heard.
START_S = 30


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


def busy_radio(path, duration_s):
    """Writes a timeline. Each Aranet4 measures in its turn, so that there is something to tell every few seconds."""
    with open(path, "w") as timeline:
        for number in range(duration_s * ADVERTISEMENTS_PER_S):
            t, device = number / ADVERTISEMENTS_PER_S, number // 2 % DEVICES
            if number % 2 == 0:
                since = t + device * ARANET4_INTERVAL_S / DEVICES
                counter, age = divmod(int(since), ARANET4_INTERVAL_S)
                co2 = 500 + (37 * device + 91 * counter) % 400
                address = f"C0:FF:EE:00:00:{device:02X}"
                measured = f"{co2.to_bytes(2, 'little').hex()}ba017c262303013c00{age:02x}00{counter:02x}"
                data = f"020106" f"19ff0207210e040100060f01{measured}"
            else:
                address = f"C0:FF:EE:01:{int(t / 10):02X}:{device:02X}"
                data = f"02011a" f"0bff4c001006{number & 0xFFFFFFFF:08x}"
            timeline.write(f'{{"t":{t},"address":"{address}","adv_hex":"{data}"}}\n')


def memory_of(process):
    """In MiB: memory that belongs to no file; private memory, which counts pages of the binary too; resident memory."""
    rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    kib = {key: int(value) for key, value in re.findall(r"^(\w+): *(\d+) kB", rollup, re.M)}
    return [sizes / 1024 for sizes in (kib["Anonymous"], kib["Private_Dirty"] + kib["Private_Clean"], kib["Rss"])]


def forget_uses(process):
    """From now on the kernel counts as referenced what is used again."""
    pathlib.Path(f"/proc/{process.pid}/clear_refs").write_text("1")


def used_memory(process):
    """In MiB, since `forget_uses`."""
    rollup = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    return int(re.search(r"^Referenced: *(\d+) kB", rollup, re.M)[1]) / 1024


def play(binary, folder, timeline, speed, end_s):
    """Memory when the screen tells of START_S and of end_s, and how much of it was used between the two."""
    configuration = folder / "lapwing.yaml"
    configuration.write_text(f"logbook: {{path: {folder}/{speed}.db}}\ncontrol: {{socket: {folder}/control}}\n")
    command = [binary, "run", "--config", configuration, "--replay", timeline, "--speed", speed]
    samples, used = [], 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            told = re.match(r"(\d+):(\d+\.\d) ", line)
            if told and len(samples) < 2 and int(told[1]) * 60 + float(told[2]) >= (START_S, end_s)[len(samples)]:
                samples.append(memory_of(process))
                if len(samples) == 1:
                    forget_uses(process)
                else:
                    used = used_memory(process)
    if process.returncode != 0 or len(samples) != 2:
        sys.exit(f"{binary} run ended with status {process.returncode} and {len(samples)} samples of its memory")
    return *samples, used


def memory(binary, real_time_s):
    """The player holds the whole recording in memory, which is no part of what a box needs: its size is taken off."""
    with tempfile.TemporaryDirectory() as folder:
        for speed, end_s, kind in (("max", 600, "virtual"), ("1", real_time_s, "real")):
            folder, timeline = pathlib.Path(folder), pathlib.Path(folder, f"{speed}.jsonl")
            busy_radio(timeline, end_s + AFTER_S)
            held = timeline.stat().st_size / 2**20
            hows = (
                f"`{binary} run --speed {speed}`, less the {held:.0f} MiB of the timeline; `Anonymous`",
                "`Private_Clean` and `Private_Dirty`: it counts the binary's pages, which the kernel can drop",
                "`Rss`",
            )
            first, last, used = play(binary, folder, timeline, speed, end_s)
            when = f"after {START_S} s and {end_s} s of {ADVERTISEMENTS_PER_S} advertisements/s, {kind} time"
            for what, how, began, ended in zip(("own", "private", "resident"), hows, first, last):
                yield f"{what} memory {when}", f"{began - held:.1f}, {ended - held:.1f} MiB", how
            if kind == "real":
                # What a box can not do without: the kernel maps 64 KiB of the binary around every page that is used.
                how = "`Referenced` after `clear_refs`, what was played of the timeline included"
                yield f"memory used from {START_S} s to {end_s} s, {kind} time", f"{used:.1f} MiB", how


def size(binary):
    return f"size of `{os.path.basename(binary)}`", f"{os.path.getsize(binary) / 1e6:.1f} MB", f"`{binary}`, stripped"


def main():
    binaries = [argument for argument in sys.argv[1:] if argument != "--ten-minutes"]
    if not binaries or any(argument.startswith("-") for argument in binaries):
        sys.exit(__doc__)
    real_time_s = 600 if "--ten-minutes" in sys.argv else 60
    rows = [start(), *replay(), *memory(binaries[0], real_time_s), *(size(path) for path in binaries)]
    print("| what | figure | how |\n| --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(row) + " |")


main()
