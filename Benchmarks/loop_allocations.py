#!/usr/bin/env python3
"""Counts what the critical loop takes from the heap in steady state, and ends with 1 where it is more than is allowed.

    Benchmarks/loop_allocations.py WATCHED_LOOP

WATCHED_LOOP is the appliance with a counter in it (Benchmarks/watched-loop). Its sensors speak through a stand-in for the
kernel's Bluetooth (loop_kernel.py): all else, from the sockets to the lamps and the logbook, is its own.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time

import loop_kernel

WARM_UP_S = 20  # By then every table has its size, every name its text, and the racing heart its alarm.
WATCHED_S = 30
# A turn takes nothing. What is heard has its bytes in a block of its own, which goes on to the recorder.
BLOCKS_PER_MESSAGE = 1
# Now and then something else falls due: the logbook reports, the alarm grows louder.
OTHER_BLOCKS = 8
ARANET = bytes.fromhex("02010619ff0207210e040100060f01b903ba017c262303013c000800ac")
STRANGER = bytes.fromhex("02011a0bff4c001006")
# What is heard besides a strap that beats once a second, and how often in a second.
CASES = {"an alarm flashes and sounds, a strap beats": 0, "and a sensor advertises": 2, "and strangers advertise": 20}


class Scene:
    """A heart races, which is an alarm, and others are on the air."""

    def __init__(self, program, folder, others, per_second):
        folder.mkdir()
        self._kernel = loop_kernel.Kernel(f"{folder}/kernel")
        self._others, self._per_second = others, per_second
        self._tally = folder / "tally"
        self._is_over = threading.Event()
        self.heard = 0
        configuration = folder / "lapwing.yaml"
        configuration.write_text(
            f"logbook: {{path: {folder}/lapwing.db}}\ncontrol: {{socket: {folder}/control}}\n"
            f"bluetooth: {{bonds: {folder}/bonds.json}}\n"
            # The strap and the sensor are one's own: a stranger raises no alarm.
            f"sensors: {{adopted-file: {folder}/adopted.json,"
            f' use: {{any: automatic, "F1:FF:C0:00:00:01": automatic, "C2:DB:C0:DC:E4:55": automatic}}}}\n'
        )
        self._process = subprocess.Popen([program, configuration, self._tally, f"{folder}/kernel"])
        threading.Thread(target=self._speak, daemon=True).start()

    def _speak(self):
        began = time.monotonic()
        self._kernel.advertise(loop_kernel.STRAP, loop_kernel.STRAP_SAYS, connectable=True)
        for tick in range(1, 20 * (WARM_UP_S + WATCHED_S + 10)):
            if self._is_over.wait(max(0, began + tick / 20 - time.monotonic())):
                return
            if tick % 20 == 0:
                # It is called until it has been connected to.
                if not self._kernel.is_subscribed.is_set():
                    self._kernel.advertise(loop_kernel.STRAP, loop_kernel.STRAP_SAYS, connectable=True)
                self._kernel.notify(bytes([0x06, 130]))
                self.heard += 1
            if self._per_second and tick % (20 // self._per_second) == 0:
                self._others(self._kernel, tick)
                self.heard += 1

    def tally(self):
        """Turns, blocks, and what has been heard so far."""
        return (*struct.unpack("@LL", self._tally.read_bytes()[:16]), self.heard)

    def end(self):
        self._is_over.set()
        self._process.terminate()
        self._process.wait(30)


def sensor(kernel, tick):
    kernel.advertise(bytes.fromhex("55e4dcc0dbc2"), ARANET[:-1] + bytes([tick // 10 & 255]))


def stranger(kernel, tick):
    kernel.advertise(bytes([tick % 50, 0, 0, 0, 0, 0xE0]), STRANGER + tick.to_bytes(6, "big"))


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenes = {
            what: Scene(program, folder / str(number), stranger if per_second > 2 else sensor, per_second)
            for number, (what, per_second) in enumerate(CASES.items())
        }
        try:
            time.sleep(WARM_UP_S)
            before = {what: scene.tally() for what, scene in scenes.items()}
            time.sleep(WATCHED_S)
            after = {what: scene.tally() for what, scene in scenes.items()}
        finally:
            for scene in scenes.values():
                scene.end()
    is_good = True
    for what in CASES:
        turns, blocks, heard = (late - early for early, late in zip(before[what], after[what]))
        most = BLOCKS_PER_MESSAGE * heard + OTHER_BLOCKS
        print(f"{turns:5} turns of the loop, {heard:4} messages, {blocks:5} blocks from the heap (at most {most}): {what}")
        is_good &= turns > 0 and heard > 0 and blocks <= most
    sys.exit(0 if is_good else 1)


main()
