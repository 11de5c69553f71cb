"""That a system which is damaged after a good start leaves its slot, where nothing in it can run a script any more."""

import pytest

from boot_faults import TELLS, give_tries, start, whole_card, zero
from card import Box
from conftest import WORK, fresh

STARTED = """until systemctl -q is-active lapwing && systemctl -q is-active box-health; do sleep 1; done
echo BOX-STARTED $(sed 's/.*rauc.slot=\\(.\\).*/\\1/' /proc/cmdline) "$(cat /data/box/why 2>/dev/null)"
"""
# What is damaged, and with how many tries of nine: most of them need not be played.
DAMAGED = {
    "/usr/bin/dash": 2,
    "/usr/lib/aarch64-linux-gnu/libc.so.6": 2,
    # A shell that works gives the tries back at the first start, and not after it: ten starts.
    "/usr/lib/box/health": 9,
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_system_leaves_its_slot_by_itself_and_the_box_says_so(image, key, name):
    folder = fresh(WORK / "damage")
    card = whole_card(image, folder / "card.img")
    box = Box(card, image / "u-boot-qemu.bin", folder, key, tells=STARTED + "systemctl poweroff\n", unit=TELLS)
    assert start(box) == ("A", 1, 0)
    box.wait_end()
    zero(card, name)
    give_tries(card, folder / "lapwing.env", DAMAGED[name])
    box.console.unlink()
    # No watchdog helps here: the last figure is its resets.
    slot, starts, resets = start(box)
    said = box.said()
    box.cut()
    print(f"{name}: slot {slot} after {starts} starts")
    card.path.unlink()
    assert (slot, resets) == ("B", 0) and starts <= DAMAGED[name] + 2
    assert "slot A did not start nine times, so slot B runs" in said
