"""Replaces the kernel's Bluetooth as far as a measured appliance uses it: one adapter that receives advertisements, and
a heart-rate strap that accepts a connection. `loop_watch.c` redirects the appliance's Bluetooth sockets to it."""

import os
import select
import socket
import struct
import threading

SUCCESS = 0
ADAPTER = bytes.fromhex("563412eb27b8")
STRAP = bytes.fromhex("010000c0fff1")  # Lowest byte first, as in radio messages.
STRAP_SAYS = bytes.fromhex("0201060303" + "0d18" + "0709" + "48522d53696d")[:14]
NO_ANSWER, READ_INDEX_LIST, READ_INFORMATION, START_DISCOVERY = 0xFFFF, 0x0003, 0x0004, 0x0023
SETTINGS = 1 | 1 << 9 | 1 << 11  # Powered, Low Energy, Secure Connections.
# The strap's attributes: handle, type, value.
TABLE = [
    (1, 0x2800, bytes.fromhex("0d18")),
    (2, 0x2803, bytes.fromhex("100300372a")),  # It notifies; the value is at 3.
    (3, 0x2A37, b""),
    (4, 0x2902, bytes(2)),
]


class Kernel:
    """Accepts connections at `path`, and those to the strap at `path`.att. `events` gives the messages by second."""

    def __init__(self, path):
        self._management = listen(path)
        self._strap = listen(f"{path}.att")
        self._lock = threading.Lock()
        self._boxes, self._links = [], []
        self.is_subscribed = threading.Event()
        self.is_listening = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def advertise(self, address, data, connectable=False):
        flags = 0 if connectable else 1 << 2
        body = address + bytes([2]) + bytes([0xC4]) + struct.pack("<IH", flags, len(data)) + data
        self._send(self._boxes, struct.pack("<HHH", 0x0012, 0, len(body)) + body)

    def notify(self, value):
        self._send(self._links, struct.pack("<BH", 0x1B, 3) + value)

    def _send(self, ends, message):
        with self._lock:
            for end in ends:
                try:
                    end.send(message)
                except OSError:
                    pass

    def _serve(self):
        watched = [self._management, self._strap]
        while True:
            for ready in select.select(watched, [], [])[0]:
                if ready in (self._management, self._strap):
                    end = ready.accept()[0]
                    with self._lock:
                        (self._boxes if ready is self._management else self._links).append(end)
                    watched.append(end)
                    continue
                message = b""
                try:
                    message = ready.recv(1024)
                except OSError:
                    pass
                if not message:
                    watched.remove(ready)
                    with self._lock:
                        for ends in (self._boxes, self._links):
                            if ready in ends:
                                ends.remove(ready)
                    continue
                answer = self._manage(message) if ready in self._boxes else self._attribute(message)
                if answer:
                    self._send([ready], answer)

    def _manage(self, message):
        code, index, _ = struct.unpack_from("<HHH", message)
        result = b""
        if code == READ_INDEX_LIST:
            result = struct.pack("<HH", 1, 0)
        elif code == READ_INFORMATION:
            result = ADAPTER + bytes([9, 0, 0]) + struct.pack("<II", SETTINGS, SETTINGS) + bytes(263)
        elif code == START_DISCOVERY:
            self.is_listening.set()
        return struct.pack("<HHHHB", 0x0001, index, 3 + len(result), code, SUCCESS) + result

    def _attribute(self, message):
        code = message[0]
        if code == 0x02:
            return struct.pack("<BH", 0x03, 247)
        first, last = struct.unpack_from("<HH", message, 1) if len(message) >= 5 else (0, 0)
        found = [entry for entry in TABLE if first <= entry[0] <= last]
        if code == 0x08:
            found = [entry for entry in found if entry[1] == struct.unpack_from("<H", message, 5)[0]]
            if found:
                return bytes([0x09, 2 + len(found[0][2])]) + struct.pack("<H", found[0][0]) + found[0][2]
        elif code == 0x04 and found:
            return bytes([0x05, 1]) + b"".join(struct.pack("<HH", handle, kind) for handle, kind, _ in found)
        elif code == 0x12:
            self.is_subscribed.set()
            return b"\x13"
        return None if code & 0x41 or code == 0x1E else struct.pack("<BBHB", 0x01, code, first, 0x0A)


def listen(path):
    if os.path.exists(path):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen()
    return listener
