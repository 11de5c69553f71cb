"""What U-Boot's script does with a slot that has lost its files, and hands to Linux, in the interpreter of image/proof; no emulator."""

import sys

import pytest

from conftest import PROJECT

sys.path.insert(0, str(PROJECT / "image/proof"))
from hush import UBoot, pack, parse, unpack  # noqa: E402

pytestmark = pytest.mark.short

COUNTS = pack({"BOOT_ORDER": "A B", "BOOT_A_LEFT": "1", "BOOT_B_LEFT": "9", "BOOT_A_GOOD": "1", "BOOT_B_GOOD": "1"})


class Torn(UBoot):
    """A card whose slot A (partition 2) has lost a file."""

    lost = ""

    def _load(self, device, partition, address, name):
        return super()._load(device, partition, address, name) if (partition[-1], name) != ("2", self.lost) else False


@pytest.mark.parametrize("lost", ["/boot/vmlinuz", "/boot/initrd.img"])
def test_a_slot_without_kernel_or_initramfs_is_not_started_with_those_that_memory_still_holds(lost):
    files, started = {"lapwing.env": COUNTS, "lapwing.bak": COUNTS}, []

    def start():
        box = Torn(parse((PROJECT / "image/card/boot.cmd").read_text()), files, files.__setitem__, lambda slot: started.append(slot) or True)
        box.lost = lost
        return box.run()

    assert start() is None and started == [] and unpack(files["lapwing.env"])["BOOT_A_LEFT"] == "0"
    assert start() == "B" and started == ["B"]


@pytest.mark.parametrize("machine", ["rpi", "virt"])
@pytest.mark.parametrize("serial", ["", "off"])
def test_linux_writes_to_the_serial_line_and_does_not_read_it(machine, serial):
    """The last console is the one that the first programs have open, and so read: what is typed there, or comes in by a loose pin."""
    files = {"lapwing.env": COUNTS, "lapwing.bak": COUNTS, "parts.env": pack({"serial": serial})}
    box = UBoot(parse((PROJECT / "image/card/boot.cmd").read_text()), files, files.__setitem__, lambda _: True)
    box.variables["machine"] = machine
    box.run()
    consoles = [word for word in box.variables["bootargs"].split() if word.startswith("console=")]
    assert consoles[-1] == "console=tty0" and len(consoles) == (1 if serial == "off" else 2)
