"""That image/card/check finds what a card lacks for a board that it names; the tree of a card without its root, no emulator."""

import contextlib
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess

import pytest

from conftest import PROJECT

pytestmark = pytest.mark.short

CARD = PROJECT / "image/card"
LOADER = importlib.machinery.SourceFileLoader("card_check", str(CARD / "check"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("card_check", LOADER))
LOADER.exec_module(check)


@pytest.fixture(scope="module")
def card(tmp_path_factory):
    """The kernel's part of a card as image/card/build makes it, with a file that stands for U-Boot."""
    folder = tmp_path_factory.mktemp("card")
    packages = os.path.expanduser(os.environ.get("LAPWING_CACHE", "~/.cache/lapwing")) + "/card-packages"
    u_boot = folder / "u-boot"
    for name in (u_boot, folder / "tree/usr/lib", folder / "fat"):
        name.mkdir(parents=True)
    (folder / "tree/lib").symlink_to("usr/lib")
    for name in ("rpi.bin", "qemu.bin", "copyright"):
        (u_boot / name).write_text("x")
    environment = {**os.environ, "LOCK": str(CARD / "lock"), "BOARD": "rpi", "SOURCE_DATE_EPOCH": "1764115200", "U_BOOT": str(u_boot),
        "RELEASE_PAGE": "https://example.org/lapwing?a&b"}
    subprocess.run([CARD / "fetch", packages, "\\(aside\\|driver\\)"], env=environment, check=True)
    subprocess.run([CARD / "kernel", packages, folder / "tree", folder / "fat"], env=environment, check=True)
    return folder


@contextlib.contextmanager
def without(card, path):
    """As if a file or a folder were not there."""
    aside = card / "aside"
    path.rename(aside)
    try:
        yield
    finally:
        aside.rename(path)


@contextlib.contextmanager
def changed(path, before, after):
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    try:
        yield
    finally:
        path.write_text(text)


def wrong(card):
    return check.look(card / "tree", card / "fat")[1]


def module(card, name):
    (file,) = (card / "tree/usr/lib/modules").rglob(name + ".ko*")
    return file


def test_a_program_that_the_machine_lacks_is_named_before_anything_is_made(tmp_path):
    for name in ("bash", "dirname", "mktemp", "rm", "dtc"):
        (tmp_path / name).symlink_to(shutil.which(name))
    made = subprocess.run([CARD / "kernel", "packages", tmp_path / "tree", tmp_path / "fat"], env={"PATH": str(tmp_path), "BOARD": "rpi"},
        check=False, capture_output=True, text=True)
    assert made.returncode == 1 and not (tmp_path / "tree").exists()
    assert made.stderr.endswith("this machine has no aarch64-linux-gnu-gcc: `make setup-image` installs what a card is made with\n")


def test_a_card_as_it_is_made_has_all_that_its_boards_need(card):
    assert wrong(card) == []


def test_the_documents_show_the_table_of_this_card(card):
    table, _ = check.look(card / "tree", card / "fat")
    boards = check.BOARDS["rpi"]
    for name, lines in (("boards.md", check.rows(table, boards, check.NEEDS)), ("image.md", check.short(table, boards))):
        assert "\n".join(lines) in (PROJECT / "docs" / name).read_text(), f"run `image/card/check TREE FAT --docs docs` for docs/{name}"


def test_the_card_says_where_its_documents_are(card):
    assert "at https://example.org/lapwing?a&b (docs/image.md)" in (card / "fat/README.txt").read_text()


@pytest.mark.parametrize("name, told", [
    ("mc", "Sound, USB: snd_usb_audio cannot be loaded: no module mc"),
    ("udc-core", "3 B, USB: dwc2 cannot be loaded: no module udc_core"),
    ("xhci-pci", "4 B, USB: no driver for pci:"),
    ("snd-bcm2835", "3 B, Sound, jack: snd_bcm2835 does not say"),
    ("brcmfmac-cyw", "Wi-Fi: no module brcmfmac_cyw"),
    ("hci_uart", "Bluetooth: hci_uart does not say"),
    ("leds-gpio", "Lamp of the board: no driver for of:Nleds"),
    ("snd-soc-simple-card", "Sound, HAT: no driver for of:Nsound"),
    ("bcm2711_thermal", "4 B, Temperature: no driver for"),
    ("box_supply", "Zero 2 W, Under-voltage: no driver for platform:raspberrypi-hwmon"),
])
def test_a_driver_that_is_gone_is_named(card, name, told):
    with without(card, module(card, name)):
        assert any(told in line for line in wrong(card))


def test_what_the_card_waits_for_is_known_from_the_device_tree(card):
    tree = check.Tree(card / "tree/boot/dtb/broadcom/bcm2711-rpi-4-b.dtb")
    names = {giver.name for giver in tree.givers(tree.node("brcm,bcm2711-emmc2"))}
    assert {"regulator-sd-io-1v8", "regulator-sd-vcc", "gpio", "cprman@7e101000"} <= names


@pytest.mark.parametrize("gone, told", [
    ("bcm2835", "3 B, Card: the initramfs has no bcm2835, for mmc@7e202000"),
    ("fixed", "4 B, Card: the initramfs has no fixed, for regulator-sd-vcc, which mmc@7e340000 waits for"),
    ("gpio-regulator", "400, Card: the initramfs has no gpio_regulator, for regulator-sd-io-1v8, which mmc@7e340000 waits for"),
    ("phy-generic", "3 B, Start from USB: the initramfs has no phy_generic, for phy, which usb@7e980000 waits for"),
])
def test_what_starts_before_the_root_is_in_the_initramfs(card, gone, told):
    initrd = card / "tree/boot/initrd.img"
    content = initrd.read_bytes()
    initrd.write_bytes(check.gzip.compress(check.gzip.decompress(content).replace(f"modules/{gone}.ko".encode(), f"modules/{gone}.no".encode())))
    try:
        assert any(told in line for line in wrong(card))
    finally:
        initrd.write_bytes(content)


@pytest.mark.parametrize("place, told", [
    ("fat/start4.elf", "4 B, Firmware of the board: the boot partition has no start4.elf"),
    ("fat/u-boot.bin", "U-Boot: the boot partition has no u-boot.bin"),
    ("fat/bcm2711-rpi-400.dtb", "400, Device tree: the boot partition has no bcm2711-rpi-400.dtb"),
    ("tree/boot/dtb/broadcom/bcm2837-rpi-3-b.dtb", "3 B, Card: the system has no bcm2837-rpi-3-b.dtb"),
    ("tree/boot/overlays/ds3231.dtbo", "Clock with a battery: the system has no ds3231.dtbo"),
    ("tree/usr/lib/firmware/brcm/brcmfmac43456-sdio.bin", "400, Wi-Fi firmware: no firmware brcm/brcmfmac43456-sdio.bin"),
    ("tree/usr/lib/firmware/brcm/BCM4345C5.hcd", "400, Bluetooth firmware: no firmware brcm/BCM4345C5.hcd"),
    ("tree/usr/lib/firmware/cypress/cyfmac43455-sdio.bin", "the firmware brcmfmac43455-sdio.bin points to nothing"),
    ("tree/usr/lib/firmware/rtl_bt", "Bluetooth dongle: no firmware for a dongle"),
])
def test_a_file_that_is_gone_is_named_with_the_board(card, place, told):
    with without(card, card / place):
        assert any(told in line for line in wrong(card))


def test_a_part_that_the_device_tree_does_not_have_is_named(card):
    tree = card / "tree/boot/dtb/broadcom/bcm2837-rpi-3-b.dtb"
    content = tree.read_bytes()
    tree.write_bytes(content.replace(b"gpio-leds", b"gpio-none"))
    try:
        assert any("3 B, Lamp of the board: the device tree has no" in line for line in wrong(card))
    finally:
        tree.write_bytes(content)


def test_a_driver_for_another_kernel_is_named(card):
    file = module(card, "box_supply")
    content = file.read_bytes()
    file.write_bytes(check.lzma.compress(check.lzma.decompress(content).replace(b"vermagic=6.", b"vermagic=7.")))
    check.said_of_itself.cache_clear()
    try:
        assert any("the module box_supply is for the kernel 7." in line for line in wrong(card))
    finally:
        file.write_bytes(content)
        check.said_of_itself.cache_clear()


def test_little_memory_for_the_screen_wants_other_files_of_the_firmware(card):
    with changed(card / "fat/config.txt", "gpu_mem=32", "gpu_mem=16"):
        told = wrong(card)
    assert any("3 B, Firmware of the board: the boot partition has no start_cd.elf" in line for line in told)
    assert any("4 B, Firmware of the board: the boot partition has no start4cd.elf" in line for line in told)


def test_a_file_that_config_txt_names_must_be_there(card):
    with changed(card / "fat/config.txt", "kernel=u-boot.bin", "kernel=u-boot-2.bin\ndtoverlay=vc4-kms-v3d"):
        told = wrong(card)
    assert any("names u-boot-2.bin" in line for line in told) and any("overlay vc4-kms-v3d" in line for line in told)
