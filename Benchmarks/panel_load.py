#!/usr/bin/env python3
"""Measures whether the critical loop notices an attacked page: the time from a message of a sensor to what the loop reports of it.

    Benchmarks/panel_load.py WATCHED_LOOP LAPWING

WATCHED_LOOP is the appliance with a replacement of the kernel's Bluetooth (Benchmarks/watched-loop). In turns, within one run of
it: alone; with a panel without visitors; and with a panel at which 200 event streams are held and 50 visitors load the page without
end, and which is killed at random. A strap notifies 20 times a second. Each message is followed from the socket of the radio to
the end of the loop's turn, in which lamps and sounder are driven, and to the event that the control socket sends. The panel
and its visitors have the nice value 10, as the unit gives it. Where this machine allows it, the loop has the real-time priority
that a box with lamps has, and the measuring process one below it: other programs do not delay the measure then. It prints two
tables with the ratios, and how many blocks of memory the loop took from the heap for a message. It fails only if a value got lost, an
alarm did not come, or the loop allocated more than one block for a message (as `make loop-allocations`).
"""

import json
import mmap
import os
import pathlib
import random
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import loop_kernel

BLOCK_S = float(os.environ.get("BLOCK_S", "20"))
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PER_SECOND = 20
STREAMS, RELOADERS = 200, 50
# Each message has one block for its bytes. Other work of a block of time: the logbook reports, sessions and visitors come and go.
OTHER_BLOCKS = 8
VISITORS = """
import socket, sys, threading, time
port, streams, reloaders = map(int, sys.argv[1:])
def ask(path, end):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as link:
        link.sendall(f"GET {path} HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n".encode())
        while link.recv(65536): pass
def visit(path):
    while True:
        try: ask(path, None)
        except OSError: time.sleep(0.1)
for number in range(streams + reloaders):
    threading.Thread(target=visit, args=["/live/now" if number < streams else "/"], daemon=True).start()
sys.stdin.read()
"""


class Box:
    def __init__(self, program, folder):
        self.kernel = loop_kernel.Kernel(f"{folder}/kernel")
        self.configuration = folder / "lapwing.yaml"
        self.control = f"{folder}/control"
        self.configuration.write_text(
            f"profile: bedside\nlogbook: {{path: {folder}/lapwing.db}}\ncontrol: {{socket: {self.control}}}\n"
            f"bluetooth: {{bonds: {folder}/bonds.json}}\npanel: {{access-file: {folder}/panel.json}}\n"
            f'sensors: {{adopted-file: {folder}/adopted.json, use: {{any: automatic, "F1:FF:C0:00:00:01": automatic}}}}\n'
        )
        self.process = subprocess.Popen([program, self.configuration, folder / "tally", f"{folder}/kernel"])
        self.delays, self.turns, self._sent, self._lock = [], [], {}, threading.Lock()
        while not (folder / "tally").exists() or (folder / "tally").stat().st_size < 16:
            time.sleep(0.05)
        with open(folder / "tally", "rb") as tally:
            self._tally = mmap.mmap(tally.fileno(), 16, access=mmap.ACCESS_READ)
        threading.Thread(target=self._follow, daemon=True).start()
        self.is_real_time = self._hurry()

    def _hurry(self):
        try:
            # Of this one thread, and not of those that it starts.
            os.sched_setscheduler(self.process.pid, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(20))
            for thread in threading.enumerate():
                os.sched_setscheduler(thread.native_id, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(10))
            return True
        except (OSError, AttributeError):
            return False

    def connect(self, within):
        end = time.monotonic() + within
        while not self.kernel.is_subscribed.is_set():
            assert time.monotonic() < end, "the box does not connect to the strap"
            self.kernel.advertise(loop_kernel.STRAP, loop_kernel.STRAP_SAYS, connectable=True)
            time.sleep(0.5)

    def _follow(self):
        """Reads what the loop reports: readings of the strap."""
        while True:
            try:
                with socket.socket(socket.AF_UNIX) as link:
                    link.connect(self.control)
                    link.sendall(b'{"verb":"follow"}\n')
                    for line in link.makefile("rb"):
                        self._hear(line, time.monotonic())
            except OSError:
                time.sleep(0.05)

    def _hear(self, line, now):
        found = re.search(rb'"heart_rate_bpm":(\d+)', line)
        if not found:
            return
        with self._lock:
            sent = self._sent.pop(int(found[1]), None)
        if sent is not None:
            self.delays.append(now - sent)

    def beat(self, seconds):
        """Says another heart rate 20 times a second. Returns the delays in ms to the end of the turn and to the event, how many
        were never reported, and the blocks that the loop took from the heap."""
        self.delays, self.turns, said, began, blocks = [], [], 0, time.monotonic(), self._blocks()
        while time.monotonic() - began < seconds:
            rate = 60 + said % 40
            before, sent = self._turn(), time.monotonic()
            with self._lock:
                self._sent[rate] = sent
            self.kernel.notify(bytes([0x06, rate]))
            # The loop counts a turn when it goes to sleep again.
            while self._turn() == before and time.monotonic() - sent < 1:
                pass
            self.turns.append(time.monotonic() - sent)
            said += 1
            time.sleep(max(0, began + said / PER_SECOND - time.monotonic()))
        blocks = self._blocks() - blocks
        time.sleep(2)
        with self._lock:
            self._sent.clear()
        return (
            [delay * 1000 for delay in self.turns], [delay * 1000 for delay in self.delays], said - len(self.delays),
            (said, blocks),
        )

    def _turn(self):
        return self._tally[:8]

    def _blocks(self):
        return struct.unpack("@L", self._tally[8:16])[0]

    def status(self):
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(self.control)
            link.sendall(b'{"verb":"status"}\n')
            return json.loads(link.makefile("rb").readline())


