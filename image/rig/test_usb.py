"""The card on machines whose network, sound and stick are on USB: the xHCI of a Pi 4, the dwc2 of a Pi 3; and a start from USB."""

import os
import subprocess
import time

import pytest

from card import COUNTED, ROOT_A, Box, Card, debugfs
from conftest import WORK, fresh

BLUETOOTH, ADDRESS = "/soc/serial@7e201000/bluetooth/local-bd-address", "56 34 12 eb 27 b8"
LAPWING = "panel: {enabled: true, address: 0.0.0.0}\n"


class ByXHCI(Box):
    """`virt`, where a network and a sound card are on the bus that a Pi 4 has."""

    bus = ("-device", "qemu-xhci")

    def _outside(self):
        return [
            *(*self._network(), *self.bus, "-device", "usb-net,netdev=net"),
            *("-audiodev", "none,id=sound", "-device", "usb-audio,audiodev=sound"),
        ]


class FromUSB(ByXHCI):
    """The same with the card's image on a disk by USB, and no card."""

    bus = ()

    def _disk(self):
        return ["-device", "qemu-xhci", "-device", "usb-storage,drive=card"]


class Pi3(ByXHCI):
    """QEMU's `raspi3b`, which starts the U-Boot of the boards from an SD card, and whose one port has a hub.

    Its watchdog resets at the moment in which it is started, so `still_watchdog` switches it off; the card is the very image otherwise.
    """

    bus = ("-device", "usb-hub,port=1")

    def _machine(self, drive):
        tree = self.folder / "bcm2837-rpi-3-b.dtb"
        tree.write_bytes((self._firmware.parent / "fat" / tree.name).read_bytes())
        subprocess.run(["fdtput", "-t", "s", tree, "/soc/watchdog@7e100000", "u-boot,noautostart", ""], check=True)
        subprocess.run(["fdtput", "-t", "bx", tree, *BLUETOOTH.rsplit("/", 1), *ADDRESS.split()], check=True)
        return [
            *("-M", "raspi3b", "-kernel", self._firmware.parent / "fat/u-boot.bin", "-dtb", tree),
            *("-drive", f"if=sd,format={self.card.form},file={self.card.path},cache=unsafe"),
            # Its second line is the one that Linux writes to. It has four processors, for which no host has time.
            *("-serial", "null", "-serial", "chardev:console", *COUNTED),
        ]

    @staticmethod
    def still_watchdog(card, folder):
        file = folder / "watchdog.conf"
        file.write_text("[Manager]\nRuntimeWatchdogSec=off\nRebootWatchdogSec=off\n")
        debugfs(card.path, ROOT_A, f"write {file} /etc/systemd/system.conf.d/zz-emulator.conf", write=True)


@pytest.mark.parametrize("machine", [ByXHCI, FromUSB, Pi3])
def test_a_box_starts_with_its_network_its_sound_and_a_stick_on_usb(image, key, firmware, settings, small, stick, machine):
    folder = fresh(WORK / "usb")
    card = Card.of(image / "card.img", folder / "card.img")
    card.write("box.yaml", settings)
    card.write("lapwing.yaml", LAPWING)
    if machine is Pi3:
        Pi3.still_watchdog(card, folder)
    began = time.monotonic()
    box = machine(card, firmware, folder, key).start()
    try:
        box.wait("systemctl is-active lapwing && systemctl is-active box-health", timeout=1800)
        print(f"proved after {time.monotonic() - began:.0f} s at a load of {os.getloadavg()[0]:.1f}")
        print(box.run("systemd-analyze; journalctl -b -u lapwing -o short-monotonic --no-pager | grep -m 1 'Started lapwing'"))
        assert box.run("systemctl --failed --no-legend") == ""
        assert "usb/drivers/cdc" in box.run("ls -l /sys/class/net/*/device/driver")
        # The whole system lies where it started from.
        disk = {ByXHCI: "/dev/vda", FromUSB: "/dev/sda", Pi3: "/dev/mmcblk0p"}[machine]
        assert box.run("findmnt -n -o SOURCE /boot/firmware; findmnt -n -o SOURCE /data").split() == [f"{disk}1", f"{disk}4"]
        assert "slot A" in box.run("/usr/lib/box/update status") and "booted" in box.run("rauc status")
        if machine is Pi3:
            # What the firmware put into its device tree arrives in that of the system.
            assert box.run(f"od -An -tx1 /proc/device-tree{BLUETOOTH}") == ADDRESS
            # The card's own driver asks the firmware for the supply, and that of this machine does not know.
            assert "rpi_volt" in box.run("cat /sys/class/hwmon/*/name")
            assert "this system does not show whether the supply is too low" in box.run("lapwing doctor", check=False)
        # A sound card by USB is found, and plays.
        assert "the card Audio is there, and was chosen" in box.run("lapwing doctor", check=False)
        box.run("lapwing alarms test no-data")
        box.wait("grep -q RUNNING /proc/asound/Audio/pcm*p/sub0/status", timeout=120)
        # A stick is read and written; what the box started from is no stick.
        page, old = folder / "lapwing-page.txt", small("0.1.0")
        page.touch()
        image_of_stick = stick(page, old)
        box.plug(image_of_stick)
        box.wait("/usr/lib/box/update status | grep -q 'is version 0.1.0, older than'", timeout=600)
        assert box.run("journalctl -b -F UNIT | grep box-stick@").count("box-stick@") == 1
        box.unplug()
        shown = subprocess.run(["mtype", "-i", image_of_stick, "::lapwing-page.txt"], check=True, capture_output=True, text=True).stdout
        print(shown)
        assert "https://test-box.local:8437/" in shown and "The code:" in shown
    finally:
        box.cut()
        card.path.unlink()
