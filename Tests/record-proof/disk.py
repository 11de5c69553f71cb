"""A disk that forgets: rebuilds files as they may be after a power cut, from a trace of what a program wrote.

What was synchronised is kept. Of each later write, every sector of 512 bytes is kept or lost on its own, and one of them
may be kept half. New names, removed names and renamed files after the last synchronisation of their folder are kept up to
any of them, in their order, as a file system with a journal does. The shared memory of SQLite holds anything.
"""

import os
import re

SECTOR = 512
# By how many synchronisations a disk of a control is late.
LATE = 5
CALLS = "openat,open,close,dup,dup2,dup3,fcntl,pwrite64,pwritev,write,writev,ftruncate,truncate,fallocate,fsync,fdatasync,sync,unlink,unlinkat,rename,renameat,renameat2,copy_file_range,sendfile,mmap"
# A program that writes in one of these ways needs more of a model than there is here.
UNKNOWN = {"dup", "dup2", "dup3", "pwritev", "writev", "truncate", "sync", "unlinkat", "renameat", "renameat2", "copy_file_range", "sendfile"}
_LINE = re.compile(rb"^(?:(\d+) +)?(\w+)\((.*)\) += (-?\d+|\?|0x[0-9a-f]+)(?: .*)?$")
_TEXT = re.compile(rb'"((?:\\x[0-9a-f]{2})*)"')


class TraceFault(Exception):
    pass


def events(trace, folder):
    """The calls of a trace on files of a folder, as (call, ...) in the order of their ends, and the lines that the
    program wrote on standard output as ("mark", text)."""
    open_files, started = {}, {}
    for line in trace.split(b"\n"):
        if b"<unfinished ...>" in line:
            thread = line.split(b" ", 1)[0]
            started[thread] = line.replace(b" <unfinished ...>", b"").rstrip()
            continue
        if b" resumed>" in line:
            thread = line.split(b" ", 1)[0]
            line = started.pop(thread) + line.split(b" resumed>", 1)[1]
        found = _LINE.match(line)
        if not found:
            continue
        call, arguments, result = found[2].decode(), found[3], found[4]
        texts = [bytes.fromhex(text.replace(b"\\x", b"").decode()) for text in _TEXT.findall(arguments)]
        if result in (b"?",) or result.startswith(b"-"):
            continue
        if call in ("openat", "open"):
            path = os.path.abspath(texts[0].decode())
            if path == folder or os.path.dirname(path) == folder:
                open_files[int(result)] = path
                if b"O_CREAT" in arguments or b"O_TRUNC" in arguments:
                    if b"O_TRUNC" in arguments:
                        raise TraceFault(f"{path} is opened with O_TRUNC")
                    yield ("create", path)
            continue
        if call in ("unlink", "rename"):
            paths = [os.path.abspath(text.decode()) for text in texts]
            if os.path.dirname(paths[0]) == folder:
                yield (call, *paths)
            continue
        number = re.match(rb"\d+", arguments)
        number = int(number[0]) if number else None
        if call == "close":
            open_files.pop(number, None)
        elif call == "write" and number == 1:
            yield ("mark", texts[0].decode().strip())
        elif call == "mmap":
            descriptor = arguments.split(b", ")[4]
            path = open_files.get(int(descriptor)) if descriptor.isdigit() else None
            if path and b"PROT_WRITE" in arguments and not path.endswith("-shm"):
                raise TraceFault(f"{path} is written through memory")
        elif number in open_files:
            path = open_files[number]
            if path.endswith("-shm"):
                continue
            if call == "pwrite64":
                offset = int(arguments.rsplit(b", ", 1)[1])
                if len(texts[0]) != int(result):
                    raise TraceFault(f"the trace has not all bytes of a write to {path}")
                yield ("write", path, offset, texts[0])
            elif call == "ftruncate":
                yield ("truncate", path, int(arguments.rsplit(b", ", 1)[1]))
            elif call in ("fsync", "fdatasync"):
                yield ("sync", path)
            elif call == "write" or call == "fallocate" or call in UNKNOWN:
                raise TraceFault(f"{call} to {path} has no model")


