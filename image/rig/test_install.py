"""What the box looks at before it installs an update, and what it says, in a folder that stands for it; no emulator."""

import fcntl
import json

import pytest

from folder import Folder

QUIET = {"alarms": []}

pytestmark = pytest.mark.short


@pytest.fixture
def box(tmp_path):
    """A box that has proved itself, with a bundle of version 3. It notes in `calls` what RAUC was asked to do."""
    box = Folder(tmp_path)
    box.put("variable.BOOT_A_GOOD", "1")
    box.put("variable.BOOT_B_GOOD", "1")
    box.put("bundle", "")
    box.put("description", "first; second")
    box.tool("systemctl", f'case $1 in is-active) [ -e {tmp_path}/active ] ;; stop) ;; *) echo "$1" >>{tmp_path}/calls ;; esac')
    box.put("active", "")
    box.tool("rauc", f"""case $1 in
info) printf "RAUC_MF_COMPATIBLE='box'\\nRAUC_MF_VERSION='3'\\nRAUC_MF_DESCRIPTION='%s'\\n" "$(cat {tmp_path}/description)" ;;
*) echo "$1" >>{tmp_path}/calls; [ ! -e {tmp_path}/damaged ] ;;
esac""")
    says(box, QUIET)
    return box


def says(box, status):
    """Lets Lapwing report this status, or nothing."""
    box.put("status.json", json.dumps(status, separators=(",", ":")) if status else "")
    box.tool("lapwing", f"""case $1 in
status) cat {box.root}/status.json ;;
update) [ ! -e {box.root}/watched ] || {{ echo "lapwing: the update waits, since somebody is watched" >&2; exit 64; }} ;;
esac""")


def install(box):
    return (box.run("update", "install", str(box.root / "bundle")).stdout.splitlines() or [""])[-1]


def alarm(**changes):
    return {"alarms": [{"condition": "co2-high", "priority": "high", "presence": "on", "activation": "on", "technical": False} | changes]}


def test_it_is_installed_and_the_box_starts_again(box):
    assert install(box) == "version 3 is installed; the box starts again with it"
    assert box.read("calls") == "install\nreboot\n" and box.read("data/box/expected") == "B 3\n"


@pytest.mark.parametrize("changes", [{}, {"priority": "medium"}, {"person": "{Anna}"}, {"presence": "ack", "headline": "}{"}])
def test_no_update_comes_during_an_alarm_of_a_person_or_the_air(box, changes):
    says(box, alarm(**changes))
    assert install(box) == "no update: an alarm is on; end it first"
    assert box.read("calls") is None


@pytest.mark.parametrize("changes", [{"priority": "low"}, {"technical": True}, {"technical": True, "person": "{Anna}"}])
def test_a_low_alarm_and_one_of_the_box_itself_do_not_hinder_it(box, changes):
    says(box, alarm(**changes))
    assert install(box).startswith("version 3 is installed")


def test_a_lapwing_that_runs_and_says_nothing_may_have_an_alarm(box):
    says(box, None)
    assert install(box).startswith("no update: Lapwing does not answer, so an alarm may be on")
    assert box.read("calls") is None


def test_a_lapwing_that_does_not_run_is_mended_by_an_update(box):
    says(box, None)
    (box.root / "active").unlink()
    assert install(box).startswith("version 3 is installed")


