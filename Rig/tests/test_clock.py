"""A box without a battery for its clock does not know the time until somebody tells it."""

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
