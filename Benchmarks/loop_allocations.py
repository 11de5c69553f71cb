#!/usr/bin/env python3
"""Counts what the critical loop takes from the heap in steady state: lamps flash, an alarm sounds, a strap beats.

    Benchmarks/loop_allocations.py WATCHED_LOOP     ends with 1 where a turn without a reading takes a block

WATCHED_LOOP is the appliance with a counter in it (Tests/watched-loop).
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

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


def measure(program, folder, with_beats):
    timeline, count = folder / "timeline.jsonl", folder / "tally"
    timeline.write_text("".join(json.dumps(event) + "\n" for event in events(with_beats)))
    configuration = folder / "lapwing.yaml"
    configuration.write_text(f"logbook: {{path: {folder}/lapwing.db}}\ncontrol: {{socket: {folder}/control}}\n")
    count.unlink(missing_ok=True)
    process = subprocess.Popen(
        [program, timeline, configuration, count], stdout=subprocess.DEVNULL
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
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        good = True
        for with_beats, what in ((False, "an alarm flashes and sounds"), (True, "and a strap beats once a second")):
            turns, blocks, begun = measure(program, folder, with_beats)
            if turns == 0 or begun == 0:
                sys.exit("the loop could not be watched")
            print(f"{turns:6} turns of the loop, {blocks:5} blocks from the heap: {what}")
            good &= with_beats or blocks == 0
        sys.exit(0 if good else 1)


main()
