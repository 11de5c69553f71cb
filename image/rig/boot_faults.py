#!/usr/bin/env python3
"""Starts the emulated box with one random fault on its card, again and again: each must end in a started system.

    CARD=FOLDER image/rig/boot_faults.py [FAULTS [SEED]]     CARD: the folder that image/card/build printed

The card has the same system in both slots, and both have proved themselves. A fault is a flipped bit, a file of zeros or a
file that is gone: on the boot partition, but for what the board itself reads first, or in slot A. Started means that Lapwing
runs. The emulated board has no watchdog that runs from U-Boot on, as a Pi has; where a start stands still for three minutes, this
program resets the machine in its place, and says so.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

from card import FAT, ROOT_A, ROOT_B, Box, Card, debugfs
from conftest import PROJECT, WORK, fresh, shell_key

# What the board itself reads before U-Boot; the emulator has U-Boot from outside, too.
FIRST = re.compile(r"(bootcode\.bin|start.*\.elf|fixup.*\.dat|u-boot\.bin|config\.txt|bcm27.*\.dtb)$")
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


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Faults:
    """The places of a card where a fault may be."""

    def __init__(self, card):
        self.path = card.path
        self.fat = f"{card.path}@@{FAT}"
        self.files = [name for line in output("mdir", "-b", "-i", self.fat, "::").split() if not line.endswith("/")
                      for name in [line.removeprefix("::/")]]
        self.taken = self._clusters([name for name in self.files if FIRST.match(name)])
        self.end = max(last for name in self.files for _, last in self._clusters([name]))
        self.others = [name for name in self.files if not FIRST.match(name)]

    def _clusters(self, names):
        """The bytes of files of the boot partition, as image/card/build makes it: clusters of one sector."""
        spans = []
        boot = open(self.path, "rb").read(FAT + 512)[FAT:]
        reserved, fats, sectors = int.from_bytes(boot[14:16], "little"), boot[16], int.from_bytes(boot[36:40], "little")
        data = (reserved + fats * sectors) * 512
        for name in names:
            for first, last in re.findall(r"<(\d+)(?:-(\d+))?>", output("mshowfat", "-i", self.fat, f"::{name}")):
                spans.append((data + (int(first) - 2) * 512, data + (int(last or first) - 1) * 512))
        return spans

    def put(self, chance, card):
        """Puts one fault on a copy of the card, and says what it is."""
        kind = chance.choice(["flip", "flip", "flip", "zeros", "gone"])
        if chance.random() < 0.5:
            if kind == "flip":
                while any(first <= (at := chance.randrange(self.end)) < last for first, last in self.taken):
                    pass
                return self._flip(card, FAT + at, chance, f"byte {at} of the boot partition")
            name = chance.choice(self.others)
            if kind == "zeros":
                size = len(subprocess.run(["mtype", "-i", self.fat, f"::{name}"], check=True, capture_output=True).stdout)
                card.write(name, bytes(size))
            else:
                subprocess.run(["mdel", "-i", f"{card.path}@@{FAT}", f"::{name}"], check=True)
            return f"{name} of the boot partition: {kind}"
        name = chance.choice(SYSTEM)
        blocks = [int(word) for word in debugfs(card.path, ROOT_A, f"blocks {name}").split()]
        if kind == "gone":
            debugfs(card.path, ROOT_A, f"unlink {name}", write=True)
            return f"{name} of slot A: gone"
        if kind == "zeros":
            zero(card, name)
            return f"{name} of slot A: zeros"
        at = chance.choice(blocks) * 4096 + chance.randrange(4096)
        return self._flip(card, ROOT_A + at, chance, f"{name} of slot A, byte {at}")

    @staticmethod
    def _flip(card, at, chance, words):
        with open(card.path, "r+b") as file:
            file.seek(at)
            byte = file.read(1)[0] ^ 1 << chance.randrange(8)
            file.seek(at)
            file.write(bytes([byte]))
        return f"{words}: a flipped bit"


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


def main():
    count, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 300, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    image = pathlib.Path(os.environ["CARD"])
    folder = fresh(WORK / "boot-faults")
    whole = whole_card(image, folder / "whole.img")
    faults, failed, told = Faults(whole), 0, {}
    for number in range(seed, seed + count):
        subprocess.run(["cp", "--sparse=always", whole.path, folder / "card.img"], check=True)
        card = Card(folder / "card.img")
        words = faults.put(random.Random(number), card)
        (folder / "console.log").unlink(missing_ok=True)
        box = Box(card, image / "u-boot-qemu.bin", folder, shell_key(), tells=SCRIPT, unit=TELLS)
        slot, starts, resets = start(box)
        box.cut()
        told[slot] = told.get(slot, 0) + 1
        print(f"{number}: {words}: " + (f"slot {slot} after {starts} starts" if slot else "NOT STARTED") +
              (f", {resets} by the watchdog" if resets else ""), flush=True)
        if not slot:
            failed += 1
            shutil.copy(folder / "console.log", folder / f"console-{number}.log")
    print(f"{count} faults: {told.get('A', 0)} started in slot A, {told.get('B', 0)} in slot B, {failed} not at all")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
