"""A CO2 meter on a USB cable: plugged into a running box, read, pulled out, and plugged in again."""

import pathlib

import pytest
from rig.board import alarms

METER = pathlib.Path(__file__).parent.parent / "guest" / "usb-meter"


def report(operation, value):
    """A plain report, as newer meters send it."""
    head = bytes([operation, value >> 8, value & 0xFF])
    return (head + bytes([sum(head) & 0xFF, 0x0D, 0, 0, 0])).hex()


def plug(box, ppm):
    """A meter that sends its temperature and its CO2 every second until it is pulled out."""
    box.run(
        f"systemd-run --collect --unit meter sh -c 'while sleep 1; do echo {report(0x42, 4747)}; echo {report(0x50, ppm)};"
        f" done | python3 {box.put(METER)}'"
    )


def meter(box):
    return next((each for each in box.status().get("sensors", []) if each["address"].startswith("02:04:D9")), None)


@pytest.mark.full
def test_a_meter_may_come_and_go(box):
    box.run("modprobe uhid")
    box.radio.attach()
    box.start()
    plug(box, 1125)
    seen = box.wait_for(lambda: (meter(box) or {}).get("co2_ppm") and meter(box))
    assert seen["co2_ppm"] == 1125, seen
    owner = box.run("stat -c '%U %a' /dev/hidraw0").output.split()
    assert owner[0] == "lapwing" and owner[1] in ("600", "660"), owner

    address = seen["address"]
    box.run(f"lapwing sensors adopt {address}")
    box.run("systemctl stop meter")
    box.wait_for(lambda: alarms(box, "no-data"), timeout=180)

    plug(box, 5100)
    assert box.wait_for(lambda: alarms(box, "co2-high"), timeout=120)
    assert meter(box)["address"] == address
    assert not alarms(box, "no-data")
    print(f"{address} on USB: 1,125 ppm; pulled out: no-data; plugged in with 5,100 ppm: co2-high")


@pytest.mark.full
def test_a_meter_that_may_not_be_opened_is_said_once(box):
    box.run("modprobe uhid && rm /usr/lib/udev/rules.d/70-lapwing.rules && udevadm control --reload")
    box.radio.attach()
    box.start()
    plug(box, 1125)
    said = box.wait_for(lambda: [each for each in box.journal() if "cannot be opened" in str(each.get("MESSAGE"))])
    assert "70-lapwing.rules" in said[0]["MESSAGE"], said
    box.run("sleep 10")
    again = [each for each in box.journal() if "cannot be opened" in str(each.get("MESSAGE"))]
    assert len(again) == 1, again
    print(said[0]["MESSAGE"])
