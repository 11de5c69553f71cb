"""The sound card is pulled out while an alarm sounds."""

import time

from rig.board import alarms, plug_sound, sound_an_alarm


def test_a_card_that_goes_is_an_alarm_and_the_buzzer_takes_over_until_it_is_back(box):
    sound_an_alarm(box)
    assert not alarms(box, "sounder-failed")

    pulled = time.monotonic()
    box.sound.unplug()
    buzzes = box.lines.wait("BUZZER", high=True, timeout=60, since=pulled)
    box.wait_for(lambda: alarms(box, "sounder-failed"), timeout=60)
    print(f"the buzzer took over {buzzes.at - pulled:.1f} s after the card was pulled")

    plug_sound(box)
    box.wait_for(lambda: not alarms(box, "sounder-failed"), timeout=60)
    before = box.sound.recorded()
    box.wait_for(lambda: box.sound.bursts(before, threshold=8000), timeout=120)
