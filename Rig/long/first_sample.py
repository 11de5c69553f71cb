"""Measures the time from an advertisement to the first sample of the alarm's sound, in the box's own time (`make latency`):
Lapwing as its package starts it, with the emulated USB card. The other clients make no sound, so there is no comparison.

The kernel traces the controller's interrupt for the advertisement, as for the lamp, and its usbmon shows when the card
took the packet of the first sample that is not silence.
"""

import bisect

import pytest
from latency import EVENTS, ROUNDS, begin, begun, compiled, load, raise_alarms, row, trace, traced
from rig.board import LINES, SOUND, plug_sound
from rig.machine import COUNTED

ONSETS = "/run/first-sample"


def to_first_sample(alarms, onsets):
    """The delays to the first sample of each alarm in milliseconds; None for an alarm without sound."""
    delays = []
    for began, end in zip(alarms, [*alarms[1:], float("inf")]):
        after = bisect.bisect(onsets, began)
        heard = after < len(onsets) and onsets[after] < end
        delays.append((onsets[after] - began) * 1000 if heard else None)
    return delays


@pytest.mark.parametrize("state", ["idle", "loaded"])
def test_first_sample(box, state):
    assert COUNTED, "RIG_COUNTED=1 makes the guest's clock count instructions"
    box.configure(LINES + SOUND)
    plug_sound(box)
    box.radio.attach()
    program = compiled(box, "first-sample")
    box.run(f"modprobe usbmon && systemd-run -q --unit=first-sample -p StandardOutput=file:{ONSETS} {program} /dev/usbmon0")
    begin(box, None)
    if state == "loaded":
        load(box)
    lamps, sounds = [], []
    for number in range(ROUNDS):
        trace(box, "lapwing")
        raise_alarms(box, EVENTS // ROUNDS)
        edges = traced(box, "lapwing")
        alarms = [heard for heard, _, is_lit in edges if is_lit]
        box.run(f"cp {ONSETS} /run/rig/onsets.txt")
        onsets = [float(line) for line in (box.machine.share / "onsets.txt").read_text().split()]
        delays = to_first_sample(alarms, onsets)
        print(row(f"Lapwing, {state}, block {number + 1}", "first sample", delays), flush=True)
        lamps += begun(edges)
        sounds += delays
    print(row(f"Lapwing with its sound card, {state}", "lamp", lamps))
    print(row(f"Lapwing with its sound card, {state}", "first sample", sounds))
    assert None not in sounds, "an alarm lit its lamp and made no sound"
    # While the kernel restarts its discovery, the controller receives nothing.
    assert len(sounds) > 0.9 * EVENTS, "the lamp showed fewer alarms than there were"
