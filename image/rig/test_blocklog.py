"""What a card holds after a power cut, by a log of writes; no emulator."""

import struct

import pytest

from blocklog import FLUSH, MAGIC, SECTOR, Log, Replayed

pytestmark = pytest.mark.short


@pytest.fixture
def card(tmp_path):
    """A card of zeros, and a log: 1 to sector 0, a flush, 2 to sector 0 and 3 to sectors 1 and 2, a flush, 4 to sector 0."""
    path = tmp_path / "card"
    path.write_bytes(bytes(4 * SECTOR))
    log = struct.pack("<QQQI", MAGIC, 1, 0, SECTOR).ljust(SECTOR, b"\0")
    for sector, content, flags in ((0, b"1", 0), (0, b"", FLUSH), (0, b"2", 0), (1, b"33", 0), (0, b"", FLUSH), (0, b"4", 0)):
        log += struct.pack("<QQQQ", sector, len(content), flags, 0).ljust(SECTOR, b"\0") + b"".join(bytes([byte]) * SECTOR for byte in content)
    (tmp_path / "log").write_bytes(log)
    return Replayed(path, Log(tmp_path / "log"))


def held(card):
    content = card.card.read_bytes()
    return "".join(chr(content[sector * SECTOR]) if content[sector * SECTOR] else "." for sector in range(4))


def test_what_was_flushed_is_there(card):
    assert {(card.cut(2, seed), held(card))[1] for seed in range(20)} == {"1..."}


def test_what_was_not_is_there_lost_or_torn(card):
    seen = {(card.cut(4, seed), held(card))[1] for seed in range(200)}
    assert seen == {"1...", "2...", "133.", "233.", "13..", "23.."}


def test_a_cut_leaves_nothing_for_the_next(card):
    for seed in range(20):
        card.cut(4, seed)
        card.restore()
        assert held(card) == "1..."
    card.cut(5, 1)
    assert held(card) == "233."
    card.cut(6, 1)
    assert held(card) in ("233.", "433.")


def test_a_log_knows_how_long_it_was(card):
    assert len(card.log.entries) == 6
    assert card.log.index(0) == 0 and card.log.index(3 * SECTOR) == 1 and card.log.index(1 << 20) == 6
