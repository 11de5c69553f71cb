"""The lamps on the kernel's own interface."""

from rig.board import LINES, alarms, play
from rig.lines import flash


def test_lamps_flash_in_the_rhythm_of_every_priority(box):
    box.configure(LINES)
    play(box, {"t": 1, "fault": "clock-unset"}, {"t": 1, "fault": "frozen"}, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "adapter-gone"))

    edges = box.lines.watch(24)

    red, yellow = flash(edges, "LAMP_RED"), flash(edges, "LAMP_YELLOW")
    print(f"red {red}, yellow {yellow}")
    assert 1.4 <= red.hertz <= 2.8 and 0.2 <= red.duty <= 0.6
    assert 0.4 <= yellow.hertz <= 0.8 and 0.2 <= yellow.duty <= 0.6
    assert box.lines.is_high("LAMP_BLUE") and not [edge for edge in edges if edge.line == "LAMP_BLUE"]


def test_every_line_is_tested_at_the_start(box):
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()

    # In their order, before anything is shown.
    seen = []
    for edge in box.lines.edges:
        if edge.high and edge.line not in seen:
            seen.append(edge.line)
    assert seen[:5] == ["LAMP_RED", "LAMP_YELLOW", "LAMP_GREEN", "LAMP_BLUE", "BUZZER"]
    notes = box.wait_for(lambda: [e["MESSAGE"] for e in box.journal("LAPWING_EVENT=note")])
    print(notes)
    assert any("red line: passed" in note for note in notes)
    assert not any("FAILED" in note for note in notes)
