"""That a card which was just written gets the same system into its second slot, in a folder that stands for the box; no emulator."""

import subprocess

import pytest

from folder import Folder

pytestmark = pytest.mark.short


@pytest.fixture
def box(tmp_path):
    """A box in slot A of a new card, whose system has proved itself."""
    box = Folder(tmp_path)
    for name, value in (("A_GOOD", 1), ("A_LEFT", 9), ("B_GOOD", 0), ("B_LEFT", 0)):
        box.put(f"variable.BOOT_{name}", str(value))
    box.put("proc/mounts", "/dev/mmcblk0p2 / ext4 ro 0 0\n")
    (tmp_path / "dev").mkdir()
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-b", "4096", tmp_path / "dev/mmcblk0p2", "4M"], check=True)
    (tmp_path / "dev/mmcblk0p3").write_bytes(bytes(6 << 20))
    return box


def second(box):
    return (box.root / "dev/mmcblk0p3").read_bytes()


def test_an_empty_slot_gets_the_system_that_has_proved_itself(box):
    assert box.run("double").returncode == 0
    assert second(box)[:4 << 20] == (box.root / "dev/mmcblk0p2").read_bytes() and len(second(box)) == 6 << 20
    assert (box.read("variable.BOOT_B_LEFT"), box.read("variable.BOOT_B_GOOD")) == ("9", "1")


@pytest.mark.parametrize("variable, value", [("A_GOOD", "0"), ("B_GOOD", "1"), ("B_LEFT", "3")])
def test_a_slot_with_a_system_and_one_of_a_system_that_is_not_proved_are_left_alone(box, variable, value):
    box.put(f"variable.BOOT_{variable}", value)
    assert box.run("double").returncode == 0 and not any(second(box))


@pytest.mark.parametrize("word, text", [
    ("installing", "B 2\n"), ("expected", "B 2\n"), ("failed", "2\n"),
    ("rauc.status", "[system]\nboot-id=220fc46d\n\n[slot.rootfs.1]\nbundle.version=2\n"),
])
def test_a_slot_that_an_update_has_written_to_is_left_alone(box, word, text):
    box.put(f"data/box/{word}", text)
    assert box.run("double").returncode == 0 and not any(second(box))


def test_what_rauc_writes_at_its_first_start_is_no_update(box):
    """It kept every box from a second system."""
    box.put("data/box/rauc.status", "[system]\nboot-id=220fc46d-9bf7-4f1a-aae1-ff51f29f1aec\n")
    assert box.run("double").returncode == 0 and box.read("variable.BOOT_B_GOOD") == "1"


def test_a_slot_that_keeps_other_bytes_never_counts_as_good(box):
    box.tool("dd", f"""/bin/dd "$@"
case $* in *of=*) printf x | /bin/dd of={box.root}/dev/mmcblk0p3 bs=1 seek=70000 conv=notrunc 2>/dev/null ;; esac""")
    assert box.run("double").returncode == 1
    assert box.read("variable.BOOT_B_GOOD") == "0" and box.read("variable.BOOT_B_LEFT") == "0"
