"""The package with and without the device rules of Raspberry Pi OS: who may open which device, and what a box does that
may not open its lines."""

import pytest
from rig import raspberry_pi_os
from rig.board import LINES, SOUND, alarms, play, plug_sound

SYSTEMS = [pytest.param("Debian", marks=pytest.mark.full), "bookworm", pytest.param("trixie", marks=pytest.mark.full)]


def become(box, system):
    if system == "Debian":
        raspberry_pi_os.appear(box)
    else:
        raspberry_pi_os.install(box, system)


def owner(box, device):
    return box.run(f"stat -L -c '%U:%G %a' {device}").output.strip()


def may(box, user, device):
    """Whether a user may write to a device, with all groups of the user's login."""
    command = f"setpriv --reuid {user} --regid {user} --init-groups test -w {device}"
    return box.run(command, check=False).status == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_high_alarm_has_lamp_buzzer_and_button(box, system):
    become(box, system)
    box.configure(LINES)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "adapter-gone"))

    print(f"{system}: /dev/gpiochip0 is {owner(box, '/dev/gpiochip0')}; lamp-failed: {alarms(box, 'lamp-failed')}")
    box.lines.wait("LAMP_RED", high=True, timeout=60)
    box.lines.wait("BUZZER", high=True, timeout=60)
    box.lines.press("A")
    box.wait_for(lambda: alarms(box, "adapter-gone")[0]["activation"] == "paused", timeout=20)
    assert not alarms(box, "lamp-failed") and not alarms(box, "sounder-failed")
    said = box.run("lapwing doctor", check=False).output
    assert "good  lines: " in said, said


@pytest.mark.parametrize("system", SYSTEMS)
def test_devices_are_the_services_and_its_group_gets_none_of_them(box, system):
    box.run("modprobe i6300esb; useradd member; usermod -a -G lapwing member; useradd maker; useradd listener")
    box.run("usermod -a -G audio listener")
    plug_sound(box)
    become(box, system)
    if system != "Debian":
        box.run("usermod -a -G gpio maker")
    devices = "/dev/watchdog /dev/watchdog0 /dev/gpiochip0 /dev/snd/controlC0 /dev/snd/pcmC0D0p".split()
    table = {device: {user: may(box, user, device) for user in ("lapwing", "member", "maker", "listener")} for device in devices}
    for device, users in table.items():
        print(f"{system}: {device} {owner(box, device)}: {', '.join(user for user, can in users.items() if can)}")

    for device in devices:
        assert table[device]["lapwing"], f"the service may not open {device}"
        assert not table[device]["member"], f"the group that gives orders may open {device}"
        # Users who had access by the system's own groups still have it.
        assert table[device]["listener"] == device.startswith("/dev/snd/")
        assert table[device]["maker"] == (device == "/dev/gpiochip0" and system != "Debian")


FOREIGN = "/etc/udev/rules.d/99-zz-foreign.rules"


def close_lines(box):
    """Another rule gives the chip to root only."""
    box.write(FOREIGN, 'SUBSYSTEM=="gpio", OWNER="root", GROUP="root", MODE="0600"\n')
    raspberry_pi_os.appear(box)


def test_lines_that_cannot_be_opened_and_no_other_sounder_are_a_high_alarm_until_they_can(box):
    close_lines(box)
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()

    # The doctor runs as root, who may open everything.
    judged = box.run("lapwing doctor", check=False)
    found = box.wait_for(lambda: alarms(box, "sounder-failed") and alarms(box, "lamp-failed") and box.status())
    told = {alarm["condition"]: alarm["priority"] for alarm in found["alarms"]}
    sentence = box.run("systemctl show -P StatusText lapwing").output.strip()
    print(f"{told}; {sentence!r}; doctor: {judged.status} {[line for line in judged.output.splitlines() if 'lines' in line]}")
    assert told["sounder-failed"] == "high"
    assert "lamps and sounder are down" in sentence
    assert judged.status == 69 and "BAD   lines: " in judged.output

    box.run(f"rm {FOREIGN}")
    raspberry_pi_os.appear(box)
    box.wait_for(lambda: not alarms(box, "sounder-failed") and not alarms(box, "lamp-failed"), timeout=60)
    assert "good  lines: " in box.run("lapwing doctor", check=False).output


@pytest.mark.full
def test_lines_that_cannot_be_opened_beside_a_sound_card_are_missed_as_lamps_only(box):
    close_lines(box)
    plug_sound(box)
    box.configure(LINES + SOUND)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "lamp-failed"))
    box.wait_for(lambda: box.sound.bursts(threshold=8000), timeout=120)
    print(box.run("systemctl show -P StatusText lapwing").output.strip())
    assert not alarms(box, "sounder-failed")


def test_a_watchdog_that_systemd_holds_is_told(box):
    box.run("modprobe i6300esb; udevadm settle")
    become(box, "trixie")
    box.run("systemctl daemon-reexec", timeout=120)
    box.wait("ls -l /proc/1/fd | grep -q watchdog")
    box.configure(LINES + "  watchdog: {device: /dev/watchdog, timeout: 4}\n")
    play(box, {"t": 1})
    box.start()
    judged = box.run("lapwing doctor", check=False).output
    told = [line for line in judged.splitlines() if "watchdog" in line]
    print(told, [entry["MESSAGE"] for entry in box.journal() if "watchdog" in str(entry.get("MESSAGE"))])
    assert told[0].startswith("BAD   watchdog: ") and "systemd" in told[0]
