"""What is published of a card: what it changes, and the list for Raspberry Pi Imager; no emulator."""

import json
import os
import subprocess

import pytest

from conftest import PROJECT

pytestmark = pytest.mark.short

LOCK = "# Made by `make image-lock` on 2026-11-29: section, name, version, checksum, repository, place.\n"
CHANGES = """## [Unreleased]

- The page `Now`: it shows each value. It is new.
- [A link](docs/x.md), `a.yaml` of the box's owner; more.

## [2]

- Of version two.

## [1]

- Of version one.
"""


def test_the_first_sentence_of_each_change_is_told_whole(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    said = subprocess.run([PROJECT / "image/update/changes", tmp_path / "CHANGELOG.md", "2"], check=True, capture_output=True, text=True).stdout
    assert said == "The page Now: it shows each value; A link, a.yaml of the box’s owner, more; Of version two\n"


def test_an_update_says_of_which_day_its_packages_of_debian_are(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "lock").write_text(LOCK)
    said = subprocess.run([PROJECT / "image/update/changes", tmp_path / "CHANGELOG.md", "1", tmp_path / "lock"], check=True, capture_output=True, text=True).stdout
    assert said.endswith("; Of version one; The packages of Debian are those of 2026-11-29\n")


def test_the_list_of_the_card_has_its_day():
    assert subprocess.run(
        [PROJECT / "image/update/changes", PROJECT / "CHANGELOG.md", "0", PROJECT / "image/card/lock"], check=True, capture_output=True, text=True).stdout[-11:-7] >= "2026"


def release(tmp_path, board, *address):
    """Publishes a card of a few bytes; returns the list for Imager, or nothing."""
    card = tmp_path / "card"
    card.mkdir()
    for name in ("card.img", "card.img.xz", "root.ext4", "card.spdx.json"):
        (card / name).write_bytes(bytes(8192))
    (card / "lock").write_text(LOCK + "root base-files 13 0 base x.deb\naside linux-image-arm64 9 0 base y.deb\n")
    output = tmp_path / "out" / f"lapwing-2-{board}-arm64"
    subprocess.run([PROJECT / "image/card/release", card, output, "2", *address], check=True, capture_output=True, env={**os.environ, "BOARD": board})
    notes = output.with_suffix(".notes.md").read_text()
    assert "| linux-image-arm64 | 9 |" in notes and "Debian trixie of 2026-11-29, 2 packages." in notes
    listed = output.with_suffix(".imager.json")
    return json.loads(listed.read_text())["os_list"][0] if listed.exists() else None


def test_without_an_address_there_is_no_list_for_imager(tmp_path):
    assert release(tmp_path, "rpi") is None


@pytest.mark.parametrize("board, device, name", [("rpi", "pi4-64bit", "Zero 2 W, 3, 4, 400 or CM4"), ("rpi5", "pi5-64bit", "for a 5.")])
def test_the_list_names_the_boards_that_the_card_is_for(tmp_path, board, device, name):
    listed = release(tmp_path, board, "https://example.org/lapwing")
    assert device in listed["devices"] and name in listed["description"]
    assert listed["url"] == f"https://example.org/lapwing/lapwing-2-{board}-arm64.img.xz" and "icon" not in listed
