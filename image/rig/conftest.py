"""What the tests of the card begin with: the image that `make image` has made, and updates of it."""

import os
import pathlib
import shutil
import subprocess

import pytest

from card import Box, Card, debugfs

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
WORK = PROJECT / "var/card"


@pytest.fixture(scope="session")
def image():
    """The folder of the image, as image/card/build names it."""
    return pathlib.Path(os.environ["CARD"])


@pytest.fixture(scope="session")
def keys():
    return pathlib.Path(os.environ["KEYS"])


@pytest.fixture(scope="session")
def key():
    """A key for the shell."""
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / "key"
    if not path.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


@pytest.fixture(scope="session")
def firmware(image):
    """Debian's U-Boot for the emulated machine."""
    return image / "u-boot-qemu.bin"


@pytest.fixture(scope="session")
def settings(key):
    return f"name: test-box\ntime-zone: Europe/Berlin\nethernet: on\nssh-key: {key.with_suffix('.pub').read_text()}"


@pytest.fixture(scope="module")
def box(request, image, key, firmware, settings):
    """A box of its own for each file of tests, off, with a fresh card that has the test's box.yaml."""
    folder = WORK / request.module.__name__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    card = Card(image / "card.img", folder / "card.img")
    card.write("box.yaml", settings)
    box = Box(card, firmware, folder, key)
    yield box
    box.cut()
    card.path.unlink()


@pytest.fixture(scope="session")
def updates(image, keys):
    """Makes updates: `updates("9.0.0", signer=keys, change=lambda root: …)` returns a bundle."""
    folder = WORK / "updates"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    def make(version, signer=keys, change=None):
        bundle = folder / f"lapwing-{version}.raucb"
        root = folder / "root.ext4"
        subprocess.run(["cp", "--sparse=always", image / "root.ext4", root], check=True)
        replace(root, "/usr/lib/box/version", version + "\n")
        if change:
            change(root)
        subprocess.run([PROJECT / "image/update/bundle", root, version, signer, bundle],
            check=True, env={**os.environ, "LEVEL": "1"})
        root.unlink()
        return bundle

    return make


def replace(root, path, text, mode="0100755"):
    """Replaces a file of a root file system that is in a file."""
    new = root.with_suffix(".new")
    new.write_text(text)
    debugfs(root, 0, f"rm {path}", write=True)
    debugfs(root, 0, f"write {new} {path}", write=True)
    debugfs(root, 0, f"set_inode_field {path} mode {mode}", write=True)
    new.unlink()


@pytest.fixture
def stick(tmp_path):
    """Makes a stick that has files."""

    def make(*files):
        path = tmp_path / "stick.img"
        with open(path, "wb") as file:
            file.truncate(400 << 20)
        subprocess.run(["mkfs.vfat", "-F", "32", path], check=True, capture_output=True)
        for file in files:
            subprocess.run(["mcopy", "-i", path, file, "::"], check=True)
        return path

    return make
