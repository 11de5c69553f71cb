"""A box without a battery for its clock does not know the time until it is set."""

import time

import pytest

from rig.board import alarms, play

UNSET = 3600  # Seconds since 1970. (Linux refuses a time of day before its own start.)


def test_the_clock_is_unset_at_boot_and_set_later(box, demo):
    box.set_clock(UNSET)
    box.play(demo, "--speed", "1")
    box.start()
    box.wait("lapwing status", timeout=60)

    box.set_clock()
    box.wait("test -s /var/lib/lapwing/lapwing.db")
    box.run("systemctl stop lapwing", timeout=60)

    assert box.query("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    sessions = box.query("SELECT * FROM session")
    assert [session["end_reason"] for session in sessions] == ["stopped"]
    assert sessions[0]["readings"] > 0


def test_an_unset_clock_is_an_alarm_and_what_it_stamped_is_corrected(box):
    box.set_clock(UNSET)
    play(box, {"t": 1, "fault": "frozen"})
    box.start()
    box.wait_for(lambda: alarms(box, "clock-unset"))
    box.wait_for(lambda: box.query("SELECT id FROM alarm WHERE condition = 'frozen'"))

    box.set_clock()
    box.wait_for(lambda: not alarms(box, "clock-unset"), timeout=30)
    box.run("systemctl stop lapwing", timeout=60)

    run = box.query("SELECT * FROM run")[0]
    stamps = box.query("SELECT condition, presence, at_ms / 1000 AS at FROM alarm ORDER BY id")
    print(f"clock {run['clock']}, moved by {run['clock_shift_ms'] / 86_400_000:.1f} days; {stamps}")
    assert run["clock"] == "corrected"
    now = int(box.run("date +%s").output)
    assert all(now - 600 < stamp["at"] <= now for stamp in stamps)
    assert [stamp["at"] for stamp in stamps] == sorted(stamp["at"] for stamp in stamps)


OLD = 5 * 3600  # The box was shut down this many seconds ago.


def test_a_clock_that_is_old_is_an_alarm_and_what_it_stamped_is_corrected(box):
    """A Pi continues with the time of its last shutdown: a date that looks right and is hours wrong."""
    box.set_clock(time.time() - OLD)
    strap = box.radio.strap()
    box.radio.attach()
    box.log_at_once()
    box.start()
    strap.wait_connected()
    strap.beat_on(72)
    box.wait_for(lambda: alarms(box, "clock-unset"))
    box.wait_for(lambda: box.query("SELECT count(*) AS n FROM reading")[0]["n"] >= 5, timeout=120)
    assert box.query("SELECT clock FROM run")[0]["clock"] == "unset"
    stamped = box.query("SELECT max(at_ms) / 1000 AS at FROM reading")[0]["at"]
    off = int(box.run("date +%s").output) + OLD - stamped

    box.set_clock()
    box.wait_for(lambda: not alarms(box, "clock-unset"), timeout=30)
    rows = box.query("SELECT count(*) AS n FROM reading")[0]["n"]
    box.wait_for(lambda: box.query("SELECT count(*) AS n FROM reading")[0]["n"] >= rows + 5)
    box.run("systemctl stop lapwing", timeout=60)

    run = box.query("SELECT * FROM run")[0]
    stamps = [row["at"] for row in box.query("SELECT at_ms / 1000 AS at FROM reading ORDER BY id")]
    now = int(box.run("date +%s").output)
    print(
        f"rows were {off} s wrong; clock {run['clock']}, moved by {run['clock_shift_ms'] / 1000:.0f} s; now the oldest of "
        f"{len(stamps)} rows is {now - stamps[0]} s old"
    )
    assert run["clock"] == "corrected" and abs(run["clock_shift_ms"] / 1000 - OLD) < 60
    assert all(now - 600 < stamp <= now for stamp in stamps) and stamps == sorted(stamps)
    assert any("moved by +" in entry["MESSAGE"] for entry in box.journal())


@pytest.mark.full
def test_a_clock_that_was_set_by_hand_is_known_after_a_restart_of_the_service(box):
    box.set_clock(time.time() - OLD)
    box.radio.attach()
    box.start()
    box.wait_for(lambda: alarms(box, "clock-unset"))
    box.run(f"date -s @{time.time():.0f}")
    box.wait_for(lambda: not alarms(box, "clock-unset"), timeout=30)

    box.run("systemctl restart lapwing", timeout=60)
    box.wait("lapwing status", timeout=60)
    box.run("sleep 5")

    asked = box.run(
        "systemd-run --quiet --wait --pipe -p ProtectClock=yes -p SystemCallErrorNumber=EPERM "
        "adjtimex --print 2>&1; true"
    ).output.strip()
    print(f"no alarm after the restart; the kernel, asked under ProtectClock: {asked.splitlines()[:1]}")
    assert not alarms(box, "clock-unset")
    clocks = box.query("SELECT clock FROM run ORDER BY id")
    assert [row["clock"] for row in clocks] == ["corrected", "set"]
