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
# The version on the card.
OLD = (PROJECT / "Sources/System/Process/Version.swift").read_text().split('"')[1]
# The emulated machine has a sound card, and no lines.
BOARD = 'board: {sound: {device: "hw:CARD=Intel,DEV=0"}}\n'


def pytest_configure(config):
    config.addinivalue_line("markers", "short: a part of the short form for CI, `make image-short`")


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
    return shell_key()


def shell_key():
    WORK.mkdir(parents=True, exist_ok=True)
    path = WORK / "key"
    if not path.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


@pytest.fixture(scope="session")
def firmware(image):
    """The card's U-Boot for the emulated machine."""
    return image / "u-boot-qemu.bin"


@pytest.fixture(scope="session")
def settings(key):
    return f"name: test-box\ntime-zone: Europe/Berlin\nethernet: on\nssh-key: {key.with_suffix('.pub').read_text()}"


@pytest.fixture(scope="module")
def box(request, image, key, firmware, settings):
    """A box of its own for each file of tests, off, with a fresh card that has the test's box.yaml."""
    folder = fresh(WORK / request.module.__name__)
    card = Card.of(image / "card.img", folder / "card.img")
    card.write("box.yaml", settings)
    box = Box(card, firmware, folder, key)
    yield box
    box.cut()
    card.path.unlink()


@pytest.fixture(scope="session")
def proved(image, key, firmware, settings):
    """The folder of a box with a sound card that has proved itself: `card.img`, and `moment`, from which it goes on.

    It is kept for as long as the image is the same, since an emulated box takes minutes to start.
    """
    folder = WORK / f"proved-{image.name}"
    if not (folder / "moment").exists():
        for old in WORK.glob("proved-*"):
            shutil.rmtree(old)
        fresh(folder)
        card = Card.of(image / "card.img", folder / "card.img")
        card.write("box.yaml", settings)
        card.write("lapwing.yaml", BOARD)
        box = Box(card, firmware, folder, key).start()
        box.wait("systemctl is-active box-health")
        # Its second slot stays empty, as that of a box whose update was not good.
        box.run("systemctl stop box-double")
        box.keep(folder / "moment.new")
        (folder / "moment.new").rename(folder / "moment")
    return folder


@pytest.fixture(scope="session")
def installed(proved, key, firmware, updates):
    """The folder of that box when it has installed version 9.0.0 from a signed update, and has not started it yet."""
    folder = proved / "installed"
    if not (folder / "moment").exists():
        fresh(folder)
        box = Box(Card(proved / "card.img").fork(folder / "card.qcow2"), firmware, folder, key).start(proved / "moment")
        # On a stick, which is faster than the shell; its own unit would let the box start again.
        box.wait("touch /run/box/no-stick")
        box.plug(make_stick(folder / "stick.img", updates("9.0.0")))
        box.wait("mount -o ro /dev/sda /mnt/stick")
        box.run("NO_RESTART=1 /usr/lib/box/update install /mnt/stick/lapwing-9.0.0.raucb", timeout=1800)
        box.run("umount /mnt/stick; rm /run/box/no-stick; sync")
        box.unplug()
        (folder / "stick.img").unlink()
        box.keep(folder / "moment.new")
        (folder / "moment.new").rename(folder / "moment")
    return folder


@pytest.fixture
def running(proved, key, firmware):
    """A box that has proved itself and runs, in seconds: each test has its own."""
    folder = fresh(WORK / "running")
    box = Box(Card(proved / "card.img").fork(folder / "card.qcow2"), firmware, folder, key).start(proved / "moment")
    yield box
    box.cut()
    shutil.rmtree(folder)


@pytest.fixture
def ready(installed, key, firmware):
    """A box that is about to start version 9.0.0, in seconds: each test has its own."""
    folder = fresh(WORK / "ready")
    box = Box(Card(installed / "card.qcow2", "qcow2").fork(folder / "card.qcow2"), firmware, folder, key).start(installed / "moment")
    box.wait()
    yield box
    box.cut()
    shutil.rmtree(folder)


def fresh(folder):
    """An empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(scope="session")
def updates(image, keys):
    """Makes updates of the same system: `updates("9.0.0")` returns a bundle."""
    folder = fresh(WORK / "updates")

    def make(version):
        bundle = folder / f"lapwing-{version}.raucb"
        if bundle.exists():
            return bundle
        root = folder / "root.ext4"
        subprocess.run(["cp", "--sparse=always", image / "root.ext4", root], check=True)
        replace(root, "/usr/lib/box/version", version + "\n")
        subprocess.run([PROJECT / "image/update/bundle", root, version, keys, bundle],
            check=True, env={**os.environ, "LEVEL": "1"})
        root.unlink()
        return bundle

    return make


@pytest.fixture(scope="session")
def small(keys):
    """Makes updates that nothing can start, in a moment: signed as any other, with a file of random bytes as root."""
    folder = fresh(WORK / "small")

    def make(version, signer=keys, board="rpi", mebibytes=4):
        bundle = folder / f"lapwing-{version}.raucb"
        root = folder / "root.ext4"
        root.write_bytes(os.urandom(mebibytes << 20))
        subprocess.run([PROJECT / "image/update/bundle", root, version, signer, bundle], check=True, capture_output=True,
            env={**os.environ, "LEVEL": "1", "BOARD": board})
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

    return lambda *files: make_stick(tmp_path / "stick.img", *files)


def make_stick(path, *files):
    """The image of a stick that has these files."""
    with open(path, "wb") as file:
        file.truncate(400 << 20)
    subprocess.run(["mkfs.vfat", "-F", "32", path], check=True, capture_output=True)
    for file in files:
        subprocess.run(["mcopy", "-i", path, file, "::"], check=True)
    return path
