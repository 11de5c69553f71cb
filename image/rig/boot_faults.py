#!/usr/bin/env python3
"""Puts one random fault on the card of an emulated box, again and again: each must end in a started system.

    CARD=FOLDER image/rig/boot_faults.py [FAULTS [SEED [MINUTES]]]     CARD: the folder that image/card/build printed

The card has the same system in both slots, and both have proved themselves. A fault is a flipped bit, a file of zeros or a
file that is gone: on the boot partition, but for what the board itself reads first, or in slot A. Started means that Lapwing
runs. The emulated board has no watchdog that runs from U-Boot on, as a Pi has; where a start stands still for three minutes, this
program resets the machine in its place, and says so.

Most faults need no start of their own, and the last line says how many of which kind:

- not read: one start of the whole card is recorded, with each sector that U-Boot or Linux reads from it. A bit in another sector
  changes nothing of a start, nor does one behind the end of a file, in the rest of its last block.
- by U-Boot alone: where only U-Boot reads the sector of the boot partition, it is started up to the kernel. If it takes the same slot
  and loads the same sizes as from the whole card, what follows is the same.
- as another: a file of zeros, or one that is gone, is the same fault each time.

All others are played. Slot A has one try left then, and not nine, since the other eight would be the same.
What was found of an image is kept in var/card/boot-faults, so a run that was ended goes on. MINUTES: begins nothing after these.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

from card import FAT, ROOT_A, ROOT_B, Box, Card, debugfs
from conftest import PROJECT, WORK, shell_key

# What the board itself reads before U-Boot; the emulator has U-Boot from outside, too.
FIRST = re.compile(r"(bootcode\.bin|start.*\.elf|fixup.*\.dat|u-boot\.bin|config\.txt|bcm2.*\.dtb)$")
TELLS = """[Unit]
DefaultDependencies=no
[Service]
Type=exec
ImportCredential=r
StandardOutput=tty
TTYPath=/dev/ttyAMA0
ExecStart=/bin/sh ${CREDENTIALS_DIRECTORY}/r
"""
SCRIPT = "until systemctl -q is-active lapwing; do sleep 1; done; echo BOX-STARTED $(sed 's/.*rauc.slot=\\(.\\).*/\\1/' /proc/cmdline)"
SYSTEM = ["/boot/vmlinuz", "/boot/initrd.img", "/boot/boot.scr", "/usr/lib/systemd/systemd", "/usr/bin/lapwing", "/usr/lib/box/mount",
          "/usr/lib/aarch64-linux-gnu/libc.so.6", "/usr/bin/dash", "/etc/passwd", "/usr/lib/systemd/system/lapwing.service"]
KERNEL = "Starting kernel ..."


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Fault:
    """One fault: a flipped bit of a byte of the card, or a file of zeros or one that is gone, of the boot partition or of slot A."""

    def __init__(self, kind, name, in_slot, at=None, bit=None, behind=False):
        self.kind, self.name, self.in_slot, self.at, self.bit, self.behind = kind, name, in_slot, at, bit, behind

    def __str__(self):
        if self.kind != "flip":
            return f"{self.name} of {'slot A' if self.in_slot else 'the boot partition'}: {self.kind}"
        place = f"{self.name} of slot A, byte {self.at - ROOT_A}" if self.in_slot else f"byte {self.at - FAT} of the boot partition"
        return f"{place}: a flipped bit ({self.bit})"

    def put(self, card):
        if self.kind == "flip":
            with open(card.path, "r+b") as file:
                file.seek(self.at)
                byte = file.read(1)[0] ^ 1 << self.bit
                file.seek(self.at)
                file.write(bytes([byte]))
        elif self.in_slot:
            zero(card, self.name) if self.kind == "zeros" else debugfs(card.path, ROOT_A, f"unlink {self.name}", write=True)
        elif self.kind == "zeros":
            size = len(subprocess.run(["mtype", "-i", f"{card.path}@@{FAT}", f"::{self.name}"], check=True, capture_output=True).stdout)
            card.write(self.name, bytes(size))
        else:
            subprocess.run(["mdel", "-i", f"{card.path}@@{FAT}", f"::{self.name}"], check=True)


class Places:
    """The places of a card where a fault may be."""

    def __init__(self, card):
        self.path = card.path
        self.fat = f"{card.path}@@{FAT}"
        files = [name for line in output("mdir", "-b", "-i", self.fat, "::").split() if not line.endswith("/")
                 for name in [line.removeprefix("::/")]]
        self.taken = self._clusters([name for name in files if FIRST.match(name)])
        self.end = max(last for _, last in self._clusters(files))
        self.others = [name for name in files if not FIRST.match(name)]
        self.blocks = {name: [int(word) for word in debugfs(card.path, ROOT_A, f"blocks {name}").split()] for name in SYSTEM}
        self.last = {name: int(re.search(r"Size: (\d+)", debugfs(card.path, ROOT_A, f"stat {name}"))[1]) % 4096 or 4096 for name in SYSTEM}

    def _clusters(self, names):
        """The bytes of files of the boot partition, as image/card/build makes it: clusters of one sector."""
        spans = []
        with open(self.path, "rb") as file:
            file.seek(FAT)
            boot = file.read(512)
        reserved, fats, sectors = int.from_bytes(boot[14:16], "little"), boot[16], int.from_bytes(boot[36:40], "little")
        data = (reserved + fats * sectors) * 512
        for name in names:
            for first, last in re.findall(r"<(\d+)(?:-(\d+))?>", output("mshowfat", "-i", self.fat, f"::{name}")):
                spans.append((data + (int(first) - 2) * 512, data + (int(last or first) - 1) * 512))
        return spans

    def choose(self, chance):
        kind = chance.choice(["flip", "flip", "flip", "zeros", "gone"])
        if chance.random() < 0.5:
            if kind != "flip":
                return Fault(kind, chance.choice(self.others), False)
            while any(first <= (at := chance.randrange(self.end)) < last for first, last in self.taken):
                pass
            return Fault(kind, "", False, FAT + at, chance.randrange(8))
        name = chance.choice(SYSTEM)
        if kind != "flip":
            return Fault(kind, name, True)
        block, byte = chance.choice(self.blocks[name]), chance.randrange(4096)
        behind = block == self.blocks[name][-1] and byte >= self.last[name]
        return Fault(kind, name, True, ROOT_A + block * 4096 + byte, chance.randrange(8), behind)


class Reads:
    """What a start of the whole card reads from it: by U-Boot, and by Linux until Lapwing runs."""

    READ = re.compile(r"blk_co_preadv .*?offset (\d+) bytes (\d+)")

    def __init__(self, box, log):
        box.start(drive=("-drive", f"if=none,id=card,format=raw,file={box.card.path},cache=unsafe", "-trace", "blk_co_preadv", "-D", log))
        box.wait_console(KERNEL)
        end = log.stat().st_size
        box.wait_told("BOX-STARTED")
        box.cut()
        self.console = said_by_u_boot(box.said())
        text = log.read_text()
        self.u_boot, self.linux = self._sectors(text[:end]), self._sectors(text[end:])
        if not self.u_boot or not self.linux:
            raise RuntimeError(f"the emulator's record of reads, {log}, is not as expected: {text[:300]}")

    def _sectors(self, text):
        sectors = set()
        for offset, size in self.READ.findall(text):
            sectors.update(range(int(offset) // 512, -(-(int(offset) + int(size)) // 512)))
        return sectors


def said_by_u_boot(console):
    """The slot that it took, and what it loaded, without the times that this took; empty if it has started no kernel at once."""
    first = console.split(KERNEL)[0]
    if KERNEL not in console or first.count("U-Boot 20") != 1:
        return ""
    return re.sub(r" in \d+ ms( \([^)]*\))?", "", first[first.find("box: slot"):])


def start(box, patience=180, limit=2400):
    """Starts the box until Lapwing runs: the slot, starts of U-Boot, and resets in the watchdog's place; no slot if it never does."""
    box.start()
    began, still, length, resets = time.monotonic(), time.monotonic(), 0, 0
    while time.monotonic() - began < limit:
        said = box.said()
        if found := re.search(r"BOX-STARTED ([AB])", said):
            return found[1], said.count("U-Boot 20"), resets
        if len(said) != length:
            length, still = len(said), time.monotonic()
        elif time.monotonic() - still > patience:
            box._qmp("system_reset")
            resets, still = resets + 1, time.monotonic()
        time.sleep(0.5)
    return None, box.said().count("U-Boot 20"), resets


