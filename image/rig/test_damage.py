"""That a system which is damaged after a good start leaves its slot, where nothing in it can run a script any more."""

import pytest

from boot_faults import TELLS, give_tries, start, whole_card, zero
from card import Box
from conftest import WORK, fresh

STARTED = """until systemctl -q is-active lapwing && systemctl -q is-active box-health; do sleep 1; done
echo BOX-STARTED $(sed 's/.*rauc.slot=\\(.\\).*/\\1/' /proc/cmdline) "$(cat /data/box/why 2>/dev/null)"
"""


def damaged(image, key, name, left):
    """A box in which a file of slot A has become zeros behind a good start, with two proved slots, A with so many tries; off."""
    folder = fresh(WORK / "damage")
    card = whole_card(image, folder / "card.img")
    box = Box(card, image / "u-boot-qemu.bin", folder, key, tells=STARTED + "systemctl poweroff\n", unit=TELLS)
    assert start(box) == ("A", 1, 0)
    box.wait_end()
    zero(card, name)
    give_tries(card, folder / "lapwing.env", left)
    box.console.unlink()
    return box


# Most of the nine tries need not be played.
@pytest.mark.parametrize("name", ["/usr/bin/dash", "/usr/lib/aarch64-linux-gnu/libc.so.6"])
def test_a_damaged_system_leaves_its_slot_by_itself_and_the_box_says_so(image, key, name):
    box = damaged(image, key, name, 2)
    # No watchdog helps here: the last figure is its resets.
    assert start(box) == ("B", 3, 0)
    box.cut()
    assert "slot A did not start nine times, so slot B runs" in box.said()
    box.card.path.unlink()


def test_one_that_cannot_judge_itself_gets_its_tries_back_once_at_most(image, key):
    """Its shell works, and so does what gives the tries back."""
    box = damaged(image, key, "/usr/lib/box/health", 9).start()
    try:
        box.wait_console("box: slot A (A B; A 7, B 9 left)", timeout=2400)
    finally:
        box.cut()
        box.card.path.unlink()
