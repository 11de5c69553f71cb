"""A disk that loses what was not flushed: an NBD server, used as QEMU's disk, with a volatile write cache.

The protocol is that of the NBD project's doc/proto.md, as far as QEMU 7.2 uses it.
"""

import os
import random
import socket
import struct
import threading

SECTOR = 512
GREETING = b"NBDMAGICIHAVEOPT"
OPTION_REPLY = 0x0003E889045565A9
REPLY = 0x67446698
HAS_FLAGS, SEND_FLUSH, SEND_FUA = 1, 4, 8
EXPORT_NAME, ABORT, INFO, GO = 1, 2, 6, 7
ACKNOWLEDGE, INFORMATION, UNSUPPORTED = 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
INVALID = 22


class Disk:
    """Written sectors go to `image` at a flush. `honest=False`: flushes are answered but not done."""

    def __init__(self, image, path):
        self._file = os.open(image, os.O_RDWR)
        self._size = os.fstat(self._file).st_size
        self._unflushed = {}
        self._lock = threading.Lock()
        self.honest = True
        self._holds = False
        self.flushes = 0
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen(1)
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._server.close()

    def hold(self):
        """No flush is answered until the power is cut: written sectors wait."""
        self._holds = True

    def cut(self, kept=None, seed=None, torn=False):
        """The power fails: of the waiting sectors, the share `kept` (0…1, random if not given) reaches the disk in any
        order; `torn`: one of the others is half written. Returns how many waited and how many were lost. Call this
        only when the machine is off."""
        chance = random.Random(seed)
        kept = chance.choice((0, 0.5, chance.random())) if kept is None else kept
        with self._lock:
            self._holds = False
            waited = dict(self._unflushed)
            self._unflushed.clear()
            survivors = [sector for sector in waited if chance.random() < kept]
            for sector in survivors:
                os.pwrite(self._file, waited[sector], sector * SECTOR)
            others = sorted(waited.keys() - set(survivors))
            if torn and others:
                sector = chance.choice(others)
                os.pwrite(self._file, waited[sector][: chance.randrange(1, SECTOR)], sector * SECTOR)
        return len(waited), len(waited) - len(survivors)

    def _accept(self):
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection, connection.makefile("rb") as stream:
            try:
                if self._negotiate(connection, stream):
                    self._transmit(connection, stream)
            except (EOFError, OSError):
                pass  # The machine is off.

    def _negotiate(self, connection, stream):
        flags = HAS_FLAGS | SEND_FLUSH | SEND_FUA
        connection.sendall(GREETING + struct.pack(">H", 3))
        (client,) = _take(stream, ">I")
        while True:
            _, option, length = _take(stream, ">QII")
            _exactly(stream, length)

            def reply(kind, payload=b""):
                connection.sendall(struct.pack(">QIII", OPTION_REPLY, option, kind, len(payload)) + payload)

            if option in (INFO, GO):
                reply(INFORMATION, struct.pack(">HQH", 0, self._size, flags))
                reply(ACKNOWLEDGE)
                if option == GO:
                    return True
            elif option == EXPORT_NAME:
                connection.sendall(struct.pack(">QH", self._size, flags) + (b"" if client & 2 else bytes(124)))
                return True
            elif option == ABORT:
                reply(ACKNOWLEDGE)
                return False
            else:
                reply(UNSUPPORTED)

    def _transmit(self, connection, stream):
        while True:
            _, flags, kind, handle, offset, length = _take(stream, ">IHHQQI")
            content, error = b"", 0
            if kind == READ:
                content = self._read(offset, length)
            elif kind == WRITE:
                self._write(offset, _exactly(stream, length), through=bool(flags & 1))
            elif kind == FLUSH:
                if self._holds:
                    continue
                self._flush()
            elif kind == DISCONNECT:
                return
            else:
                error = INVALID
            connection.sendall(struct.pack(">IIQ", REPLY, error, handle) + content)

    def _read(self, offset, length):
        with self._lock:
            content = bytearray(os.pread(self._file, length, offset))
            if self._unflushed:
                for start in range(0, length, SECTOR):
                    waiting = self._unflushed.get((offset + start) // SECTOR)
                    if waiting:
                        content[start : start + SECTOR] = waiting
        return bytes(content)

    def _write(self, offset, content, through):
        with self._lock:
            for start in range(0, len(content), SECTOR):
                sector = (offset + start) // SECTOR
                self._unflushed[sector] = content[start : start + SECTOR]
                if through and self.honest and not self._holds:
                    os.pwrite(self._file, self._unflushed.pop(sector), sector * SECTOR)

    def _flush(self):
        with self._lock:
            self.flushes += 1
            if self.honest:
                for sector, content in self._unflushed.items():
                    os.pwrite(self._file, content, sector * SECTOR)
                self._unflushed.clear()


def _exactly(stream, length):
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return content


def _take(stream, layout):
    return struct.unpack(layout, _exactly(stream, struct.calcsize(layout)))