def test_a_second_one_at_the_same_time_is_refused_and_disturbs_nothing(box):
    box.put("run/box/update", "installing version 3 over slot B\n")
    box.put("run/box/changes", "version 3 changes: first\n")
    with open(box.root / "run/box/update.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert install(box) == "no update: another update is being installed"
    assert box.read("calls") is None
    assert box.read("run/box/update").startswith("installing") and box.read("run/box/changes")


@pytest.mark.parametrize("note", ["before", "installing"])
def test_a_card_that_takes_no_note_gets_no_update(box, note):
    box.tool("sync", f'case $1 in */{note}.new) exit 1 ;; esac')
    assert install(box) == "no update: the data partition takes no note"
    assert box.read("calls") is None
    assert box.read("variable.BOOT_B_GOOD") == "1", "there is a way back as before"


def test_what_an_update_changes_is_told_until_it_is_refused(box):
    install(box)
    assert box.read("run/box/changes") == "version 3 changes: first; second\n"
    box.put("damaged", "")
    assert install(box).startswith("no update: bundle is damaged")
    assert box.read("run/box/changes") is None


def test_an_update_that_does_not_say_what_it_changes_adds_no_line(box):
    box.put("description", "")
    install(box)
    assert box.read("run/box/changes") == ""


def request(box, line):
    """What the box does with a line that Lapwing has written."""
    box.put("run/lapwing/update", line + "\n")
    box.run("update", "request")
    return box.read("run/box/status")


def test_somebody_at_the_page_sees_what_an_update_changes_before_it_is_installed(box):
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    shown = request(box, "show lapwing-3.raucb")
    assert "lapwing-3.raucb is version 3 for this box, where 1 runs; nothing is installed\n" in shown
    assert "version 3 changes: first; second\n" in shown
    assert box.read("calls") is None
    request(box, "install lapwing-3.raucb")
    assert box.read("calls") == "install\nreboot\n"


def test_an_update_of_somebody_else_is_told_before_it_is_installed(box):
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    box.tool("rauc", "echo 'signature verification failed' >&2; exit 1")
    assert "no update: lapwing-3.raucb is not an update of this box's owner, or is damaged (signature" in request(box, "show lapwing-3.raucb")


def test_a_look_does_not_disturb_an_installation(box):
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    box.put("run/box/update", "installing version 3 over slot B\n")
    box.put("run/box/status", "before\n")
    with open(box.root / "run/box/update.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert request(box, "show lapwing-3.raucb") == "before\n"
    assert box.read("run/box/update") == "installing version 3 over slot B\n"


@pytest.mark.parametrize("line", ["show ../secret", "show a b", "show"])
def test_a_look_at_a_file_elsewhere_is_refused(box, line):
    assert "no update: " in request(box, line)


def test_an_alarm_that_begins_while_an_update_is_written_is_not_cut_off(box):
    box.tool("rauc", box.tool_text("rauc").replace("*) echo", f"install) cp {box.root}/alarm.json {box.root}/status.json; echo install >>{box.root}/calls ;;\n*) echo"))
    box.put("alarm.json", json.dumps(alarm(), separators=(",", ":")))
    assert install(box) == "version 3 is installed; it runs from the next start on, since an alarm is on"
    assert box.read("calls") == "install\n" and box.read("data/box/expected") == "B 3\n"


def test_nobody_goes_back_during_an_alarm(box):
    says(box, alarm())
    assert "no update: an alarm is on; end it first\n" in request(box, "back")
    assert box.read("calls") is None
    says(box, QUIET)
    request(box, "back")
    assert box.read("calls") == "status\nreboot\n"


def test_an_update_of_nobody_is_installed_only_while_nobody_is_watched(box):
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    box.put("watched", "")
    assert "no update: the update waits, since somebody is watched\n" in request(box, "install lapwing-3.raucb quietly")
    assert box.read("calls") is None
    (box.root / "watched").unlink()
    assert "version 3 is installed; the box starts again with it\n" in request(box, "install lapwing-3.raucb quietly")
    assert box.read("calls") == "install\nreboot\n"


def test_it_does_not_take_the_watch_from_somebody_who_came_while_it_was_written(box):
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    box.tool("rauc", box.tool_text("rauc").replace("*) echo", f"install) touch {box.root}/watched; echo install >>{box.root}/calls ;;\n*) echo"))
    said = request(box, "install lapwing-3.raucb quietly")
    assert "version 3 is installed; it runs from the next start on, since somebody is watched or an alarm is on\n" in said
    assert box.read("calls") == "install\n" and box.read("data/box/expected") == "B 3\n"


def test_a_version_from_which_somebody_went_back_comes_again_only_by_a_person(box):
    box.put("usr/lib/box/version", "3\n")
    request(box, "back")
    assert box.read("data/box/left") == "3\n"
    box.put("usr/lib/box/version", "1\n")
    box.put("calls", "")
    box.put("var/lib/lapwing/updates/lapwing-3.raucb", "")
    assert "no update: somebody went back from version 3; a person may install it again\n" in request(box, "install lapwing-3.raucb quietly")
    assert box.read("calls") == ""
    assert "version 3 is installed" in request(box, "install lapwing-3.raucb")


@pytest.mark.parametrize("line", ["install ../secret quietly", "install a b quietly", "install  quietly", "back quietly", "show a quietly"])
def test_nothing_else_is_done_quietly(box, line):
    assert "no update: " in request(box, line)
    assert box.read("calls") is None
