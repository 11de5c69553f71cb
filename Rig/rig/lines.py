"""The box's lamps, buzzer and buttons: the eight lines of the emulated PL061, reached from outside over qtest."""

import re
import threading
import time
from dataclasses import dataclass

from .qmp import connect

# The names are in the guest's device tree (Rig/prepare), in this order.
LINES = ["LAMP_RED", "LAMP_YELLOW", "LAMP_GREEN", "LAMP_BLUE", "BUZZER", "BUTTON_A", "BUTTON_B", "BUTTON_C"]
BUTTONS = ("A", "B", "C")


@dataclass(frozen=True)
class Edge:
    at: float  # By time.monotonic() of the host, in seconds.
    line: str
    high: bool


class Lines:
    def __init__(self, path, monitor):
        self._socket = connect(path)
        self._answers = []
        self._changed = threading.Condition()
        self._levels = dict.fromkeys(LINES, False)
        self.edges = []
        threading.Thread(target=self._read, daemon=True).start()
        self._chip = _find(monitor, "pl061")
        self._order(f"irq_intercept_out {self._chip}")
        self.release_all()

    def _read(self):
        try:
            for text in self._socket.makefile("r"):
                at = time.monotonic()
                event = re.match(r"IRQ (raise|lower) (\d+)", text)
                with self._changed:
                    if event and int(event[2]) < len(LINES):
                        edge = Edge(at, LINES[int(event[2])], event[1] == "raise")
                        self._levels[edge.line] = edge.high
                        self.edges.append(edge)
                    elif not event:
                        self._answers.append(text)
                    self._changed.notify_all()
        except OSError:
            pass

    def _order(self, command, timeout=20):
        with self._changed:
            self._answers.clear()
            self._socket.sendall(command.encode() + b"\n")
            if not self._changed.wait_for(lambda: self._answers, timeout):
                raise TimeoutError(f"QEMU did not answer {command}")

    def set(self, line, high):
        """Sets a line from outside."""
        self._order(f"set_irq_in {self._chip} unnamed-gpio-in {LINES.index(line)} {int(high)}")

    def release_all(self):
        """Presses a button, which connects its line to ground; otherwise a resistor holds the line high."""
        for name in BUTTONS:
            self.set(f"BUTTON_{name}", True)

    def press(self, name, seconds=0.15):
        self.set(f"BUTTON_{name}", False)
        time.sleep(seconds)
        self.set(f"BUTTON_{name}", True)

    def is_high(self, line):
        with self._changed:
            return self._levels[line]

    def wait(self, line, high, timeout, since=None):
        """Waits for the first edge of the line to this level after `since`, by time.monotonic(); default: now."""
        since = time.monotonic() if since is None else since

        def found():
            return next((e for e in self.edges if e.line == line and e.high == high and e.at >= since), None)

        with self._changed:
            if not self._changed.wait_for(found, timeout):
                raise TimeoutError(f"{line} did not go {'high' if high else 'low'} within {timeout} s")
            return found()

    def watch(self, seconds):
        """All edges within this time from now on."""
        began = time.monotonic()
        time.sleep(seconds)
        with self._changed:
            return [edge for edge in self.edges if began <= edge.at <= began + seconds]


@dataclass(frozen=True)
class Flash:
    """How a line flashes. The values are averages, because the guest's clock is coarse and its processor is shared."""

    hertz: float
    duty: float  # The share of the time in which it is high.
    periods: int


def flash(edges, line):
    """Measures whole periods from the first rising edge to the last; None if there is no whole one."""
    own = [edge for edge in edges if edge.line == line]
    rising = [edge.at for edge in own if edge.high]
    if len(rising) < 2:
        return None
    span = rising[-1] - rising[0]
    on = sum(
        after.at - before.at
        for before, after in zip(own, own[1:])
        if before.high and not after.high and rising[0] <= before.at < rising[-1]
    )
    return Flash((len(rising) - 1) / span, on / span, len(rising) - 1)


def _find(monitor, kind):
    """The path of the first device of a kind. It changes with the list of devices, so it is looked up."""
    waiting = ["/machine"]
    while waiting:
        path = waiting.pop()
        for child in monitor.order("qom-list", path=path):
            if child["type"] == f"child<{kind}>":
                return f"{path}/{child['name']}"
            if child["type"].startswith("child<") and child["name"] in ("unattached", "peripheral"):
                waiting.append(f"{path}/{child['name']}")
    raise LookupError(f"the machine has no {kind}")
