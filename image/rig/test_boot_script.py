"""What U-Boot's script does with a slot that has lost its files, in the interpreter of image/proof; no emulator."""

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
