"""Buttons pressed from outside, through the kernel's line events."""

import pytest
from rig.board import LINES, alarms, play


def test_button_a_acknowledges_and_pauses(box):
    box.configure(LINES)
    play(box, {"t": 1, "fault": "frozen"}, {"t": 30, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "frozen"))

    box.lines.press("A")
    box.wait_for(lambda: alarms(box, "frozen")[0]["presence"] == "ack", timeout=20)

    box.wait_for(lambda: alarms(box, "adapter-gone"))
    box.lines.press("A")
    box.wait_for(lambda: alarms(box, "adapter-gone")[0]["activation"] == "paused", timeout=20)
    print("medium acknowledged, high paused")


@pytest.mark.full
def test_a_button_that_is_stuck_is_told_and_the_others_go_on(box):
    box.configure(LINES + "  presses: {b-short: silence}\n")
    play(box, {"t": 1}, {"t": 60, "fault": "frozen"})
    box.start()
    box.wait_for(lambda: box.status().get("session") is True)

    box.lines.set("BUTTON_A", False)
    box.wait_for(lambda: alarms(box, "button-stuck"), timeout=60)
    box.wait_for(lambda: alarms(box, "frozen"), timeout=60)
    box.lines.press("B")
    box.wait_for(lambda: alarms(box, "frozen")[0]["presence"] == "ack", timeout=20)
    box.lines.set("BUTTON_A", True)
    box.wait_for(lambda: not alarms(box, "button-stuck"), timeout=40)
    print("held for 30 s: reported; released for 10 s: over")


def test_button_b_held_ends_and_starts_a_session(box):
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()
    box.wait_for(lambda: box.status().get("session") is True)

    box.lines.press("B", seconds=2)
    box.wait_for(lambda: box.status()["session"] is False, timeout=20)
    box.lines.press("B", seconds=2)
    box.wait_for(lambda: box.status()["session"] is True, timeout=20)
    box.run("systemctl stop lapwing", timeout=60)
    sessions = box.query("SELECT end_reason FROM session")
    print(f"sessions: {sessions}")
    assert len(sessions) == 2


@pytest.mark.full
def test_button_b_steps_through_the_scenarios(box):
    box.configure(LINES)
    play(box, {"t": 1}, arguments=["--scenarios", "/usr/share/lapwing/scenarios"])
    box.start()
    box.wait_for(lambda: box.status().get("session") is True)

    box.lines.press("B")
    box.wait_for(lambda: shown(box), timeout=30)
    box.lines.press("B")
    box.wait_for(lambda: len(shown(box)) == 2, timeout=30)
    print(shown(box))
    assert [scenario["number"] for scenario in shown(box)] == [1, 2]


def shown(box):
    return box.query("SELECT number, count, verdict, text FROM scenario ORDER BY id")
