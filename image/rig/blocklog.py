"""The order in which a box writes to its card, as QEMU's blklogwrites notes it, and what a card holds after a power cut.

The file has the format of Linux's dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst): a sector with a header,
then for each write a sector that says where and how long, and its content. A flush is an entry without content.

A card has what was flushed. Of each later write, chance says whether it reached the card, and for one of them, how far.
"""

import random
import struct

SECTOR = 512
MAGIC = 0x6A736677736872
FLUSH, DISCARD = 1, 4


class Log:
    """`entries`: (position in the file, sector of the card, bytes, flags), in the order of writing."""

    def __init__(self, path):
        self.path = path
        self.entries = []
        with open(path, "rb") as file:
            magic, _, _, size = struct.unpack("<QQQI", file.read(28))
            if magic != MAGIC or size != SECTOR:
                raise RuntimeError(f"{path} is no log of writes")
            end = file.seek(0, 2)
            place = SECTOR
            while place + SECTOR <= end:
                file.seek(place)
                sector, sectors, flags, _ = struct.unpack("<QQQQ", file.read(32))
                length = 0 if flags & DISCARD else sectors * SECTOR
                if place + SECTOR + length > end:
                    break
                self.entries.append((place + SECTOR, sector, length, flags))
                place += SECTOR + length

    def index(self, size):
        """How many entries the file had when it had this size."""
        return sum(place + length <= size for place, _, length, _ in self.entries)

    def content(self, number):
        place, _, length, _ = self.entries[number]
        with open(self.path, "rb") as file:
            file.seek(place)
            return file.read(length)


class Replayed:
    """A card in plain bytes that is brought, cut by cut, along a log. Cuts come in the order of the log."""

    def __init__(self, card, log):
        self.card, self.log = card, log
        self.done = 0
        self._undo = []

    def cut(self, place, seed):
        """Brings the card to a cut before entry `place`; returns how many writes waited, were lost and were torn."""
        self.restore()
        flushed = max((number + 1 for number in range(self.done, place) if self.log.entries[number][3] & FLUSH), default=self.done)
        with open(self.card, "r+b") as card:
            for number in range(self.done, flushed):
                self._write(card, number)
            self.done = flushed
            chance = random.Random(seed)
            waiting = [number for number in range(flushed, place) if self.log.entries[number][2]]
            share = chance.choice((0, 0.5, chance.random(), 1))
            kept = [number for number in waiting if chance.random() < share]
            others = sorted(set(waiting) - set(kept))
            torn = chance.choice(others) if others and chance.random() < 0.5 else None
            for number in waiting:
                if number in kept or number == torn:
                    sectors = self.log.entries[number][2] // SECTOR
                    self._write(card, number, chance.randrange(sectors) if number == torn else None, undo=True)
        return len(waiting), len(others), int(torn is not None)

    def restore(self):
        """Takes back what was not flushed before the last cut."""
        with open(self.card, "r+b") as card:
            for offset, content in reversed(self._undo):
                card.seek(offset)
                card.write(content)
        self._undo = []

    def _write(self, card, number, sectors=None, undo=False):
        """Writes an entry, or so many sectors of it."""
        content = self.log.content(number)
        if sectors is not None:
            content = content[: sectors * SECTOR]
        offset = self.log.entries[number][1] * SECTOR
        if undo:
            card.seek(offset)
            self._undo.append((offset, card.read(len(content))))
        card.seek(offset)
        card.write(content)
