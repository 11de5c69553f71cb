"""A long run in a crowd (`make soak`): nothing is lost, and memory stays flat."""

import itertools
import os
import time

from rig.board import main_process
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen, notes, readings

MINUTES = float(os.environ.get("MINUTES", "10"))
CROWD_PER_SECOND = 500
EVERY_S = 2
SAMPLE_EVERY_S = min(30, MINUTES * 6)
# The growth allowed after the first part, for the tables of some hundred strangers and the logbook's cache.
GROWTH_KIB = 512


def memory(box, process):
    """Anonymous memory in KiB, and processor time in seconds."""
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
    samples, said, unheard = [], [], 0
    began = time.monotonic()
    end, next_sample = began + MINUTES * 60, began + SAMPLE_EVERY_S
    for number in itertools.count(1):
        # Repeat each value, as a sensor does: an adapter that restarts its scan receives nothing for a moment.
        while not box.radio.say(ARANET_ADDRESS, aranet_says(co2=400 + number, age=0, counter=number)):
            unheard += 1
            time.sleep(0.05)
        said.append(400 + number)
        time.sleep(EVERY_S)
        if time.monotonic() >= next_sample:
            next_sample += SAMPLE_EVERY_S
            samples.append(memory(box, process))
            print(f"{samples[-1][0]} KiB anonymous, {samples[-1][1]} s of the processor, {len(said)} measurements said",
                  flush=True)
        if time.monotonic() >= end:
            break

    def missing():
        return set(said) - {row["co2_ppm"] for row in readings(box, ARANET_ADDRESS, "co2_ppm")}

    try:
        box.wait_for(lambda: not missing(), timeout=30)
    except TimeoutError:
        pass  # Missing measurements are reported below.
    lost = missing()
    early, late = samples[len(samples) // 4][0], samples[-1][0]
    beats = len(readings(box, strap.address))
    print(f"{MINUTES:g} minutes at {CROWD_PER_SECOND} advertisements/s: {len(said) - len(lost)} of {len(said)} measurements "
          f"and {beats} beats logged, {unheard} times no adapter listened, memory {early} KiB then {late} KiB")
    assert not lost
    assert main_process(box) == process and not notes(box, "recovery")
    assert late - early <= GROWTH_KIB
