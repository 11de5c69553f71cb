#!/usr/bin/env python3
"""Counts what the critical loop takes from the heap in steady state: lamps flash, an alarm sounds, a strap beats.

    Benchmarks/loop_allocations.py LAPWING     ends with 1 where a turn without a reading takes a block

LAPWING must use the system's C library (dist/lapwing does; the static one can not be watched).
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

COUNTER = pathlib.Path(__file__).resolve().parent.parent / "Tests/allocation-counter"
WARM_UP_S = 12  # By then every table has its size and every name its text.
WATCHED_S = 30


def events(with_beats):
    yield {"t": 0}
    yield {"t": 1, "fault": "adapter-gone"}
    for second in range(2, WARM_UP_S + WATCHED_S + 10):
        if with_beats:
            yield {"t": second, "address": "C0:FF:EE:00:00:02", "characteristic": "0x2A37", "hex": "0648"}
    yield {"t": WARM_UP_S + WATCHED_S + 20}


def tally(path):
    return struct.unpack("@LL", path.read_bytes()[:16])


def measure(lapwing, folder, with_beats):
    timeline, count = folder / "timeline.jsonl", folder / "tally"
    timeline.write_text("".join(json.dumps(event) + "\n" for event in events(with_beats)))
    configuration = folder / "lapwing.yaml"
    configuration.write_text(f"logbook: {{path: {folder}/lapwing.db}}\ncontrol: {{socket: {folder}/control}}\n")
    count.unlink(missing_ok=True)
    process = subprocess.Popen(
        [lapwing, "run", "--replay", timeline, "--speed", "1", "--config", configuration],
        env={**os.environ, "LD_PRELOAD": str(folder / "watch.so"), "LOOP_TALLY": str(count)},
        stdout=subprocess.DEVNULL,
    )
    try:
        time.sleep(WARM_UP_S)
        before = tally(count)
        time.sleep(WATCHED_S)
        after = tally(count)
    finally:
        process.terminate()
        process.wait(30)
    return after[0] - before[0], after[1] - before[1], before[1]


def main():
    lapwing = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sources = [COUNTER / "allocation_counter.c", pathlib.Path(__file__).with_name("loop_watch.c")]
        subprocess.run(
            ["cc", "-O2", "-D_GNU_SOURCE", "-shared", "-fPIC", f"-I{COUNTER}/include", *sources, "-o", folder / "watch.so"],
            check=True,
        )
        good = True
        for with_beats, what in ((False, "an alarm flashes and sounds"), (True, "and a strap beats once a second")):
            turns, blocks, begun = measure(lapwing, folder, with_beats)
            if turns == 0 or begun == 0:
                sys.exit("the loop could not be watched: is this binary linked with the system's C library?")
            print(f"{turns:6} turns of the loop, {blocks:5} blocks from the heap: {what}")
            good &= with_beats or blocks == 0
        sys.exit(0 if good else 1)


main()
