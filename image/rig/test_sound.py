"""That a card whose lapwing.yaml names no sound card finds one by itself, and a better one that is plugged in later."""

from card import Box, Card
from conftest import fresh, WORK

PLAYING = "cat /proc/asound/{}/pcm*p/sub0/status | grep -q RUNNING"


def test_a_box_finds_its_sound_card_and_takes_one_by_usb_that_comes_later(image, key, firmware, settings):
    folder = fresh(WORK / "sound")
    card = Card.of(image / "card.img", folder / "card.img")
    card.write("box.yaml", settings)
    box = Box(card, firmware, folder, key).start()
    try:
        box.wait(PLAYING.format("Intel"))
        assert "the card Intel is there, and was chosen" in box.run("lapwing doctor", check=False)
        box._qmp("device_add", driver="usb-audio", id="usb-sound", audiodev="sound")
        box.wait(PLAYING.format("Audio"), timeout=120)
        assert "the card Audio is there, and was chosen" in box.run("lapwing doctor", check=False)
        box._qmp("device_del", id="usb-sound")
        box.wait(PLAYING.format("Intel"), timeout=120)
    finally:
        box.cut()
        card.path.unlink()
