"""What the logbook holds when the power goes. The disk forgets every sector that it was not told to keep."""


def test_a_session_survives_a_power_cut(box, demo):
    box.play(demo, "--speed", "8")
    box.start()
    committed = box.wait_for(lambda: box.status().get("alarm_transitions_committed"), timeout=120)

    waited, lost = box.cut_power(kept=0)
    box.power_on()

    print(f"{committed} transitions were committed, {lost} of {waited} waiting sectors lost")
    assert box.query("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
    assert box.query("SELECT count(*) AS n FROM alarm")[0]["n"] >= committed > 0
    assert box.query("SELECT count(*) AS n FROM session")[0]["n"] == 1


def test_the_disk_does_forget(box):
    """The control of the test above: without a flush, what was written is gone."""
    box.run("echo kept >/var/lib/lapwing/kept && sync && echo lost >/var/lib/lapwing/lost")

    box.cut_power(kept=0)
    box.power_on()

    assert box.run("ls /var/lib/lapwing").output.split() == ["kept", "lost+found"]
    assert box.run("cat /var/lib/lapwing/kept").output == "kept\n"


def test_a_disk_that_lies_about_flushes_loses_the_session(box, demo):
    """The control of the other side: the session survives because it was flushed."""
    box.disk.honest = False
    box.play(demo, "--speed", "8")
    box.start()
    box.wait("test -s /var/lib/lapwing/lapwing.db", timeout=60)
    box.run("sync")

    box.cut_power(kept=0)
    box.power_on()

    assert "lapwing.db" not in box.run("ls /var/lib/lapwing").output
