"""The package's udev rules: who may use the board's devices, and what starts when a device appears."""

DEVICES = "/dev/gpiochip0 /dev/snd/controlC0 /dev/snd/pcmC0D0p /dev/watchdog0 /dev/watchdog"


def test_the_board_belongs_to_the_appliance_and_an_arrival_brings_it_back(box):
    box.sound.plug()
    box.run("modprobe i6300esb && udevadm settle")
    box.wait(f"ls {DEVICES}")
    rules = box.run("udevadm verify /usr/lib/udev/rules.d/70-lapwing.rules").output
    owners = box.run(f"stat -c '%n %U:%G %a' {DEVICES}").output
    print(rules + owners)
    assert [line.split()[1].split(":")[0] for line in owners.splitlines()] == ["lapwing"] * 5
    assert all(":lapwing" not in line and line.split()[2] in ("600", "660") for line in owners.splitlines())
    box.run(f"for device in {DEVICES}; do setpriv --reuid lapwing --regid lapwing --clear-groups test -w $device || exit 1; done")

    # A failed service starts again when an adapter appears; a stopped one does not.
    box.write("/run/systemd/system/lapwing.service.d/fails.conf", "[Service]\nExecStart=\nExecStart=/bin/false\nRestart=no\n")
    box.run("systemctl daemon-reload; systemctl start lapwing; systemctl is-failed lapwing", check=False)
    box.run("rm /run/systemd/system/lapwing.service.d/fails.conf; systemctl daemon-reload; systemctl is-failed lapwing")
    box.radio.attach()
    box.wait("systemctl is-active lapwing", timeout=60)
    box.run("systemctl stop lapwing", timeout=60)
    box.radio.detach()
    box.radio.attach()
    box.run("udevadm settle; sleep 1")
    assert box.run("systemctl is-active lapwing", check=False).output.strip() == "inactive"
