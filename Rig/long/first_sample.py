"""From an advertisement to the first sample of the alarm's sound (`make latency`): Lapwing as its package starts it, with
the emulated card. Nobody else makes a sound, so that it stands beside none.

The time is the host's, from the moment the emulated controller hands on the advertisement to the packet of the card that
holds the first sample that is not silence. Where this machine is itself a guest, what happens while its host has taken the
processors away says nothing of Lapwing and is left out, and others are made in its place; so is what happens while the
emulated card stands still.
"""

import itertools
import pathlib
import sys
import time

import pytest
from latency import EVENTS, EVERY_S, begin, load, row, say_battery
from rig.board import LINES, SOUND, plug_sound
from rig.sound import onsets, standstills

# So many advertisements to an alarm: a burst that was interrupted is followed by half a second of silence.
PERIOD = 5
# So long an alarm's first sample may take, in which the host must not stand still.
WATCHED_S = 0.08
# So many times as many alarms as are wanted are made at most.
MOST = 3

# This process is also the guest's disk, and what it does as such must not delay what it measures: by default one thread of
# Python waits up to 5 ms for another.
sys.setswitchinterval(0.0002)


def stolen():
    """For how long the host has taken processors away from this machine, in ticks of 10 ms."""
    return int(pathlib.Path("/proc/stat").read_text().split(maxsplit=9)[8])


def alarm(box, wanted):
    """Raises the alarm so many times. Returns when each one began, by time.time(), and how many are left out since the host
    stood still."""
    begun, left_out = [], 0
    for number in itertools.count():
        is_low = number % PERIOD == 0
        if is_low and (len(begun) >= wanted or len(begun) + left_out >= MOST * wanted):
            return begun, left_out
        before, date, began = stolen(), time.time(), time.monotonic()
        say_battery(box, is_low, number)
        time.sleep(max(0, began + WATCHED_S - time.monotonic()))
        if is_low and stolen() == before:
            begun.append(date)
        elif is_low:
            left_out += 1
        time.sleep(max(0, began + EVERY_S - time.monotonic()))


def to_first_sample(pcap, begun):
    """The delays to the first sample of each alarm in milliseconds, None for one that was not heard. Those in which the card
    stood still are left out."""
    heard, still, delays = onsets(pcap), standstills(pcap), []
    for began in begun:
        end = began + PERIOD * EVERY_S
        first = next((at for at in heard if began <= at < end), None)
        if not any(since < (first or end) and until > began - 0.1 for since, until in still):
            delays.append(first and (first - began) * 1000)
    return delays


@pytest.mark.parametrize("state", ["idle", "loaded"])
def test_first_sample(box, state):
    box.configure(LINES + SOUND)
    pcap = box.folder / "sound.pcap"
    plug_sound(box, pcap)
    box.radio.attach()
    begin(box, None)
    if state == "loaded":
        load(box)
    begun, left_out = alarm(box, EVENTS)
    delays = to_first_sample(pcap, begun)
    print(f"{state}: left out {left_out} alarms in which the host stood still, {len(begun) - len(delays)} in which the card did")
    print(row(f"Lapwing with its sound card, {state}", "first sample", delays))
    assert any(delays), "host and card did not run for as long as one alarm: try again where less else runs"
