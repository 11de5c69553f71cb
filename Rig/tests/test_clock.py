"""A box without a battery for its clock does not know the time until somebody tells it."""

from rig.board import alarms, play

UNSET = 3600  # Seconds since 1970. (Linux takes no time of day before that of its own start.)


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
    assert [session["end_reason"] for session in sessions] == ["ended"]
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
