"""A logbook that is deleted or damaged: an alarm that was on continues after a kill, whatever happened to the file."""

import pytest
from rig.board import alarms, beats, main_process, play

DATA = "/var/lib/lapwing"
LOG = f"{DATA}/lapwing.db"
PAGE = 4096


def sound_a_heart_alarm(box):
    """A strap at 170 bpm, until its high alarm is on and in the logbook."""
    box.write("/etc/lapwing/lapwing.yaml", "profile: bedside\n")
    play(box, *beats(170, 0, 600))
    box.start()
    box.wait_for(lambda: alarms(box, "heart-rate-high"), timeout=120)
    box.wait_for(lambda: box.status().get("alarm_transitions_committed", 0) >= 1)


def kill_and_see(box):
    """Ends the process by SIGKILL. The next one receives nothing, so its alarm comes from the stored state. Returns the
    seconds from its start to the alarm, by its own clock."""
    play(box, {"t": 0})
    before = main_process(box)
    box.run(f"kill -9 {before}")
    box.wait_for(lambda: main_process(box) not in (before, "0"))
    box.wait_for(lambda: alarms(box, "heart-rate-high"), timeout=60)
    alarm = alarms(box, "heart-rate-high")[0]
    assert (alarm["priority"], alarm["presence"], alarm["activation"]) == ("high", "on", "on")
    entries = box.journal("LAPWING_CONDITION=heart-rate-high", f"_PID={main_process(box)}")
    assert len(entries) == 1, "the alarm must continue, not begin again"
    return entries[0]["LAPWING_TIME"]


def notes(box, text):
    return [entry["MESSAGE"] for entry in box.journal() if text in entry.get("MESSAGE", "")]


def aside(box):
    return box.run(f"ls {DATA} | grep 'damaged.db$' || true").output.split()


@pytest.mark.full
def test_a_logbook_that_is_deleted_while_it_runs_forgets_no_alarm(box):
    sound_a_heart_alarm(box)

    deleted = float(box.run(f"rm {LOG} && cut -d' ' -f1 /proc/uptime").output)
    box.wait_for(lambda: notes(box, "moved away or deleted"), timeout=60)
    noticed = float(box.run("cut -d' ' -f1 /proc/uptime").output) - deleted
    box.wait(f"test -s {LOG}")
    # Only entries in the new logbook count.
    box.run(f"rm -f {DATA}/lapwing-alarms.json")
    at = kill_and_see(box)

    print(f"noticed within {noticed:.1f} s; after the kill the alarm is on at {at} of the new run")
    assert noticed < 60


@pytest.mark.full
def test_a_logbook_that_is_gone_at_the_start_forgets_no_alarm(box):
    """Only the file of open alarms contains it."""
    sound_a_heart_alarm(box)

    play(box, {"t": 0})
    box.run("systemctl kill -s KILL lapwing && systemctl stop lapwing")
    box.run(f"rm {LOG}*")
    box.run("systemctl start lapwing", timeout=60)
    box.wait_for(lambda: alarms(box, "heart-rate-high"), timeout=60)

    entries = box.journal("LAPWING_CONDITION=heart-rate-high", f"_PID={main_process(box)}")
    print(f"without a logbook the alarm is on at {entries[0]['LAPWING_TIME']} of the new run")


@pytest.mark.full
def test_pages_that_are_overwritten_while_it_runs_are_noticed(box):
    sound_a_heart_alarm(box)
    box.wait_for(lambda: box.query("SELECT count(*) AS n FROM reading")[0]["n"] > 60, timeout=120)
    box.run(f"sqlite3 {LOG} 'PRAGMA wal_checkpoint(TRUNCATE)'")

    pages = int(box.run(f"stat -c %s {LOG}").output) // PAGE
    box.run(f"dd if=/dev/urandom of={LOG} bs={PAGE} seek={pages - 6} count=5 conv=notrunc")
    damaged = float(box.run("cut -d' ' -f1 /proc/uptime").output)
    box.wait_for(lambda: notes(box, "is set aside as"), timeout=90)
    noticed = float(box.run("cut -d' ' -f1 /proc/uptime").output) - damaged
    box.wait_for(lambda: notes(box, "salvage of"), timeout=60)

    report = notes(box, "salvage of")[-1]
    assert aside(box) and box.status()["logbook_notice"] in report
    assert not alarms(box, "disk-full")
    assert box.query("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    box.run(f"rm -f {DATA}/lapwing-alarms.json")
    at = kill_and_see(box)

    print(f"noticed within {noticed:.1f} s; {report}; after the kill the alarm is on at {at} of the new run")
    assert noticed < 60


@pytest.mark.full
def test_a_logbook_that_is_damaged_at_the_start_is_set_aside_and_salvaged(box):
    sound_a_heart_alarm(box)
    box.wait_for(lambda: box.query("SELECT count(*) AS n FROM reading")[0]["n"] > 60, timeout=120)

    play(box, {"t": 0})
    box.run("systemctl kill -s KILL lapwing && systemctl stop lapwing")
    box.run(f"sqlite3 {LOG} 'PRAGMA wal_checkpoint(TRUNCATE)'")
    box.run(f"dd if=/dev/urandom of={LOG} bs={PAGE} seek=0 count=4 conv=notrunc")
    box.run("systemctl start lapwing", timeout=60)
    box.wait_for(lambda: alarms(box, "heart-rate-high"), timeout=60)
    box.wait_for(lambda: notes(box, "salvage of"), timeout=60)

    entries = box.journal("LAPWING_CONDITION=heart-rate-high", f"_PID={main_process(box)}")
    names = aside(box)
    print(f"{names}; {notes(box, 'salvage of')[-1]}; the alarm is on at {entries[0]['LAPWING_TIME']} of the new run")
    assert len(names) == 1 and names[0].startswith("lapwing-20")
    assert not alarms(box, "disk-full")
    assert box.query("SELECT count(*) AS n FROM run")[0]["n"] >= 1