def whole_card(image, path):
    """A card that has the same system in both slots, proved."""
    card = Card.of(image / "card.img", path, 2048)
    subprocess.run(["dd", f"if={image / 'root.ext4'}", f"of={path}", "bs=1M", f"seek={ROOT_B >> 20}", "conv=notrunc,sparse", "status=none"], check=True)
    give_tries(card, path.with_suffix(".env"), 9)
    return card


def give_tries(card, sector, left):
    """Writes the counts of a card with two systems that have proved themselves, slot A with these tries."""
    words = ["BOOT_ORDER=A B", f"BOOT_A_LEFT={left}", "BOOT_B_LEFT=9", "BOOT_A_GOOD=1", "BOOT_B_GOOD=1"]
    subprocess.run([PROJECT / "image/card/environment", sector, *words], check=True)
    for name in ("lapwing.env", "lapwing.bak"):
        card.write(name, sector.read_bytes())


def zero(card, name):
    """Makes a file of slot A one of zeros."""
    with open(card.path, "r+b") as file:
        for block in debugfs(card.path, ROOT_A, f"blocks {name}").split():
            file.seek(ROOT_A + int(block) * 4096)
            file.write(bytes(4096))


class Bench:
    """A whole card, what a start reads of it, and boxes with one fault each."""

    def __init__(self, image, folder):
        self.image, self.folder = image, folder
        self.whole = whole_card(image, folder / "whole.img")
        self.places = Places(self.whole)
        shutil.copy(self.whole.path, folder / "card.img")
        self.reads = Reads(self._box(Card(folder / "card.img")), folder / "reads.log")

    def _box(self, card):
        (self.folder / "console.log").unlink(missing_ok=True)
        return Box(card, self.image / "u-boot-qemu.bin", self.folder, shell_key(), tells=SCRIPT, unit=TELLS)

    def _faulty(self, fault):
        subprocess.run(["cp", "--sparse=always", self.whole.path, self.folder / "card.img"], check=True)
        card = Card(self.folder / "card.img")
        if fault.in_slot:
            give_tries(card, self.folder / "card.env", 1)
        fault.put(card)
        return self._box(card)

    def is_read(self, fault):
        return fault.at is None or not fault.behind and fault.at // 512 in self.reads.u_boot | self.reads.linux

    def is_the_same_to_linux(self, fault):
        """Whether U-Boot alone reads a fault of the boot partition, and does the same as with the whole card."""
        if fault.at is None or fault.in_slot or fault.at // 512 in self.reads.linux:
            return False
        box = self._faulty(fault).start()
        deadline = time.monotonic() + 120
        while KERNEL not in box.said() and box.said().count("U-Boot 20") < 2 and time.monotonic() < deadline:
            time.sleep(0.2)
        box.cut()
        return said_by_u_boot(box.said()) == self.reads.console

    def play(self, fault):
        box = self._faulty(fault)
        slot, starts, resets = start(box)
        box.cut()
        if not slot:
            shutil.copy(self.folder / "console.log", self.folder / f"console-{time.time():.0f}.log")
        return {"slot": slot, "starts": starts, "resets": resets}


