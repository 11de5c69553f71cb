"""A new boot partition beside the one that counts, in a folder that stands for the box; no emulator."""

import hashlib

import pytest

from conftest import PROJECT
from folder import Folder

pytestmark = pytest.mark.short

START = {0: 8192, 1: 139264}


@pytest.fixture
def box(tmp_path):
    """A box that has proved itself, whose system brings a newer boot partition. The other one is the folder `half`."""
    box = Folder(tmp_path)
    box.put("variable.BOOT_A_GOOD", "1")
    brings(box, "boot/firmware", "1")
    brings(box, "boot/partition", "2")
    for name in ("box.yaml", "lapwing.env", "lapwing.bak", "secrets/topic"):
        box.put(f"boot/firmware/{name}", f"the owner's {name}")
    box.put("proc/mounts", "/dev/mmcblk0p2 / ext4 ro 0 0\n")
    counts(box, 0)
    box.tool("losetup", f'[ "$1" != --find ] || {{ echo "$*" >>{tmp_path}/attached; echo {tmp_path}/half; }}')
    box.tool("mkfs.vfat", f"rm -rf {tmp_path}/half; mkdir {tmp_path}/half")
    box.tool("mount", f'for place; do :; done; rm -rf "$place"; ln -s {tmp_path}/half "$place"')
    box.tool("umount", 'rm "$1"; mkdir "$1"')
    box.tool("sync", ":")
    box.tool("systemctl", f'case $1 in stop) ;; *) echo "$1" >>{tmp_path}/calls ;; esac')
    box.tool("lapwing", """echo '{"alarms":[]}'""")
    return box


def brings(box, place, version):
    """What a card of this version has on its boot partition."""
    lines = [f"version {version}"]
    for name in ("u-boot.bin", "boot.scr", "config.txt"):
        box.put(f"{place}/{name}", f"{name} {version}")
        lines.append(f"{hashlib.sha256(f'{name} {version}'.encode()).hexdigest()}  {name}")
    box.put(f"{place}/boot.txt", "\n".join(lines) + "\n")


def counts(box, half, slots=270336):
    """The first sector of the card, and what the kernel has read of it."""
    box.put("dev/mmcblk0", "")
    (box.root / "dev/mmcblk0").write_bytes(bytes(454) + START[half].to_bytes(4, "little") + bytes(54))
    box.put("sys/class/block/mmcblk0p1/start", f"{START[half]}\n")
    box.put("sys/class/block/mmcblk0p2/start", f"{slots}\n")


def start(box):
    return int.from_bytes((box.root / "dev/mmcblk0").read_bytes()[454:458], "little")


def said(box):
    return (box.run("update", "boot").stdout.splitlines() or [""])[-1]


@pytest.mark.parametrize("half", [0, 1])
def test_the_other_one_is_made_whole_and_counts_from_the_next_start_on(box, half):
    counts(box, half)
    assert said(box) == "the boot partition is of version 2 from the next start on; the box starts again"
    assert start(box) == START[1 - half] and box.read("calls") == "reboot\n"
    assert f"--offset {START[1 - half] * 512} " in box.read("attached")
    assert box.read("half/u-boot.bin") == "u-boot.bin 2" and box.read("half/boot.txt") == box.read("boot/partition/boot.txt")
    for name in ("box.yaml", "lapwing.env", "lapwing.bak", "secrets/topic"):
        assert box.read(f"half/{name}") == f"the owner's {name}"
    assert box.read("boot/firmware/u-boot.bin") == "u-boot.bin 1" and box.read("half/config.txt.before") is None


@pytest.mark.parametrize("version, sentence", [
    ("2", "the boot partition is that of this system already"),
    ("3", "the boot partition is of version 3, and this system brings 2, which is not newer"),
])
def test_one_that_is_not_older_stays(box, version, sentence):
    brings(box, "boot/firmware", version)
    assert said(box) == f"no update: {sentence}"
    assert start(box) == START[0] and box.read("calls") is None and box.read("attached") is None


def test_the_same_files_under_a_newer_version_are_not_written(box):
    brings(box, "boot/firmware", "2")
    box.put("boot/firmware/boot.txt", box.read("boot/firmware/boot.txt").replace("version 2", "version 1"))
    assert said(box) == "no update: the boot partition is that of this system already"


def test_a_system_that_has_not_proved_itself_changes_nothing(box):
    box.put("variable.BOOT_A_GOOD", "0")
    assert said(box).startswith("no update: version 1 has not proved itself yet") and start(box) == START[0]


def test_a_card_of_before_has_no_room(box):
    counts(box, 0, slots=139264)
    assert said(box) == "no update: the card has no room for a second boot partition: write it again" and start(box) == START[0]


@pytest.mark.parametrize("tool, text, sentence", [
    ("cp", "exit 1", "does not take the files"),
    # A card that gives back other bytes than it took.
    ("sync", 'case $1 in */dev/*) echo x >>{root}/half/u-boot.bin ;; esac', "does not hold the files"),
    ("sync", "case $1 in */dev/*) echo x >>{root}/half/secrets/topic ;; esac", "does not hold the files"),
    ("mkfs.vfat", "exit 1", "cannot be made"),
    ("losetup", "exit 1", "the card does not give its other boot partition"),
])
def test_where_the_card_does_not_take_it_the_old_one_counts(box, tool, text, sentence):
    box.tool(tool, text.format(root=box.root))
    assert sentence in said(box) and said(box).startswith("no update: ")
    assert start(box) == START[0] and box.read("calls") is None


def test_a_config_that_the_owner_has_changed_is_kept_to_look_at(box):
    box.put("boot/firmware/config.txt", "dtparam=of the owner")
    said(box)
    assert box.read("half/config.txt") == "config.txt 2" and box.read("half/config.txt.before") == "dtparam=of the owner"


def test_a_stick_asks_for_it_by_a_file(box):
    box.tool("mount", f"""case $* in */dev/*) mkdir -p {box.root}/mnt/stick ;;
*) for place; do :; done; rm -rf "$place"; ln -s {box.root}/half "$place" ;; esac""")
    box.run("update", "stick", "sda")
    assert start(box) == START[0]
    box.put("mnt/stick/lapwing-boot.txt", "")
    box.run("update", "stick", "sda")
    assert start(box) == START[1]


def test_one_byte_says_which_boot_partition_counts():
    """A write of the first sector that stops at any byte leaves the one or the other."""
    first, second = (START[half].to_bytes(4, "little") for half in (0, 1))
    assert sum(one != other for one, other in zip(first, second)) == 1
    built = (PROJECT / "image/card/build").read_text()
    assert "fat_mib=64 " in built and "slots=$((4 + 2 * fat_mib))" in built and 270336 * 512 == (4 + 2 * 64) << 20
