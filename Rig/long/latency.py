"""From an advertisement on the air to the edge of a lamp and to the first sample of the alarm's sound (`make latency`):
Lapwing with a real-time priority, beside a C and a Python client that do the same in the same guest.

A rule without a dwell is crossed five times a second: a sensor's battery, which is low and is not. The time is the
host's, from the moment the emulated controller hands on the advertisement to the line's edge at the emulated chip, and
to the packet of the emulated card that holds the first sample that is not silence.
"""

import itertools
import os
import pathlib
import subprocess
import time

import pytest
from rig.board import LINES, SOUND, plug_sound
from rig.machine import CACHE
from rig.sound import onsets
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen

EVENTS = int(os.environ.get("EVENTS", "500"))
EVERY_S = 0.2
BLUE = 3
HERE = pathlib.Path(__file__).parent
CONNECTED = "Lapwing with its sound card"


@pytest.fixture(scope="module")
def table():
    rows = []
    yield rows
    print("\n| from the advertisement | to | events | p50 | p99 | max | not shown |\n|---|---|---:|---:|---:|---:|---:|")
    print("\n".join(rows))


def row(who, state, end, delays, missed):
    delays = sorted(delays)
    at = lambda part: f"{delays[min(len(delays) - 1, int(part * len(delays)))]:.1f} ms"
    return f"| {who}, {state} | {end} | {len(delays) + missed} | {at(0.5)} | {at(0.99)} | {at(1)} | {missed} |"


def cross(box, events, period):
    """Crosses the limit so often; the alarm lasts one advertisement of a `period` of them. Returns the delays to the lamp
    in milliseconds, how many crossings it did not show (while the kernel begins its discovery anew the controller hears
    nothing), and when each alarm began, by time.time()."""
    delays, begun, missed = [], [], 0
    for number in itertools.count():
        is_low = number % period == 0
        if is_low and len(delays) + missed >= events:
            return delays, missed, begun
        is_crossing = box.lines.is_high("LAMP_BLUE") != is_low
        data = bytearray(aranet_says(age=0, counter=number))
        # Flags; length and type of the structure; what the sensor sends.
        data[3 + 2 + 17] = 5 if is_low else 80
        if is_low and is_crossing:
            begun.append(time.time())
        began = time.monotonic()
        box.radio.say(ARANET_ADDRESS, bytes(data))
        try:
            if is_crossing:
                delays.append((box.lines.wait("LAMP_BLUE", is_low, timeout=2, since=began).at - began) * 1000)
        except TimeoutError:
            missed += 1
        time.sleep(max(0, began + EVERY_S - time.monotonic()))


def compiled(box):
    """The C client for the guest, by the compiler that makes Lapwing for it."""
    sdk = max(CACHE.glob("arm64-*"), key=lambda path: path.stat().st_mtime)
    program = box.folder / "latency"
    clang = [sdk / "compiler/bin/clang", "--target=aarch64-linux-gnu", f"--sysroot={sdk}/sysroot", "-O2", "-static", "-fuse-ld=lld"]
    subprocess.run([*clang, HERE / "latency.c", "-o", program], check=True)
    return box.put(program)


def begin(box, who):
    if who.startswith("Lapwing"):
        box.configure(LINES + "  real-time: {priority: 20}\n" + (SOUND if who == CONNECTED else ""))
        if who == CONNECTED:
            plug_sound(box, trace=box.folder / "sound.pcap")
        listen(box)
        return
    box.radio.attach()
    command = compiled(box) if who == "C, epoll" else f"python3 {box.put(HERE / 'latency-client.py')}"
    box.run(f"systemd-run -q --unit=client {command} /dev/gpiochip0 {BLUE}")
    time.sleep(4)


def load(box):
    box.run("systemd-run -q --unit=burn sh -c 'while :; do :; done'")
    box.run(
        "systemd-run -q --unit=write sh -c 'while :; do"
        " dd if=/dev/zero of=/var/lib/lapwing/load bs=64k count=64 oflag=dsync 2>/dev/null; done'"
    )
    time.sleep(1)


@pytest.mark.parametrize("state", ["idle", "loaded"])
@pytest.mark.parametrize("who", ["Lapwing", "C, epoll", "Python, asyncio", CONNECTED])
def test_latency(box, table, who, state):
    begin(box, who)
    box.radio.say(ARANET_ADDRESS, aranet_says())  # The sensor becomes known.
    time.sleep(2)
    if state == "loaded":
        load(box)
    # A burst that was interrupted is followed by half a second of silence, so a sound begins every 0.8 s.
    events, period = (2 * EVENTS, 4) if who == CONNECTED else (EVENTS, 2)
    delays, missed, begun = cross(box, events, period)
    assert delays, box.run("journalctl -u client --no-pager", check=False).output
    table.append(row(who, state, "lamp", delays, missed))
    print(table[-1])
    if who != CONNECTED:
        return
    heard = onsets(box.folder / "sound.pcap")
    first = [next((at for at in heard if began <= at < began + period * EVERY_S), None) for began in begun]
    delays = [(at - began) * 1000 for at, began in zip(first, begun) if at]
    table.append(row(who, state, "first sample", delays, len(begun) - len(delays)))
    print(table[-1])
