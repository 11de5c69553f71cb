"""QEMU's machine protocol: commands to the emulator, and its events with their times."""

import json
import socket
import threading
import time


class QMPError(Exception):
    pass


class Monitor:
    def __init__(self, path):
        self._socket = connect(path)
        self._file = self._socket.makefile("rw")
        self._file.readline()  # The greeting.
        self._answers = []
        self._changed = threading.Condition()
        self.events = []
        self.closed = False
        threading.Thread(target=self._read, daemon=True).start()
        self.order("qmp_capabilities")

    def _read(self):
        try:
            for line in self._file:
                message = json.loads(line)
                with self._changed:
                    if "event" in message:
                        self.events.append((time.monotonic(), message["event"], message.get("data", {})))
                    else:
                        self._answers.append(message)
                    self._changed.notify_all()
        except (OSError, ValueError):
            pass
        with self._changed:
            self.closed = True
            self._changed.notify_all()

    def order(self, command, timeout=30, **arguments):
        with self._changed:
            self._answers.clear()
            self._file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
            self._file.flush()
            if not self._changed.wait_for(lambda: self._answers or self.closed, timeout):
                raise QMPError(f"QEMU did not answer {command} within {timeout} s")
            if not self._answers:
                raise QMPError(f"QEMU ended at {command}")
            answer = self._answers.pop(0)
        if "error" in answer:
            raise QMPError(f"{command}: {answer['error']['desc']}")
        return answer["return"]

    def wait(self, event, timeout, since=0.0):
        """Waits for the first such event after `since`; returns its time and data."""

        def found():
            return next(((at, data) for at, name, data in self.events if name == event and at >= since), None)

        with self._changed:
            if not self._changed.wait_for(lambda: found() or self.closed, timeout) or not found():
                raise QMPError(f"no event {event} within {timeout} s; there were {[name for _, name, _ in self.events]}")
            return found()


def connect(path, timeout=20):
    """Connects to a socket that QEMU is about to create."""
    deadline = time.monotonic() + timeout
    while True:
        attempt = socket.socket(socket.AF_UNIX)
        try:
            attempt.connect(str(path))
            return attempt
        except OSError:
            attempt.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
