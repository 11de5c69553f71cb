"""What is left behind when a new system has been judged, in a folder that stands for the box; no emulator."""

import re

import pytest

from conftest import PROJECT
from folder import Folder

pytestmark = pytest.mark.short


@pytest.fixture
def box(tmp_path):
    """A box with version 1, not proved yet, where all is well."""
    box = Folder(tmp_path)
    box.put("variable.BOOT_A_GOOD", "0")
    box.put("variable.BOOT_B_GOOD", "1")
    box.put("committed", "4")
    box.tool("sleep", ":")
    box.tool("systemctl", ":")
    box.tool("rauc", ":")
    # Each alarm in test is one more change in the logbook.
    box.tool("lapwing", f"""case $1-$2 in
status-*) [ ! -s {tmp_path}/committed ] || echo "{{\\"alarms\\":[],\\"alarm_transitions_committed\\":$(cat {tmp_path}/committed)}}" ;;
alarms-test) echo tested >{tmp_path}/tested; echo 5 >{tmp_path}/committed ;;
alarms-recall) echo no-data ;;
esac""")
    return box


def test_a_good_one_is_proved_and_nothing_is_said_against_it(box):
    """A power cut in a way back, before the slot was marked, may leave words against a version that is good after all."""
    box.put("data/box/why", "version 1 was not good: Lapwing does not run\n")
    box.put("data/box/failed", "1\n")
    box.put("data/box/expected", "B 2\n")
    assert box.run("health").returncode == 0
    assert box.read("variable.BOOT_A_GOOD") == "1"
    assert (box.read("data/box/why"), box.read("data/box/failed"), box.read("data/box/expected")) == (None, None, None)


def test_words_against_another_version_stay(box):
    """Torn counts let a version prove itself again, after the box has said why it runs instead of the new one."""
    box.put("data/box/why", "version 2 did not start three times, so 1 runs again\n")
    box.run("health")
    assert box.read("variable.BOOT_A_GOOD") == "1" and box.read("data/box/why").startswith("version 2 did not start")


def test_that_another_version_was_not_good_stays_known(box):
    box.put("data/box/failed", "2\n")
    box.run("health")
    assert box.read("data/box/failed") == "2\n"


def test_a_lapwing_that_does_not_tell_its_count_is_not_tested_without_one(box):
    box.put("committed", "")
    box.run("health")
    assert box.read("data/box/why") == "version 1 was not good: Lapwing does not answer\n"
    assert box.read("tested") is None and box.read("variable.BOOT_A_GOOD") == "0"


def test_what_is_mounted_for_lapwing_is_not_read_only_where_it_is_judged():
    """Lapwing's own look at the disk asks the mount; a new system that finds it read-only would go back."""
    system = PROJECT / "image/card/system"
    (bound,) = re.findall(r"^  for name in (.*); do$", (system / "usr/lib/box/mount").read_text(), re.MULTILINE)
    (writable,) = re.findall("^ReadWritePaths=(.*)$", (system / "etc/systemd/system/box-health.service").read_text(), re.MULTILINE)
    assert {f"-/var/lib/{name}" for name in bound.split()} <= set(writable.split())


@pytest.fixture
def proved(box):
    """The same box, proved, where Lapwing does not run."""
    box.put("variable.BOOT_A_GOOD", "1")
    box.tool("systemctl", f"""echo "$*" >>{box.root}/calls
case $1 in is-active) exit 3 ;; esac""")
    box.tool("rauc", f'echo "$*" >>{box.root}/calls')
    return box


def test_a_proved_system_in_which_lapwing_does_not_run_leaves_its_place_to_the_other_slot_once(proved):
    assert proved.run("health").returncode == 1
    assert proved.read("data/box/why") == "slot A is damaged: Lapwing did not run, so slot B runs\n"
    assert proved.read("variable.BOOT_A_GOOD") == "0" and "mark-bad booted" in proved.read("calls") and "reboot" in proved.read("calls")
    assert proved.read("data/box/failed") is None


def test_it_stays_if_there_is_no_other_to_go_to(proved):
    proved.put("variable.BOOT_B_GOOD", "0")
    proved.run("health")
    assert proved.read("variable.BOOT_A_GOOD") == "1" and "reboot" not in proved.read("calls")


def test_one_that_takes_too_long_leaves_its_place_too_but_not_while_lapwing_runs(proved):
    proved.run("health", "late", SERVICE_RESULT="timeout")
    assert proved.read("variable.BOOT_A_GOOD") == "0" and proved.read("run/box/judged") is None
    proved.put("variable.BOOT_A_GOOD", "1")
    proved.tool("systemctl", ":")
    proved.run("health", "late", SERVICE_RESULT="timeout")
    assert proved.read("variable.BOOT_A_GOOD") == "1" and proved.read("run/box/judged") == ""


@pytest.mark.parametrize("good", "01")
def test_one_that_could_not_judge_itself_gets_no_tries_back_until_it_has(box, good):
    """systemd leaves the word, and starts again, where the judgement does not even run."""
    box.put("variable.BOOT_A_GOOD", good)
    box.put("variable.BOOT_A_LEFT", "5")
    box.put("data/box/unjudged", "")
    box.run("slot")
    assert box.read("variable.BOOT_A_LEFT") == "5"
    assert box.run("health").returncode == 0 and box.read("data/box/unjudged") is None
    box.run("slot")
    assert box.read("variable.BOOT_A_LEFT") == "9"


@pytest.mark.parametrize("other", "01")
def test_a_judgement_that_is_made_is_not_taken_for_one_that_could_not_be(proved, other):
    """systemd starts again where a judgement has failed without a word."""
    proved.put("variable.BOOT_B_GOOD", other)
    assert proved.run("health").returncode == 1
    assert (proved.read("run/box/judged") is None) == (other == "1")


def test_of_the_same_system_in_both_slots_the_one_that_did_not_start_is_written_anew(box):
    box.put("variable.BOOT_A_GOOD", "1")
    box.put("data/box/runs", "B 1\n")
    box.run("slot")
    assert box.read("data/box/why") == "slot B did not start nine times, so slot A runs\n" and box.read("variable.BOOT_B_GOOD") == "0"


def test_a_version_that_did_not_start_nine_times_stays_one_to_go_back_to(box):
    box.put("variable.BOOT_A_GOOD", "1")
    box.put("data/box/runs", "B 2\n")
    box.run("slot")
    assert box.read("data/box/why") == "version 2 did not start nine times, so 1 runs\n" and box.read("variable.BOOT_B_GOOD") == "1"
