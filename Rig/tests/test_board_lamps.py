"""The lamps on the kernel's own interface."""

import re
import statistics

from rig.board import LINES, alarms, play
from rig.lines import flash

TRACE = "/sys/kernel/tracing"


def test_lamps_flash_in_the_rhythm_of_every_priority(box):
    box.configure(LINES)
    play(box, {"t": 1, "fault": "clock-unset"}, {"t": 1, "fault": "frozen"}, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "adapter-gone"))

    box.run(f"mount -t tracefs tracefs {TRACE}; cd {TRACE} && echo mono >trace_clock && echo 1 >events/gpio/gpio_value/enable")
    edges = box.lines.watch(24)
    late = lateness(box.run(f"cat {TRACE}/trace").output, period=0.5)

    red, yellow = flash(edges, "LAMP_RED"), flash(edges, "LAMP_YELLOW")
    print(f"red {red}, yellow {yellow}")
    print(f"late by {statistics.median(late) * 1000:.2f} ms (median of {len(late)}), {max(late) * 1000:.2f} ms at most")
    assert 1.4 <= red.hertz <= 2.8 and 0.2 <= red.duty <= 0.6
    assert 0.4 <= yellow.hertz <= 0.8 and 0.2 <= yellow.duty <= 0.6
    # With a drift of only one millisecond per period, the last one would be late by 47 ms.
    assert statistics.median(late) < 0.02
    assert box.lines.is_high("LAMP_BLUE") and not [edge for edge in edges if edge.line == "LAMP_BLUE"]


def lateness(trace, period):
    """The delay of each red flash, in seconds, compared with a whole number of periods from the most punctual one, by the
    clock of the guest's kernel, which traces when a line is set."""
    lines = re.findall(r" ([0-9.]+): gpio_value: (\d+) set +1", trace)
    red = [float(at) for at, line in lines if line == min(line for _, line in lines)]
    phases = [(at - red[0] + period / 2) % period for at in red]
    return [phase - min(phases) for phase in phases]


def test_every_line_is_tested_at_the_start(box):
    box.configure(LINES)
    play(box, {"t": 1})
    box.start()

    # In this order, before any signal.
    seen = []
    for edge in box.lines.edges:
        if edge.high and edge.line not in seen:
            seen.append(edge.line)
    assert seen[:5] == ["LAMP_RED", "LAMP_YELLOW", "LAMP_GREEN", "LAMP_BLUE", "BUZZER"]
    notes = box.wait_for(lambda: [e["MESSAGE"] for e in box.journal("LAPWING_EVENT=note")])
    print(notes)
    assert any("red line: passed" in note for note in notes)
    assert not any("FAILED" in note for note in notes)
