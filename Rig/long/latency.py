"""Measures the time from an advertisement to the edge of a lamp, in the box's own time (`make latency`): Lapwing as its
package starts it, and a C and a Python client that do the same to a lamp in the same guest. They take turns in blocks.

A sensor's battery gets low, which is an alarm that begins with an advertisement, and is good again until the lamp is dark.
The rule ends an alarm only after five seconds, by its timer, so only the beginnings are measured. The guest's clock counts
its instructions (`RIG_COUNTED`), so that a host that stops neither lengthens nor hides anything. The guest's kernel traces
the controller's interrupt for the advertisement and the change of the line.
"""

import os
import pathlib
import re
import subprocess
import time

import pytest
from rig.board import LINES
from rig.machine import CACHE, COUNTED
from test_bluetooth_sensors import ARANET_ADDRESS, aranet_says, notes

EVENTS = int(os.environ.get("EVENTS", "100"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
EVERY_S = 0.2
BLUE = 3
HERE = pathlib.Path(__file__).parent
# CO2 in ppm without an alarm, whose sound would continue after two minutes.
CALM = 600
TRACING = "/sys/kernel/tracing"
TRACED = re.compile(r"\s*(\S+)-\d+ +\[\d+\] \S+ +([\d.]+): (\w+): (.*)")


@pytest.fixture(scope="module")
def table():
    rows = []
    yield rows
    print("\n| from the advertisement | to | events | p50 | p99 | max | not shown |\n|---|---|---:|---:|---:|---:|---:|")
    print("\n".join(rows))


def row(who, end, delays):
    seen = sorted(delay for delay in delays if delay is not None)
    at = lambda part: f"{seen[min(len(seen) - 1, int(part * len(seen)))]:.2f} ms" if seen else "-"
    return f"| {who} | {end} | {len(delays)} | {at(0.5)} | {at(0.99)} | {at(1)} | {len(delays) - len(seen)} |"


def say_battery(box, is_low, number):
    data = bytearray(aranet_says(co2=CALM, age=0, counter=number))
    # Flags; length and type of the structure; the sensor's data.
    data[3 + 2 + 17] = 5 if is_low else 80
    box.radio.say(ARANET_ADDRESS, bytes(data))


def shows(box, is_low):
    """Sends it once more; returns whether the lamp follows."""
    say_battery(box, is_low, 0)
    time.sleep(EVERY_S)
    return box.lines.is_high("LAMP_BLUE") == is_low


def advertise(box, is_low, within):
    """Says every 0.2 s how the battery is, until the lamp shows it. Returns whether it did."""
    for number in range(int(within / EVERY_S)):
        began = time.monotonic()
        say_battery(box, is_low, number)
        time.sleep(max(0, began + EVERY_S - time.monotonic()))
        if box.lines.is_high("LAMP_BLUE") == is_low:
            return True
    return False


def raise_alarms(box, alarms):
    """Begins and ends this many alarms. Returns how many the lamp did not show: while the kernel restarts its discovery,
    the controller receives nothing, for less than these two seconds."""
    lost = 0
    for _ in range(alarms):
        lost += not advertise(box, True, within=2)
        assert advertise(box, False, within=30), "the lamp stays lit"
    return lost


def trace(box, program):
    wakes = f'comm ~ "kworker/u*" || comm == "{program}"'
    box.run(
        f"cd {TRACING} 2>/dev/null && [ -e trace ] || mount -t tracefs tracefs {TRACING}; cd {TRACING}; echo mono >trace_clock;"
        f" echo 8000 >buffer_size_kb; echo '{wakes}' >events/sched/sched_wakeup/filter;"
        """ echo 'name ~ "virtio*virtqueues"' >events/irq/irq_handler_entry/filter;"""
        " for event in sched/sched_wakeup irq/irq_handler_entry gpio/gpio_value; do echo 1 >events/$event/enable; done;"
        " echo >trace; echo 1 >tracing_on"
    )


def traced(box, program):
    """For each crossing: the time of the interrupt that woke the kernel's Bluetooth, which woke the program; the time of
    the lamp's edge; and whether it was lit."""
    box.run(f"cd {TRACING}; echo 0 >tracing_on; cat trace >/run/rig/trace.txt")
    interrupt = heard = handed = None
    edges = []
    for line in (box.machine.share / "trace.txt").read_text().splitlines():
        if not (event := TRACED.match(line)):
            continue
        by, at, kind, what = event[1], float(event[2]), event[3], event[4]
        if kind == "irq_handler_entry":
            interrupt = at
        elif kind == "sched_wakeup" and "comm=kworker" in what and interrupt:
            # The terminal's worker wakes that of the controller: it is the same advertisement.
            heard, interrupt = interrupt, None
        elif kind == "sched_wakeup" and by.startswith("kworker/u") and f"comm={program} " in what:
            handed = heard
        elif kind == "gpio_value" and int(what.split()[0]) % 8 == BLUE and handed:
            edges.append((handed, at, what.endswith("1")))
            handed = None
    return edges


def begun(edges):
    """The delays to the lamp of each alarm that begins, in milliseconds."""
    return [(edge - heard) * 1000 for heard, edge, is_lit in edges if is_lit]


def compiled(box, name):
    """Compiles a program of this folder for the guest, with the compiler that builds Lapwing for it."""
    sdk = max(CACHE.glob("arm64-*"), key=lambda path: path.stat().st_mtime)
    program = box.folder / name
    clang = [sdk / "compiler/bin/clang", "--target=aarch64-linux-gnu", f"--sysroot={sdk}/sysroot", "-O2", "-static", "-fuse-ld=lld"]
    subprocess.run([*clang, HERE / f"{name}.c", "-o", program], check=True)
    return box.put(program)


def begin(box, command):
    if command:
        box.run(f"systemd-run -q --collect --unit=client {command} /dev/gpiochip0 {BLUE}")
    else:
        before = len(notes(box, "listening with hci0"))
        box.start()
        box.wait_for(lambda: len(notes(box, "listening with hci0")) > before)
    for is_low in (True, False):  # Until it receives, and the sensor is known.
        box.wait_for(lambda: shows(box, is_low), timeout=180)


def end(box, command):
    box.run(f"systemctl stop {'client' if command else 'lapwing'}", timeout=60)


def load(box):
    box.run("systemd-run -q --unit=burn sh -c 'while :; do :; done'")
    box.run(
        "systemd-run -q --unit=write sh -c 'while :; do"
        " dd if=/dev/zero of=/var/lib/lapwing/load bs=64k count=64 oflag=dsync 2>/dev/null; done'"
    )
    time.sleep(1)


@pytest.mark.parametrize("state", ["idle", "loaded"])
def test_lamp(box, table, state):
    assert COUNTED, "RIG_COUNTED=1 makes the guest's clock count instructions"
    box.configure(LINES)
    box.radio.attach()
    clients = {
        "Lapwing": (None, "lapwing"),
        "C, epoll": (compiled(box, "latency"), "latency"),
        "Python, asyncio": (f"python3 {box.put(HERE / 'latency-client.py')}", "python3"),
    }
    if state == "loaded":
        load(box)
    lamps = {who: [] for who in clients}
    for number in range(ROUNDS):
        for who, (command, program) in clients.items():
            begin(box, command)
            trace(box, program)
            lost = raise_alarms(box, EVENTS // ROUNDS)
            delays = begun(traced(box, program)) + [None] * lost
            end(box, command)
            lamps[who] += delays
            print(row(f"{who}, {state}, block {number + 1}", "lamp", delays), flush=True)
    table += [row(f"{who}, {state}", "lamp", delays) for who, delays in lamps.items()]
    print("\n".join(table))
    assert all(map(any, lamps.values()))
