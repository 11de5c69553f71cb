"""What is found wrong with the parts of a box, from what Lapwing says; no emulator."""

import json

import pytest

from folder import Folder

GOOD = {
    "doctor": "good  adapter: hci0\nBAD   clock: the date is not set",
    "status": {"sensors": [{"address": "a", "rssi": -60, "silent_s": 3.5}], "alarms": [{"condition": "no-data", "priority": "medium", "technical": True, "test": True}]},
    "check": {"ready": False, "signals": ["sounder", "lamps"]},
    "show": "board.lamps.red: 17 # x\nboard.lamps.one-lamp: false # default\nboard.buzzer: none # default\nboard.sound.device: hw:CARD=A,DEV=0 # x",
    "journal": "00:00.1  board    selftest red line: passed\n00:00.2  board    selftest sound card: passed",
}

pytestmark = pytest.mark.short


@pytest.fixture
def faults(tmp_path):
    """Says what is wrong with a box that is like the good one but for something."""
    box = Folder(tmp_path)
    box.tool("lapwing", f'case $1 in doctor | status) cat {tmp_path}/$1 ;; session) cat {tmp_path}/check; exit 69 ;; config) cat {tmp_path}/show ;; esac')
    box.tool("systemctl", f"[ -e {tmp_path}/active ]")
    box.tool("journalctl", f"cat {tmp_path}/journal")

    def found(**changes):
        for name, said in (GOOD | changes).items():
            box.put(name, said if isinstance(said, str) else json.dumps(said, separators=(",", ":"), ensure_ascii=False))
        return [line.split(":")[0] for line in box.run("faults").stdout.splitlines()]

    return found


def alarm(condition):
    return {**GOOD["status"], "alarms": [{"condition": condition, "priority": "high", "technical": True}]}


def test_nothing_is_wrong_with_a_good_box_whose_clock_is_not_set(faults):
    assert faults() == []


def test_what_the_doctor_finds(faults):
    assert faults(doctor="BAD   adapter: there is none\nBAD   sound card: there is no card A\n") == ["adapter", "sound card"]
    assert faults(doctor="BAD   signals: neither a sounder nor a lamp works\n") == [], "the version before did not know it"


def test_an_adapter_that_does_not_scan_and_a_card_that_is_full(faults):
    assert faults(status=alarm("adapter-gone")) == ["adapter-gone"]
    assert faults(status=alarm("disk-full")) == ["disk-full"]
    assert faults(status=alarm("no-data")) == []


def test_an_alarm_of_the_box_counts_whatever_people_have_called_things(faults):
    named = {"condition": "disk-full", "priority": "medium", "technical": True, "person": "{Anna}"}
    assert faults(status={**GOOD["status"], "alarms": [named]}) == ["disk-full"]
    assert faults(status={**GOOD["status"], "alarms": [{"condition": "no-data", "technical": True, "person": '"condition":"disk-full"'}]}) == []


def test_no_sensor_within_the_hour(faults):
    assert faults(status={"sensors": [], "alarms": []}) == ["sensors"]
    assert faults(status={"sensors": [{"rssi": -60, "silent_s": 3601.2}], "alarms": []}) == ["sensors"]
    assert faults(status={"sensors": [{"rssi": -60, "silent_s": 4000}, {"rssi": -60, "silent_s": 12}], "alarms": []}) == []


def test_an_adopted_sensor_that_was_never_received_is_not_heard(faults):
    """It is silent since the start of the box, and has no strength of a signal."""
    assert faults(status={"sensors": [{"address": "a", "adopted": True, "silent_s": 12}], "alarms": []}) == ["sensors"]


def test_a_part_that_failed_its_test_at_the_start_and_was_not_mended_since(faults):
    failed = "board    selftest red line: FAILED\n"
    assert faults(journal=GOOD["journal"] + "\n" + failed) == ["red line"]
    assert faults(journal=failed + GOOD["journal"]) == []


def test_what_is_configured_and_does_not_work(faults):
    assert faults(check={"signals": ["sounder"]}) == ["lamps"]
    assert faults(check={"signals": ["lamps"]}) == ["sounder"]
    assert faults(check={"signals": []}, show="board.lamps.one-lamp: false\nboard.sound.device: none\nboard.lamps.red: none") == []


def test_a_lapwing_that_says_nothing(faults):
    assert faults(doctor="", status="", check="", show="", journal="") == ["sensors"]


def test_page_and_messages_that_do_not_run_where_they_are_wanted(faults, tmp_path):
    assert faults() == []
    (tmp_path / "run/box/page").touch()
    (tmp_path / "run/box/messages").touch()
    assert faults() == ["page", "messages"]
    (tmp_path / "active").touch()
    assert faults() == []
