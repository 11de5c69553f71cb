"""A long run in a crowd (`make soak`): nothing is lost, and memory stays flat."""

import itertools
import os
import time

from rig.board import main_process
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen, notes, readings

MINUTES = float(os.environ.get("MINUTES", "10"))
CROWD_PER_SECOND = 500
EVERY_S = 2
# What the tables of some hundred strangers and the logbook's cache may still take after the first part.
GROWTH_KIB = 512


def memory(box, process):
    """Anonymous memory in KiB, and the processor's seconds."""
    status = box.run(f"grep RssAnon /proc/{process}/status").output
    used = box.run(f"ps -o cputimes= -p {process}").output
    return int(status.split()[1]), int(used)


def test_ten_minutes_in_a_crowd(box):
    strap = box.radio.strap()
    strap.beat_on(72)
    listen(box)
    strap.wait_connected()
    process = main_process(box)
    box.radio.crowd(addresses=200, per_second=CROWD_PER_SECOND)
    numbers, said = itertools.count(1), []

    def measure():
        number = next(numbers)
        said.append(400 + number)
        return aranet_says(co2=400 + number, age=0, counter=number)

    telling = box.radio.broadcast(ARANET_ADDRESS, measure, every=EVERY_S)
    samples, end = [], time.monotonic() + MINUTES * 60
    while time.monotonic() < end:
        time.sleep(min(30, MINUTES * 6))
        samples.append((*memory(box, process), len(said)))
        print(f"{samples[-1][0]} KiB anonymous, {samples[-1][1]} s of the processor, {samples[-1][2]} measurements said")
    telling.cancel()
    box.wait_for(lambda: not set(said) - {row["co2_ppm"] for row in readings(box, ARANET_ADDRESS, "co2_ppm")}, timeout=30)

    early, late = samples[len(samples) // 4][0], samples[-1][0]
    beats = len(readings(box, strap.address))
    print(f"{MINUTES:g} minutes at {CROWD_PER_SECOND} advertisements/s: {len(said)} of {len(said)} measurements and {beats} "
          f"beats logged, memory {early} KiB then {late} KiB")
    assert main_process(box) == process and not notes(box, "recovery")
    assert late - early <= GROWTH_KIB
