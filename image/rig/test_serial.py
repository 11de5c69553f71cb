"""Bytes on the serial line all through a start: they stop nothing, and nothing reads them."""

import random
import re
import socket
import threading
import time

import pytest

from boot_faults import TELLS
from card import START_S, Box, Card
from conftest import WORK, fresh

# A program that has the line open lets Linux read from it, so this one opens it for a moment, at the end. (With the line open all the
# time, a start took 746 s in place of 79: the emulator needs long for each byte that Linux reads and echoes.)
STARTED = """until systemctl -q is-active lapwing; do sleep 1; done
set -- $(cut -d ' ' -f 1 /proc/uptime) $(sed -n 's/^0:.* \\(tx:[0-9]*\\) \\(rx:[0-9]*\\).*/\\1 \\2/p' /proc/tty/driver/ttyAMA)
echo BOX-STARTED after $1 s, $2 $3 >/dev/ttyAMA0
"""
SILENT = TELLS.replace("StandardOutput=tty\n", "").replace("TTYPath=/dev/ttyAMA0\n", "")
KEYBOARD = """until mountpoint -q /data; do sleep 1; done
echo BOX-STARTED $(systemctl is-enabled ctrl-alt-del.target)
while touch /data/alive; do echo BOX-WRITES $((n += 1)); sleep 1; done
"""
PATIENCE_S = max(900, START_S)


class Wired(Box):
    """A box whose serial line this machine writes to, as fast as a line of 115,200 baud can."""

    def _console(self):
        return f"socket,id=console,path={self._sockets}/console,server=on,wait=off,logfile={self.console},logappend=on"

    def talk(self, make):
        """Sends what `make(n)` returns, n bytes of each twentieth of a second, until the box is off."""
        self.sent = 0
        line = socket.socket(socket.AF_UNIX)
        while True:
            try:
                line.connect(f"{self._sockets}/console")
                break
            except OSError:
                time.sleep(0.05)
        line.settimeout(0.05)
        self._line = line

        def send():
            while True:
                try:
                    self.sent += line.send(make(576))
                except TimeoutError:
                    pass  # The box has not read what came before.
                except OSError:
                    return
                try:
                    # Waits a twentieth of a second if the box writes nothing.
                    line.recv(1 << 16)
                except TimeoutError:
                    pass
                except OSError:
                    return

        threading.Thread(target=send, daemon=True).start()

    def break_and(self, letter):
        """Sends a break, as a cable that is pulled out or a part without power does, and a letter."""
        self._qmp("chardev-send-break", id="console")
        self._line.send(letter)


def started(image, key, make):
    """Starts of U-Boot until Lapwing runs, the bytes that were sent, and what programs of the box have written and read."""
    folder = fresh(WORK / "serial")
    box = Wired(Card.of(image / "card.img", folder / "card.img", 2048), image / "u-boot-qemu.bin", folder, key, tells=STARTED, unit=SILENT).start()
    try:
        box.talk(make)
        match = box.wait_told(r"BOX-STARTED after ([0-9.]+) s, (tx:\d+ rx:\d+)", PATIENCE_S)
        said = box.said()
        print(f"{match[1]} s, {box.sent} bytes were sent")
        assert not re.search(r"^(=>|U-Boot>)", said, re.MULTILINE)
        return said.count("U-Boot 20"), box.sent, match[2]
    finally:
        box.cut()
        box.card.path.unlink()


def test_no_break_on_the_line_and_no_keyboard_restarts_a_box_or_switches_it_off(image, key):
    """Linux has keys for that behind a break (b, o), and for read-only disks (u)."""
    folder = fresh(WORK / "break")
    box = Wired(Card.of(image / "card.img", folder / "card.img", 2048), image / "u-boot-qemu.bin", folder, key, tells=KEYBOARD, unit=TELLS).start()
    try:
        box.talk(lambda size: b"")
        assert box.wait_told(r"BOX-STARTED (\S+)")[1] == "masked"
        for letter in (b"u", b"o", b"b"):
            last = int(box.wait_told(r"(?s:.*)BOX-WRITES (\d+)\s")[1])
            box.break_and(letter)
            box.wait_told(rf"BOX-WRITES {last + 4}\s", 120)
        assert box.said().count("U-Boot 20") == 1
    finally:
        box.cut()
        box.card.path.unlink()


CHANCE = random.Random(47)


@pytest.mark.parametrize("make", [
    pytest.param(CHANCE.randbytes, id="random"),
    pytest.param(lambda size: b"$" * size, id="dollars"),
    pytest.param(lambda size: b"\x03" * size, id="control-c"),
    pytest.param(lambda size: b"\r\n \x1b[A\x04\x1a" * (size // 8), id="keys"),
])
def test_no_byte_on_the_line_stops_a_start_and_no_program_opens_the_line(image, key, make):
    starts, sent, passed = started(image, key, make)
    assert starts == 1 and sent > 10_000
    # What nothing reads delays nothing, on any board.
    assert passed == "tx:0 rx:0"
