"""What an adapter does to the box: it is pulled out, is not allowed."""

import json

import pytest
from rig.board import main_process
from test_bluetooth_sensors import listen, now_ms, readings


def alarms(box, condition="adapter-gone"):
    return box.query(f"select at_ms, presence, technical from alarm where condition = '{condition}' order by id")


def present(box, since=0):
    return [row["at_ms"] for row in alarms(box) if row["presence"] == "on" and row["at_ms"] >= since]


def ended(box, since=0):
    return [row["at_ms"] for row in alarms(box) if row["presence"] == "off" and row["at_ms"] >= since]


def heard_since(box, address, since):
    return [row["at_ms"] for row in readings(box, address) if row["at_ms"] > since]


@pytest.mark.alone
def test_an_adapter_that_is_pulled_out_and_plugged_in_is_used_within_5_s(box):
    listen(box)
    process = main_process(box)

    before = now_ms(box)
    box.radio.detach()
    noticed = box.wait_for(lambda: present(box, before))[-1]
    box.radio.attach()
    over = box.wait_for(lambda: ended(box, noticed))[0]

    journal = "journalctl -o json --output-fields=MESSAGE -u adapter0"
    told = [json.loads(line) for line in box.run(journal).output.splitlines() if '"attached"' in line]
    plugged = int(told[-1]["__REALTIME_TIMESTAMP"]) / 1000
    print(f"pulled out: alarm after {(noticed - before) / 1000:.1f} s; plugged in: used after {(over - plugged) / 1000:.1f} s")
    assert noticed - before < 5000 and over - plugged < 5000
    assert main_process(box) == process


def test_without_the_capability_it_says_so_and_exits_with_69(box):
    box.radio.attach()
    told = box.run("setpriv --reuid lapwing --clear-groups --bounding-set -all --inh-caps -all lapwing run", check=False)

    print(f"exit {told.status}: {told.errors.strip()}")
    assert told.status == 69
    assert "CAP_NET_ADMIN" in told.errors and len(told.errors.strip().splitlines()) == 1
