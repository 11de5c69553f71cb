"""From an advertisement on the air to the edge of a lamp (`make latency`): Lapwing beside a C and a Python client.

A rule without a dwell is crossed five times a second: a sensor's battery, which is low and is not. The time is the
host's, from the moment the emulated controller hands on the advertisement to the line's edge at the emulated chip.
"""

import os
import pathlib
import subprocess
import time

import pytest
from rig.board import LINES
from rig.machine import CACHE
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, listen

CROSSINGS = int(os.environ.get("CROSSINGS", "100"))
EVERY_S = 0.2
BLUE = 3
HERE = pathlib.Path(__file__).parent


def cross(box):
    """Delays in milliseconds, and how many crossings were not shown before the next."""
    delays, missed = [], 0
    for number in range(CROSSINGS):
        is_low = number % 2 == 0
        data = bytearray(aranet_says(age=0, counter=number))
        # Flags; length and type of the structure; what the sensor sends.
        data[3 + 2 + 17] = 5 if is_low else 80
        began = time.monotonic()
        box.radio.say(ARANET_ADDRESS, bytes(data))
        try:
            edge = box.lines.wait("LAMP_BLUE", is_low, timeout=2, since=began)
            delays.append((edge.at - began) * 1000)
        except TimeoutError:
            missed += 1
        time.sleep(max(0, began + EVERY_S - time.monotonic()))
    return sorted(delays), missed


def compiled(box):
    """The C client for the guest, by the compiler that makes Lapwing for it."""
    sdk = max(CACHE.glob("arm64-*"), key=lambda path: path.stat().st_mtime)
    program = box.folder / "latency"
    clang = [sdk / "compiler/bin/clang", "--target=aarch64-linux-gnu", f"--sysroot={sdk}/sysroot", "-O2", "-static", "-fuse-ld=lld"]
    subprocess.run([*clang, HERE / "latency.c", "-o", program], check=True)
    return box.put(program)


def begin(box, who):
    if who == "Lapwing":
        box.configure(LINES)
        listen(box)
        return
    box.radio.attach()
    command = compiled(box) if who == "C, epoll" else f"python3 {box.put(HERE / 'latency-client.py')}"
    box.run(f"systemd-run -q --unit=client {command} /dev/gpiochip0 {BLUE}")
    time.sleep(4)


@pytest.mark.parametrize("who", ["Lapwing", "C, epoll", "Python, asyncio"])
def test_latency(box, who):
    begin(box, who)
    box.radio.say(ARANET_ADDRESS, aranet_says())  # The sensor becomes known.
    time.sleep(2)
    for state in ("idle", "loaded"):
        if state == "loaded":
            box.run("systemd-run -q --unit=burn sh -c 'while :; do :; done'")
            box.run(
                "systemd-run -q --unit=write sh -c 'while :; do"
                " dd if=/dev/zero of=/var/lib/lapwing/load bs=64k count=64 oflag=dsync 2>/dev/null; done'"
            )
            time.sleep(1)
        delays, missed = cross(box)
        assert delays, box.run("journalctl -u client --no-pager", check=False).output
        at = lambda part: delays[min(len(delays) - 1, int(part * len(delays)))]
        print(f"{who}, {state}: p50 {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, max {delays[-1]:.1f} ms, {missed} of {CROSSINGS} missed")
