"""The differences between Raspberry Pi OS and Debian for devices that Lapwing uses.

Its package raspberrypi-sys-mods gives devices to its own groups by rules that sort after nearly all others, and lets
systemd use a hardware watchdog. Sound cards, rfkill and hidraw have Debian's own rules there. The rules here have the
same effect as those of the releases below, but a different text.
"""

GROUPS = ("gpio", "i2c", "spi")


def to_group(subsystem, group):
    return f'SUBSYSTEM=="{subsystem}", GROUP="{group}", MODE="0660"'


def sysfs_to_gpio(match, folder):
    return f"{match}, PROGRAM=\"/bin/sh -c 'chgrp -R gpio {folder} && chmod -R g=u {folder}'\""


# By release: the name of the file and its rules.
RULES = {
    "bookworm": (
        to_group("input", "input"),
        to_group("i2c-dev", "i2c"),
        to_group("spidev", "spi"),
        to_group("*gpiomem*", "gpio"),
        to_group("gpio", "gpio"),
        sysfs_to_gpio('SUBSYSTEM=="gpio", KERNEL=="gpiochip*", ACTION=="add"', "/sys/class/gpio"),
        sysfs_to_gpio('SUBSYSTEM=="gpio", ACTION=="add"', "/sys%p"),
    ),
}
RULES["trixie"] = (*RULES["bookworm"], to_group("dma_heap", "video"), to_group("*-pio", "gpio"))
FILE = "/etc/udev/rules.d/99-com.rules"
# systemd's own use of the watchdog, since trixie.
MANAGER = "/usr/lib/systemd/system.conf.d/70-rpi-enable-watchdog.conf"


def install(box, release):
    """Gives the box the rules of Raspberry Pi OS, as at boot: devices appear under them."""
    box.run("; ".join(f"getent group {group} >/dev/null || groupadd --system {group}" for group in GROUPS))
    box.write(FILE, "\n".join(RULES[release]) + "\n")
    if release == "trixie":
        box.write(MANAGER, "[Manager]\nRuntimeWatchdogSec=1m\nRebootWatchdogSec=2m\n")
    appear(box)


def appear(box):
    """Applies the rules for the owners of devices again."""
    box.run(
        "udevadm control --reload; udevadm trigger --action=add --subsystem-match=gpio --subsystem-match=sound"
        " --subsystem-match=watchdog --subsystem-match=misc --subsystem-match=rfkill; udevadm settle",
        timeout=60,
    )
