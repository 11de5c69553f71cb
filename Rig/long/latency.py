"""From an advertisement on the air to the edge of a lamp and to the first sample of the alarm's sound (`make latency`):
Lapwing as its package starts it, beside a C and a Python client that do the same to a lamp in the same guest. They take
turns in short blocks, so that what else the host does meets all alike. The sound has a test of its own: nobody else
makes one.

A rule without a dwell is crossed five times a second: a sensor's battery, which is low and is not. The time is the
host's, from the moment the emulated controller hands on the advertisement to the line's edge at the emulated chip, and
to the packet of the emulated card that holds the first sample that is not silence.

Where this machine is itself a guest, what happens while its host has taken the processors away says nothing of those who
are measured. Such crossings are left out, of all of them alike, and others are made in their place.
"""

import itertools
import os
import pathlib
import subprocess
import sys
import time

import pytest
from rig.board import LINES, SOUND, plug_sound
from rig.machine import CACHE
from rig.sound import onsets, standstills
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, notes

EVENTS = int(os.environ.get("EVENTS", "500"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
EVERY_S = 0.2
BLUE = 3
HERE = pathlib.Path(__file__).parent
# So many advertisements to a turn, of which the first says that the battery is low.
LAMP_PERIOD = 2
# A burst that was interrupted is followed by half a second of silence.
SOUND_PERIOD = 5
# So long an alarm's first sample may take, in which the host must not stand still.
SOUND_S = 0.08
# So many times as many crossings as are wanted are made at most.
MOST = 3
# CO2 in ppm that no alarm is about: its own sound would go on after two minutes.
CALM = 600


# This process is also the guest's disk, and what it does as such must not delay what it measures: by default one thread of
# Python waits up to 5 ms for another.
sys.setswitchinterval(0.0002)


@pytest.fixture(scope="module")
def table():
    rows = []
    yield rows
    print("\n| from the advertisement | to | events | p50 | p99 | max | not shown | left out |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    print("\n".join(rows))


def row(who, end, delays, left_out):
    seen = sorted(delay for delay in delays if delay is not None)
    at = lambda part: f"{seen[min(len(seen) - 1, int(part * len(seen)))]:.1f} ms" if seen else "-"
    figures = [len(delays), at(0.5), at(0.99), at(1), len(delays) - len(seen), left_out]
    return f"| {who} | {end} | {' | '.join(map(str, figures))} |"


def stolen():
    """For how long the host has taken processors away from this machine, in ticks of 10 ms."""
    return int(pathlib.Path("/proc/stat").read_text().split(maxsplit=9)[8])


def cross(box, crossings, period, watched=0):
    """Crosses the limit so many times, twice in every turn of `period` advertisements, of which the first says low. Returns
    the delays to the lamp in milliseconds, None for a crossing that it did not show (while the kernel begins its discovery
    anew the controller hears nothing), when each alarm began, by time.time(), and how many crossings and alarms are left
    out, since the host stood still before the lamp's edge, or before `watched` seconds had passed."""
    delays, begun, left_out, unheard = [], [], 0, 0
    for number in itertools.count():
        is_low = number % period == 0
        if is_low and (len(delays) >= crossings or len(delays) + left_out >= MOST * crossings):
            return delays, begun, left_out, unheard
        is_crossing = box.lines.is_high("LAMP_BLUE") != is_low
        data = bytearray(aranet_says(co2=CALM, age=0, counter=number))
        # Flags; length and type of the structure; what the sensor sends.
        data[3 + 2 + 17] = 5 if is_low else 80
        before, date, began = stolen(), time.time(), time.monotonic()
        box.radio.say(ARANET_ADDRESS, bytes(data))
        delay = None
        try:
            if is_crossing:
                delay = (box.lines.wait("LAMP_BLUE", is_low, timeout=2, since=began).at - began) * 1000
        except TimeoutError:
            pass
        if is_crossing and stolen() == before:
            delays.append(delay)
        elif is_crossing:
            left_out += 1
        time.sleep(max(0, began + watched - time.monotonic()))
        if is_low and is_crossing and stolen() == before:
            begun.append(date)
        elif is_low:
            unheard += 1
        time.sleep(max(0, began + EVERY_S - time.monotonic()))


def compiled(box):
    """The C client for the guest, by the compiler that makes Lapwing for it."""
    sdk = max(CACHE.glob("arm64-*"), key=lambda path: path.stat().st_mtime)
    program = box.folder / "latency"
    clang = [sdk / "compiler/bin/clang", "--target=aarch64-linux-gnu", f"--sysroot={sdk}/sysroot", "-O2", "-static", "-fuse-ld=lld"]
    subprocess.run([*clang, HERE / "latency.c", "-o", program], check=True)
    return box.put(program)


def begin(box, command):
    if command:
        box.run(f"systemd-run -q --collect --unit=client {command} /dev/gpiochip0 {BLUE}")
        time.sleep(4)
    else:
        before = len(notes(box, "listening with hci0"))
        box.start()
        box.wait_for(lambda: len(notes(box, "listening with hci0")) > before)
    box.radio.say(ARANET_ADDRESS, aranet_says(co2=CALM))  # The sensor becomes known.
    time.sleep(2)


def end(box, command):
    box.run(f"systemctl stop {'client' if command else 'lapwing'}", timeout=60)


def load(box):
    box.run("systemd-run -q --unit=burn sh -c 'while :; do :; done'")
    box.run(
        "systemd-run -q --unit=write sh -c 'while :; do"
        " dd if=/dev/zero of=/var/lib/lapwing/load bs=64k count=64 oflag=dsync 2>/dev/null; done'"
    )
    time.sleep(1)


def to_first_sample(trace, begun):
    """The delays to the first sample of each alarm in milliseconds, None for one that was not heard. Those in which the card
    stood still are left out."""
    heard, still, delays = onsets(trace), standstills(trace), []
    for began in begun:
        end = began + SOUND_PERIOD * EVERY_S
        first = next((at for at in heard if began <= at < end), None)
        if not any(since < (first or end) and until > began - 0.1 for since, until in still):
            delays.append(first and (first - began) * 1000)
    return delays


@pytest.mark.parametrize("state", ["idle", "loaded"])
def test_lamp(box, table, state):
    box.configure(LINES)
    box.radio.attach()
    commands = {"Lapwing": None, "C, epoll": compiled(box), "Python, asyncio": f"python3 {box.put(HERE / 'latency-client.py')}"}
    if state == "loaded":
        load(box)
    lamps = {who: ([], []) for who in commands}
    for number in range(ROUNDS):
        for who, command in commands.items():
            begin(box, command)
            delays, _, left_out, _ = cross(box, EVENTS // ROUNDS, LAMP_PERIOD)
            end(box, command)
            lamps[who][0].extend(delays)
            lamps[who][1].append(left_out)
            print(row(f"{who}, {state}, block {number + 1}", "lamp", delays, left_out), flush=True)
    table += [row(f"{who}, {state}", "lamp", delays, sum(left_out)) for who, (delays, left_out) in lamps.items()]
    print("\n".join(table))
    assert all(any(delays) for delays, _ in lamps.values())


@pytest.mark.parametrize("state", ["idle", "loaded"])
def test_first_sample(box, table, state):
    box.configure(LINES + SOUND)
    trace = box.folder / "sound.pcap"
    plug_sound(box, trace)
    box.radio.attach()
    begin(box, None)
    if state == "loaded":
        load(box)
    lamps, begun, left_out, unheard = cross(box, 2 * EVENTS, SOUND_PERIOD, SOUND_S)
    sounds = to_first_sample(trace, begun)
    still = len(begun) - len(sounds)
    print(f"the emulated card stood still in {still} of {len(begun)} alarms")
    who = f"Lapwing with its sound card, {state}"
    table += [row(who, "lamp", lamps, left_out), row(who, "first sample", sounds, unheard + still)]
    print("\n".join(table[-2:]))
    assert any(sounds)
