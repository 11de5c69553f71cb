#!/usr/bin/env python3
"""Counts the heap allocations of the critical loop in steady state, and exits with 1 if they exceed the limit.

    Benchmarks/loop_allocations.py [EMULATOR] WATCHED_LOOP

WATCHED_LOOP is the appliance with a counter (Benchmarks/watched-loop). Its sensors are connected through a replacement
of the kernel's Bluetooth (loop_kernel.py); everything else, from the sockets to the lamps and the logbook, is real.
"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time

import loop_kernel

WARM_UP_S = 20  # By then all tables and names exist, and the alarm on the fast heart rate is on.
WATCHED_S = 30
# A turn allocates nothing. Each received message has one block for its bytes, which goes to the recorder.
BLOCKS_PER_MESSAGE = 1
# For occasional other work: the logbook reports, the alarm becomes louder.
OTHER_BLOCKS = 8
ARANET = bytes.fromhex("02010619ff0207210e040100060f01b903ba017c262303013c000800ac")
STRANGER = bytes.fromhex("02011a0bff4c001006")
# Further messages per second, in addition to a strap that sends once a second.
CASES = {"an alarm flashes and sounds, a strap beats": 0, "and a sensor advertises": 2, "and strangers advertise": 20}


class Scene:
    """A box with a fast heart rate, so that an alarm is on, and with other devices in range."""

    def __init__(self, program, folder, others, per_second):
        folder.mkdir()
        self._kernel = loop_kernel.Kernel(f"{folder}/kernel")
        self._others, self._per_second = others, per_second
        self._tally = folder / "tally"
        self._is_over = threading.Event()
        self.received = 0
        configuration = folder / "lapwing.yaml"
        configuration.write_text(
            f"logbook: {{path: {folder}/lapwing.db}}\ncontrol: {{socket: {folder}/control}}\n"
            f"bluetooth: {{bonds: {folder}/bonds.json}}\n"
            # Strap and sensor are adopted, because a stranger raises no alarm.
            f"sensors: {{adopted-file: {folder}/adopted.json,"
            f' use: {{any: automatic, "F1:FF:C0:00:00:01": automatic, "C2:DB:C0:DC:E4:55": automatic}}}}\n'
        )
        self._process = subprocess.Popen([*program, configuration, self._tally, f"{folder}/kernel"])
        threading.Thread(target=self._speak, daemon=True).start()

    def _speak(self):
        began = time.monotonic()
        self._kernel.advertise(loop_kernel.STRAP, loop_kernel.STRAP_SAYS, connectable=True)
        for tick in range(1, 20 * (WARM_UP_S + WATCHED_S + 10)):
            if self._is_over.wait(max(0, began + tick / 20 - time.monotonic())):
                return
            if tick % 20 == 0:
                # The box tries to connect until it succeeds.
                if not self._kernel.is_subscribed.is_set():
                    self._kernel.advertise(loop_kernel.STRAP, loop_kernel.STRAP_SAYS, connectable=True)
                self._kernel.notify(bytes([0x06, 130]))
                self.received += 1
            if self._per_second and tick % (20 // self._per_second) == 0:
                self._others(self._kernel, tick)
                self.received += 1

    def tally(self):
        """The numbers of turns, blocks and received messages so far."""
        return (*struct.unpack("@LL", self._tally.read_bytes()[:16]), self.received)

    def end(self):
        self._is_over.set()
        self._process.terminate()
        self._process.wait(30)


def sensor(kernel, tick):
    kernel.advertise(bytes.fromhex("55e4dcc0dbc2"), ARANET[:-1] + bytes([tick // 10 & 255]))


def stranger(kernel, tick):
    kernel.advertise(bytes([tick % 50, 0, 0, 0, 0, 0xE0]), STRANGER + tick.to_bytes(6, "big"))


def main():
    program = [*sys.argv[1:-1], pathlib.Path(sys.argv[-1]).resolve()]
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
        turns, blocks, received = (late - early for early, late in zip(before[what], after[what]))
        most = BLOCKS_PER_MESSAGE * received + OTHER_BLOCKS
        print(f"{turns:5} turns of the loop, {received:4} messages, {blocks:5} blocks from the heap (at most {most}): {what}")
        is_good &= turns > 0 and received > 0 and blocks <= most
    sys.exit(0 if is_good else 1)


main()
