"""The buzzer as a second sounder: it also sounds without an answer, and replaces a card that is not audible."""

import itertools
import time

from rig.board import LINES, alarms, play, plug_sound, sound_device

LOOPBACK = "plughw:CARD=Loopback,DEV={}"


def test_the_buzzer_joins_in_when_nobody_has_answered_for_a_minute(box):
    box.configure(LINES + sound_device("plughw:CARD=Audio,DEV=0"))
    plug_sound(box)
    # Twenty times as fast: the minute passes in three seconds.
    play(box, {"t": 1, "fault": "adapter-gone"}, arguments=["--speed", "20"], seconds=9000)
    box.start()

    box.wait_for(lambda: alarms(box, "adapter-gone"))
    tested = [edge for edge in box.lines.edges if edge.line == "BUZZER"]
    box.wait_for(lambda: len([edge for edge in box.lines.edges if edge.line == "BUZZER"]) > len(tested) + 10)
    box.wait_for(lambda: box.sound.bursts(threshold=8000))
    assert not alarms(box, "sounder-failed")
    pressed = time.monotonic()
    box.lines.press("A")
    box.wait_for(lambda: box.journal("LAPWING_CONDITION=adapter-gone", "LAPWING_ACTIVATION=paused"))
    # The pause of two minutes takes six seconds, and a host that is busy may show its status only after it. Without a pause the
    # buzzer rests for 2.6 s.
    box.wait_for(lambda: rest(box, since=pressed) > 4)


def rest(box, since):
    """The longest time without an edge of the buzzer, in s."""
    edges = [edge.at for edge in box.lines.edges if edge.line == "BUZZER" and edge.at >= since]
    return max(later - earlier for earlier, later in itertools.pairwise([since, *edges, time.monotonic()]))


def test_a_card_that_a_microphone_does_not_hear_is_an_alarm_and_the_buzzer_sounds(box):
    box.run("modprobe snd-aloop && udevadm settle && test -e /proc/asound/Loopback")
    # A loopback card plays sound from its first device on its second one; the reverse is silent.
    box.configure(LINES + sound_device(LOOPBACK.format(0), microphone=LOOPBACK.format(0)))
    play(box, {"t": 1})
    box.start()
    box.wait_for(lambda: alarms(box, "sounder-failed"))
    box.lines.wait("BUZZER", high=True, timeout=20, since=0)
    assert notes(box, "tone at the microphone: FAILED")
    time.sleep(5)
    assert len(box.journal("LAPWING_CONDITION=sounder-failed")) == 1  # It is on, and stays so.

    box.configure(LINES + sound_device(LOOPBACK.format(0), microphone=LOOPBACK.format(1)))
    box.run("systemctl reload lapwing")
    box.wait_for(lambda: notes(box, "tone at the microphone: passed"))
    box.wait_for(lambda: not alarms(box, "sounder-failed"))
    print("not received by the microphone: alarm and buzzer; received after a reload: the alarm ended")


def notes(box, text):
    return [entry["MESSAGE"] for entry in box.journal("LAPWING_EVENT=note") if text in entry["MESSAGE"]]
