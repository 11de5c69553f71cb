"""The sound card is pulled out while an alarm sounds."""

import time

from rig.board import alarms, plug_sound, sound_an_alarm
from rig.sound import onsets


def test_a_card_that_goes_is_an_alarm_and_the_buzzer_takes_over_until_it_is_back(box):
    sound_an_alarm(box)
    assert not alarms(box, "sounder-failed")

    pulled = time.monotonic()
    box.sound.unplug()
    buzzes = box.lines.wait("BUZZER", high=True, timeout=60, since=pulled)
    box.wait_for(lambda: alarms(box, "sounder-failed"), timeout=60)
    print(f"the buzzer took over {buzzes.at - pulled:.1f} s after the card was pulled")

    plugged, trace = time.time(), box.folder / "sound.pcap"
    plug_sound(box, trace)
    known = time.time()
    sounds = box.wait_for(lambda: onsets(trace), timeout=60)[0]
    print(f"the guest had the card {known - plugged:.1f} s after it was plugged, and it sounded after {sounds - plugged:.1f} s")
    box.wait_for(lambda: not alarms(box, "sounder-failed"), timeout=60)
    before = box.sound.recorded()
    box.wait_for(lambda: box.sound.bursts(before, threshold=8000), timeout=120)
