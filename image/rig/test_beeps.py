"""By what a box beeps when a file of the owner's is wrong, in a folder that stands for it; no emulator."""

import pytest

from folder import Folder

CARDS = " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n 1 [Device         ]: USB-Audio - USB Audio\n"

pytestmark = pytest.mark.short


@pytest.fixture
def box(tmp_path):
    """A box that notes in `calls` the configurations that were tested, of which those of HDMI fail."""
    box = Folder(tmp_path)
    (tmp_path / "data/config").mkdir()
    (tmp_path / "proc/asound").mkdir()
    box.put("proc/asound/cards", CARDS)
    box.tool("sleep", ":")
    box.tool("lapwing", f"cat $3 >>{tmp_path}/calls; ! grep -q hdmi $3")
    return box


def test_without_a_sounder_every_card_is_tried_and_each_that_plays_beeps_three_times(box):
    assert "beeps by hw:CARD=Device,DEV=0" in box.run("beeps").stderr
    assert box.read("calls").count("vc4hdmi") == 1 and box.read("calls").count("CARD=Device,") == 3


@pytest.mark.parametrize("line", ["board.sound.device: hw:CARD=A,DEV=0 # x", "board.buzzer: 18 # x"])
def test_the_sounder_in_force_beeps_and_no_other(box, line):
    box.put("data/config/shown", f"sum\nboard.lamps.red: none\n{line}\n")
    box.put("run/box/lapwing.yaml", "board: {buzzer: 18}\n")
    assert "beeps by the sounder" in box.run("beeps").stderr
    assert box.read("calls") == "board: {buzzer: 18}\n" * 3


def test_a_box_without_sound_starts_in_silence(box):
    box.put("proc/asound/cards", "--- no soundcards ---\n")
    box.put("data/config/shown", "sum\nboard.sound.device: none # default\nboard.buzzer: none # default\n")
    assert box.run("beeps").returncode == 0
    assert box.read("calls") is None


def test_a_card_that_comes_late_in_the_start_is_waited_for(box):
    """In an update's first start the card of the configuration came seconds after this script."""
    box.put("data/config/shown", "board.sound.device: hw:CARD=Device,DEV=0 # x\n")
    box.put("run/box/lapwing.yaml", 'board: {sound: {device: "hw:CARD=Device,DEV=0"}}\n')
    box.tool("lapwing", f"cat $3 >>{box.root}/calls; [ $(grep -c Device {box.root}/calls) -gt 4 ]")
    assert "beeps by hw:CARD=Device,DEV=0" in box.run("beeps").stderr
    assert box.read("calls").count("CARD=Device,") == 7


def test_that_nothing_beeps_is_said(box):
    box.tool("lapwing", f"cat $3 >>{box.root}/calls; false")
    assert "no beeps: there is no sounder and no card" in box.run("beeps").stderr
    assert box.read("calls").count("CARD=Device,") == 5