class Node:
    """A file without its name: what is on the disk for certain, and what waits."""

    def __init__(self, content=b""):
        self.kept = bytearray(content)
        self.waiting = []
        self.claims = []

    def sync(self, lie=None):
        """Keeps what waits. lie: "all" keeps nothing; "late" keeps it some synchronisations later."""
        if lie == "all":
            return
        self.claims.append(len(self.waiting))
        if lie == "late" and len(self.claims) <= LATE:
            return
        count = self.claims.pop(0)
        for change in self.waiting[:count]:
            apply(self.kept, change)
        del self.waiting[:count]
        self.claims = [claim - count for claim in self.claims]


def apply(content, change):
    if change[0] == "truncate":
        size = change[1]
        del content[size:]
        content.extend(bytes(size - len(content)))
    else:
        _, offset, data = change
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


def sectors(change):
    """The parts of a write, each within one sector."""
    _, offset, data = change
    place = 0
    while place < len(data):
        length = SECTOR - (offset + place) % SECTOR
        yield ("write", offset + place, data[place : place + length])
        place += length


class Disk:
    """The files of one folder."""

    def __init__(self, folder, lie=None):
        self.folder = folder
        # How a disk of a control lies about synchronised content; names are as on any disk.
        self.lie = lie
        self.names, self.kept_names, self.changes = {}, {}, []
        for name in os.listdir(folder):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                self.names[path] = self.kept_names[path] = Node(file.read())

    def take(self, event):
        call, *rest = event
        if call == "create":
            if rest[0] not in self.names and not rest[0].endswith("-shm"):
                node = Node()
                self.names[rest[0]] = node
                self.changes.append(("create", rest[0], node))
        elif call == "unlink":
            if self.names.pop(rest[0], None):
                self.changes.append(("unlink", rest[0]))
        elif call == "rename":
            node = self.names.pop(rest[0], None)
            if node:
                self.names[rest[1]] = node
                self.changes.append(("rename", *rest))
        elif call == "write":
            self.names_or_lost(rest[0]).waiting.append(("write", rest[1], rest[2]))
        elif call == "truncate":
            self.names_or_lost(rest[0]).waiting.append(("truncate", rest[1]))
        elif call == "sync":
            if rest[0] == self.folder:
                for change in self.changes:
                    rename(self.kept_names, change)
                self.changes = []
            else:
                self.names_or_lost(rest[0]).sync(self.lie)

    def names_or_lost(self, path):
        # A file that was removed while open may still be written.
        return self.names.get(path) or Node()

    def waiting(self):
        """The number of sectors that may be lost."""
        return sum(
            len(list(sectors(change))) if change[0] == "write" else 1 for node in self.names.values() for change in node.waiting
        )

    def after_cut(self, chance, share):
        """What is left: {name: content}, and the numbers of lost and torn sectors.

        share: how many of the waiting sectors are kept, 0 to 1.
        """
        names = dict(self.kept_names)
        for change in self.changes[: chance.randint(0, len(self.changes))] if share < 1 else self.changes:
            rename(names, change)
        lost = torn = 0
        left = {}
        for path, node in sorted(names.items()):
            content = bytearray(node.kept)
            for change in node.waiting:
                for part in sectors(change) if change[0] == "write" else [change]:
                    if chance.random() >= share:
                        lost += 1
                    elif part[0] == "write" and share < 1 and not torn and chance.random() < 0.1:
                        # The power fails while the sector is written.
                        half = chance.randint(1, len(part[2]))
                        apply(content, ("write", part[1], part[2][:half]))
                        torn += 1
                    else:
                        apply(content, part)
            left[os.path.basename(path)] = content
        if chance.random() < 0.5:
            for name in [name for name in left if name.endswith(".db")]:
                left[name + "-shm"] = chance.randbytes(32768)
        return left, lost, torn


def rename(names, change):
    if change[0] == "create":
        names[change[1]] = change[2]
    elif change[0] == "unlink":
        names.pop(change[1], None)
    elif change[1] in names:
        names[change[2]] = names.pop(change[1])
