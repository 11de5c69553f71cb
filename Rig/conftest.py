"""The fixtures of the rig's tests. `README.md` says how to write a test."""

import contextlib
import fcntl
import os
import pathlib
import re
import shutil
import signal
import sys

import pytest

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent / "tests")]

from rig.box import Box  # noqa: E402
from rig.machine import PROJECT, Image  # noqa: E402

RESULTS = PROJECT / "var/rig"
OUTCOME = pytest.StashKey()

# The end of a run ends its machines too, as Ctrl-C does.
signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    """Tests that take minutes come first, so that they run in parallel with others and not alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash.setdefault(OUTCOME, {})[report.when] = report
    return report


@pytest.fixture(scope="session")
def image():
    """The booted box with the package in dist/; every test gets a copy."""
    packages = sorted((PROJECT / "dist").glob("lapwing_*_arm64.deb"), key=lambda path: path.stat().st_mtime)
    if not packages:
        pytest.exit("dist/ holds no package for arm64: run make deb", returncode=1)
    RESULTS.mkdir(parents=True, exist_ok=True)
    with open(RESULTS / "boot.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Tests run in parallel, and all need the same image.
        made = Image(packages[-1])
        made.boot_once(RESULTS / "boot")
    return made


@pytest.fixture
def box(image, request):
    with box_in(image, request.node.name, lambda: has_failed(request.node)) as box:
        yield box


@pytest.fixture(scope="module")
def two_boxes(image, request):
    """Two boxes, for all tests of a file: it takes long until they are a pair."""

    def failed():
        return any(has_failed(item) for item in request.session.items if item.path == request.node.path)

    with box_in(image, "bed", failed) as bed, box_in(image, "hall", failed) as hall:
        yield bed, hall


@contextlib.contextmanager
def box_in(image, name, failed):
    """A box whose traces are in the folder of this name."""
    folder = RESULTS / (re.sub(r"\W+", "-", name) + ("-again" if os.environ.get("RIG_AGAIN") else ""))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    box = Box(image, folder, shown=bool(os.environ.get("RIG_SHOWN")))
    try:
        yield box
    finally:
        box.close(failed() or bool(os.environ.get("RIG_KEEP")))
        if failed():
            print(f"\nThe guest's console, journal, sound, lines and peers are in {folder}", file=sys.stderr)


def has_failed(item):
    return any(report.failed for report in item.stash.get(OUTCOME, {}).values())


@pytest.fixture(scope="session")
def demo():
    """The recording that the project ships."""
    return PROJECT / "data/recordings/demo.btsnoop"
