"""Raspberry Pi OS starts bluetoothd, which would manage the same adapter."""

from rig.board import main_process

UNIT = "[Service]\nExecStart=/usr/bin/sleep infinity\n"  # The guest has no bluetoothd; only its unit matters.
ENABLED = "/etc/systemd/system/multi-user.target.wants"


def test_bluetoothd_makes_room_and_starting_it_does_not_stop_the_alarms(box, demo):
    box.write("/run/systemd/system/bluetooth.service", UNIT)
    box.run(f"systemctl daemon-reload; rm -f {ENABLED}/lapwing.service; systemctl start bluetooth")
    assert state(box, "bluetooth") == "active"

    box.play(demo, "--speed", "1")
    box.start()
    assert state(box, "bluetooth") == "inactive"

    process = main_process(box)
    box.run("systemctl start bluetooth")
    assert state(box, "bluetooth") == "active" and state(box, "lapwing") == "active"
    assert main_process(box) == process

    # If Lapwing is enabled, nothing starts bluetoothd in parallel.
    box.run(f"systemctl stop bluetooth; mkdir -p {ENABLED}; ln -s /usr/lib/systemd/system/lapwing.service {ENABLED}/")
    box.run("systemctl start bluetooth", check=False)
    assert state(box, "bluetooth") == "inactive" and state(box, "lapwing") == "active"
    assert main_process(box) == process
    print("bluetoothd was stopped by Lapwing's start; Lapwing outlived bluetoothd's")


def state(box, unit):
    return box.run(f"systemctl is-active {unit}", check=False).output.strip()
