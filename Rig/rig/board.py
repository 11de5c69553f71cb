"""The configuration of the box's board, and inputs for it in a test."""

import json

LINES = """
board:
  chip: 9030000.pl061
  lamps: {red: LAMP_RED, yellow: LAMP_YELLOW, green: LAMP_GREEN, blue: LAMP_BLUE}
  buzzer: BUZZER
  buttons: {a: BUTTON_A active-low, b: BUTTON_B active-low, c: BUTTON_C active-low}
"""


def sound_device(device, microphone=None):
    ear = f', microphone: "{microphone}"' if microphone else ""
    return f'  sound: {{device: "{device}"{ear}}}\n'


SOUND = sound_device("plughw:CARD=Audio,DEV=0")


def play(box, *events, arguments=(), seconds=900):
    """Lets the service play events at their times and then wait."""
    path = box.folder / "timeline.jsonl"
    path.write_text("".join(json.dumps(event) + "\n" for event in [*events, {"t": seconds}]))
    box.play(path, *(() if "--speed" in arguments else ("--speed", "1")), *arguments)


def beats(bpm, begin, end):
    """A strap that sends this heart rate once a second."""
    return [
        {"t": second, "address": "C0:FF:EE:00:00:02", "characteristic": "0x2A37", "hex": f"06{bpm:02x}"}
        for second in range(begin, end)
    ]


def plug_sound(box, trace=None):
    box.sound.plug(trace)
    box.wait("test -e /proc/asound/Audio && test -e /dev/snd/pcmC0D0p")


def alarms(box, condition):
    return [alarm for alarm in box.status().get("alarms", []) if alarm["condition"] == condition]


def sound_an_alarm(box, trace=None):
    """Starts a box with lamps, a buzzer and a sound card, on which a high alarm sounds."""
    box.configure(LINES + SOUND)
    plug_sound(box, trace)
    play(box, {"t": 1, "fault": "adapter-gone"})
    box.start()
    box.wait_for(lambda: alarms(box, "adapter-gone"))
    box.wait_for(lambda: box.sound.bursts(threshold=8000), timeout=120)


def main_process(box):
    return box.run("systemctl show -P MainPID lapwing").output.strip()