class Panel:
    def __init__(self, program, box, is_attacked):
        self.start = ["nice", "-n", "10", program, "panel", "--port", "0", "--config", str(box.configuration)]
        self.is_attacked, self.kills, self.is_over = is_attacked, 0, threading.Event()
        self._open()
        if is_attacked:
            threading.Thread(target=self._kill, daemon=True).start()

    def _open(self):
        self.process = subprocess.Popen(self.start, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        port = re.search(rb":(\d+)/", self.process.stdout.readline())[1].decode()
        self.start[self.start.index("--port") + 1] = port
        if self.is_attacked and not hasattr(self, "visitors"):
            self.visitors = subprocess.Popen(
                ["nice", "-n", "10", sys.executable, "-c", VISITORS, port, str(STREAMS), str(RELOADERS)], stdin=subprocess.PIPE)

    def _kill(self):
        while not self.is_over.wait(random.uniform(2, 6)):
            self.process.kill()
            self.process.wait()
            self.kills += 1
            self._open()

    def end(self):
        self.is_over.set()
        time.sleep(0.5)
        if self.is_attacked:
            self.visitors.kill()
            self.visitors.wait()
        self.process.kill()
        self.process.wait()


def row(who, delays, lost, beside=None):
    delays = sorted(delays)
    at = lambda part: delays[min(len(delays) - 1, int(part * len(delays)))]
    figures = [at(0.5), at(0.99), delays[-1]]
    ratios = "" if beside is None else ", ".join(f"{mine / other:.2f}" for mine, other in zip(figures, beside))
    print(f"| {who} | {len(delays)} | " + " | ".join(f"{figure:.2f} ms" for figure in figures) + f" | {lost} | {ratios} |", flush=True)
    return figures


def alarm(box, within):
    """A racing heart, until its alarm is reported. Returns the seconds."""
    began = time.monotonic()
    while time.monotonic() - began < within:
        box.kernel.notify(bytes([0x06, 190]))
        time.sleep(0.5)
        if any(found["condition"] == "heart-rate-high" for found in box.status()["alarms"]):
            return time.monotonic() - began
    return None


def main():
    watched, lapwing = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
    ways = {"alone": None, "a panel that nobody asks": False, f"{STREAMS} streams, {RELOADERS} reloaders, kills": True}
    turns, delays, lost, kills = {way: [] for way in ways}, {way: [] for way in ways}, dict.fromkeys(ways, 0), 0
    said, blocks = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0)
    with tempfile.TemporaryDirectory() as name:
        box = Box(watched, pathlib.Path(name))
        try:
            box.connect(30)
            box.beat(5)
            for _ in range(ROUNDS):
                for way, attacked in ways.items():
                    panel = None if attacked is None else Panel(lapwing, box, attacked)
                    time.sleep(2)
                    done, found, missing, (messages, taken) = box.beat(BLOCK_S)
                    said[way] += messages
                    blocks[way] += taken
                    turns[way] += done
                    delays[way] += found
                    lost[way] += missing
                    if attacked and _ == ROUNDS - 1:
                        raised = alarm(box, 60)
                    if panel:
                        panel.end()
                        kills += panel.kills
        finally:
            box.process.terminate()
            box.process.wait(30)
    for end, figures in [("the end of the loop's turn", turns), ("the event on the control socket", delays)]:
        print(f"| from a message to {end} | messages | p50 | p99 | max | lost | ratio to alone: p50, p99, max |")
        print("|---|---:|---:|---:|---:|---:|---|")
        alone = row("alone", figures["alone"], lost["alone"])
        for way in list(ways)[1:]:
            row(way, figures[way], lost[way], alone)
    for way in ways:
        print(f"The loop took {blocks[way]} blocks from the heap for {said[way]} messages: {way}.")
    print("The loop has a real-time priority." if box.is_real_time else "This machine gives no real-time priority.")
    print(f"The panel was killed {kills} times. The alarm of a racing heart came " + (f"after {raised:.1f} s." if raised else "not at all."))
    is_lean = all(blocks[way] <= said[way] + ROUNDS * OTHER_BLOCKS for way in ways)
    sys.exit(0 if raised and is_lean and not any(lost.values()) else 1)


main()
