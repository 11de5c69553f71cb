"""An adapter that is pulled out, or that the box may not use."""

import json

import pytest
from rig.board import main_process
from test_bluetooth_sensors import notes, now_ms, readings


def alarms(box, condition="adapter-gone"):
    return box.query(f"select at_ms, presence, technical from alarm where condition = '{condition}' order by id")


def present(box, since=0):
    return [row["at_ms"] for row in alarms(box) if row["presence"] == "on" and row["at_ms"] >= since]


def ended(box, since=0):
    return [row["at_ms"] for row in alarms(box) if row["presence"] == "off" and row["at_ms"] >= since]


def heard_since(box, address, since):
    return [row["at_ms"] for row in readings(box, address) if row["at_ms"] > since]


@pytest.mark.alone
def test_a_usb_adapter_that_is_pulled_out_and_plugged_in_is_used_within_5_s(box):
    box.radio.plug()
    box.log_at_once()
    box.start()
    box.wait_for(lambda: notes(box, "listening with hci0"), timeout=30)
    process = main_process(box)
    strap = box.radio.strap()
    strap.beat_on(70)
    strap.wait_connected()
    box.wait_for(lambda: heard_since(box, strap.address, 0))

    before = now_ms(box)
    box.radio.unplug()
    noticed = box.wait_for(lambda: present(box, before))[-1]
    plugged = now_ms(box)
    box.radio.plug()
    over = box.wait_for(lambda: ended(box, noticed))[0]
    again = box.wait_for(lambda: heard_since(box, strap.address, over))[0]

    print(f"pulled out: alarm after {(noticed - before) / 1000:.1f} s; plugged in: used after {(over - plugged) / 1000:.1f} s, "
          f"strap beating after {(again - plugged) / 1000:.1f} s")
    assert noticed - before < 5000 and over - plugged < 5000
    assert main_process(box) == process

    # The request to root when all other steps have failed. It is written into the service's folder.
    asked = now_ms(box)
    box.run("echo rebind hci0 >/run/lapwing/rescue")
    box.wait("journalctl -u lapwing-rescue | grep -q 'driver btusb is taken from .* and given back'", timeout=60)
    over = box.wait_for(lambda: ended(box, asked))[0]
    again = box.wait_for(lambda: heard_since(box, strap.address, over))[0]
    print(f"driver bound again: used after {(over - asked) / 1000:.1f} s, strap beating after {(again - asked) / 1000:.1f} s")
    assert main_process(box) == process


def test_the_rescue_reaches_the_switch_and_the_process_that_attaches_a_serial_line(box):
    # The appliance does not run, because it would recover its adapter itself. The test writes its request, as its user.
    box.radio.attach()
    box.run("install -d -o lapwing -g lapwing -m 750 /run/lapwing; systemctl start lapwing-rescue.path")
    attached = box.run("systemctl show -P MainPID adapter0").output
    ask = "setpriv --reuid lapwing --regid lapwing --clear-groups sh -c 'echo {} hci0 >/run/lapwing/rescue'"

    box.run("echo 1 | tee /sys/class/bluetooth/hci0/rfkill*/soft")
    box.run(ask.format("unblock"))
    box.wait("journalctl -u lapwing-rescue | grep -q 'hci0: switched off and on'", timeout=60)
    box.wait("grep -q 0 /sys/class/bluetooth/hci0/rfkill*/soft", timeout=20)
    box.wait("! systemctl is-active --quiet lapwing-rescue.service", timeout=60)

    box.run(ask.format("rebind"))
    box.wait("journalctl -u lapwing-rescue | grep -q 'adapter0.service, which attaches /dev/hvc0, is started again'", timeout=90)
    box.wait(f"pid=$(systemctl show -P MainPID adapter0); [ $pid != 0 ] && [ $pid != {attached.strip()} ]", timeout=60)
    box.wait("test -e /sys/class/bluetooth/hci0", timeout=60)
    said = box.run("journalctl -o cat -u lapwing-rescue | grep hci").output
    print("root: " + "; ".join(said.splitlines()))
    assert "could not" not in said and "nothing is known" not in said and "no rfkill" not in said
    assert box.run("test -e /run/lapwing/rescue", check=False).status != 0


def test_without_the_capability_it_says_so_and_exits_with_69(box):
    box.radio.attach()
    told = box.run("setpriv --reuid lapwing --clear-groups --bounding-set -all --inh-caps -all lapwing run", check=False)

    print(f"exit {told.status}: {told.errors.strip()}")
    assert told.status == 69
    assert "CAP_NET_ADMIN" in told.errors and len(told.errors.strip().splitlines()) == 1