def main():
    count, seed, minutes = (int(sys.argv[place]) if len(sys.argv) > place else default for place, default in ((1, 300), (2, 1), (3, 1 << 20)))
    ends = time.monotonic() + 60 * minutes
    image = pathlib.Path(os.environ["CARD"])
    folder = WORK / "boot-faults"
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(image, folder)
    print(f"a start reads {len(bench.reads.u_boot) // 2} KiB by U-Boot and {len(bench.reads.linux) // 2} KiB by Linux", flush=True)
    numbers = {}
    for number in range(seed, seed + count):
        numbers.setdefault(str(fault := bench.places.choose(random.Random(number))), (fault, []))[1].append(number)
    # What is the same fault most often comes first.
    faults = sorted(numbers.values(), key=lambda each: -len(each[1]))
    known_file = folder / f"{image.name}.jsonl"
    known = {line["fault"]: line for line in map(json.loads, known_file.read_text().splitlines())} if known_file.exists() else {}
    figures = dict.fromkeys(("not read", "by U-Boot alone", "as another", "played", "slot A", "slot B", "NOT STARTED", "not judged"), 0)
    for fault, same in faults:
        words = str(fault)
        if not bench.is_read(fault):
            figures["not read"] += len(same)
            continue
        if words not in known:
            if time.monotonic() > ends:
                figures["not judged"] += len(same)
                continue
            known[words] = {"fault": words, "by": "U-Boot"} if bench.is_the_same_to_linux(fault) else {"fault": words, "by": "play", **bench.play(fault)}
            with open(known_file, "a") as file:
                file.write(json.dumps(known[words]) + "\n")
        result = known[words]
        figures["as another"] += len(same) - 1
        if result["by"] == "U-Boot":
            figures["by U-Boot alone"] += 1
            continue
        figures["played"] += 1
        figures[f"slot {result['slot']}" if result["slot"] else "NOT STARTED"] += 1
        print(f"{same[0]}: {words}: " + (f"slot {result['slot']} after {result['starts']} starts" if result["slot"] else "NOT STARTED") +
              (f", {result['resets']} by the watchdog" if result["resets"] else ""), flush=True)
    print(f"{count} faults: " + ", ".join(f"{name} {figure}" for name, figure in figures.items()))
    return 1 if figures["NOT STARTED"] else 0


if __name__ == "__main__":
    sys.exit(main())
