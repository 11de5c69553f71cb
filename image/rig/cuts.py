#!/usr/bin/env python3
"""Cuts the power of the emulated box at random moments, and looks at what it does then.

    CARD=FOLDER KEYS=FOLDER image/rig/cuts.py CUTS [SEED]       STORIES="first start,bad start": only these

Stories are played once, and all that the box writes to its card is recorded in its order: a first start; the start of an update that is
good, until it has proved itself; that of one that is not, and the way back; an installation; and a new boot partition. A cut is a
place in one of them. The card of that moment has what was flushed; of what was not, each write is there, lost or, one of them, torn.
The box starts from it and is left alone. Then

 1. it has started, Lapwing runs, and the version counts as proved;
 2. it runs the version of before or the new one, and the new one if that had proved itself; where the old one runs although
    the update was reported as installed, it says why;
 3. each alarm whose commitment the box had reported before the cut is in its logbook.

Of a new boot partition, which changes nothing else, it is looked at whether the one that counts is whole, with the owner's files, and
the new one if that had been told, and whether it starts the kernel of the slot that ran.

Each result is a line of image/rig/cuts.jsonl, with the seed and the card's image; runs add up. What is not in it: a card that
loses what it has flushed, or other sectors than those that were being written.
"""

import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib

from blocklog import Log, Replayed
from boot_faults import whole_card
from card import DATA, ROOT_B, Box, Card, debugfs
from conftest import OLD, PROJECT, WORK, fresh, replace

NEW = "9.0.0"
# What the box reports when it is at rest: the version, the alarms in test that the logbook has (each judgement of a new system
# raises one, and waits for it), and why that version runs. Its own units say when it is at rest, so it need not be asked.
REST = """until systemctl is-active --quiet lapwing.service && systemctl is-active --quiet box-health.service; do sleep 2; done
echo; echo "rest: $(cat /usr/lib/box/version) $(lapwing alarms recall --last 1000 | grep -c no-data) $(cat /data/box/why 2>/dev/null)"
"""
# A person asks for the boot partition that the system brings.
RENEW = """echo asked:; sleep 5
NO_RESTART=1 /usr/lib/box/update boot
echo told:
"""
# By then the alarm in test has ended: one that goes on would count as one with that of the next start.
OFF = "sleep 20; systemctl poweroff\n"
# The line `asked` may take a moment to arrive.
INSTALL = f"""echo asked:; sleep 5
NO_RESTART=1 /usr/lib/box/update install /data/lapwing-{NEW}.raucb
echo told:
"""
# An emulated box that starts three times and is judged, on a busy host.
LIMIT_S = 2400
# Cuts of a story before those of the next one.
ROUND = 4


class Story:
    """What a box does and writes, once. `marks`: what was true from a size of the log on."""

    def __init__(self, folder, name):
        self.folder, self.name = folder / name, name
        self.base, self.log, self.notes = self.folder / "base.img", self.folder / "log", self.folder / "marks.json"

    @property
    def is_there(self):
        return self.notes.exists()

    def load_marks(self):
        return json.loads(self.notes.read_text())

    def load(self):
        self.marks = self.load_marks()
        return Log(self.log)

    @property
    def end(self):
        """The card as it was in the end."""
        return Card(self.folder / "card.qcow2", "qcow2")

    def record(self, card, firmware, tells, play, marks=()):
        """Starts a box with a log beside its card, and lets `play` set marks from what it reports. `marks`: what is true before."""
        fresh(self.folder)
        card.flat(self.base)
        overlay = Card(self.base).fork(self.folder / "card.qcow2")
        self.log.touch()
        options = []
        for node in (
            {"driver": "qcow2", "node-name": "disk", "file": {"driver": "file", "filename": str(overlay.path)}},
            {"driver": "file", "node-name": "log", "filename": str(self.log)},
            {"driver": "blklogwrites", "node-name": "card", "file": "disk", "log": "log", "log-sector-size": 512},
        ):
            options += ["-blockdev", json.dumps(node)]
        box = Box(overlay, firmware, self.folder, None, tells + OFF)
        self.marks = [(0, *mark) for mark in marks]
        box.start(drive=options)
        try:
            play(box, self.mark)
            box.wait_end(LIMIT_S)
        finally:
            box.cut()
        self.notes.write_text(json.dumps(self.marks))

    def mark(self, what, value=True):
        self.marks.append((self.log.stat().st_size, what, value))
        print(f"{self.name}: {what} {value} at {self.log.stat().st_size >> 20} MiB of the log", flush=True)


def at_rest(box, version=r"\S+"):
    """What the box reports when it is at rest with a version."""
    found = box.wait_told(rf"^rest: ({version}) (\d+) ?(.*?)\r?$", LIMIT_S)
    return {"version": found[1], "alarms": int(found[2]), "why": found[3].strip()}


def first_start(box, mark):
    mark("alarms", at_rest(box)["alarms"])


def good_start(box, mark):
    alarms = at_rest(box, re.escape(NEW))["alarms"]
    mark("proved")
    mark("alarms", alarms)


def bad_start(box, mark):
    alarms = at_rest(box, re.escape(OLD))["alarms"]
    mark("back")
    mark("alarms", alarms)


def installation(box, mark):
    mark("alarms", at_rest(box)["alarms"])
    box.wait_told(r"^asked:", LIMIT_S)
    mark("asked")
    box.wait_told(r"^told:", LIMIT_S)
    mark("told")


def record_boot(stories, firmware, settings, image):
    story = stories["boot partition"]
    card = whole_card(image, story.folder.parent / "before.img")
    card.write("box.yaml", settings)
    # That of an older version, which had no U-Boot.
    _, *lines = (image / "fat/boot.txt").read_text().splitlines()
    card.write("boot.txt", "\n".join(["version 0.0.1", *(line for line in lines if "u-boot.bin" not in line)]) + "\n")
    story.record(card, firmware, REST + RENEW, installation)
    card.path.unlink()


def record_first(stories, firmware, settings, image):
    story = stories["first start"]
    card = Card.of(image / "card.img", story.folder.parent / "first.img")
    card.write("box.yaml", settings)
    story.record(card, firmware, REST, first_start)
    card.path.unlink()


def record_start(name, play, change):
    """Records the start of a version whose slot is filled from outside, as RAUC leaves it: faster than an installation."""

    def record(stories, firmware, settings, image):
        first = stories["first start"]
        card = first.end.flat(first.folder.parent / "new.img")
        root = first.folder.parent / "root.ext4"
        new_root(image, root, change)
        with open(root, "rb") as content, open(card.path, "r+b") as file:
            file.seek(ROOT_B)
            shutil.copyfileobj(content, file)
        root.unlink()
        sector = first.folder.parent / "lapwing.env"
        subprocess.run([PROJECT / "image/card/environment", sector, "BOOT_ORDER=B A", "BOOT_A_LEFT=9", "BOOT_B_LEFT=3",
            "BOOT_A_GOOD=1", "BOOT_B_GOOD=0"], check=True)
        for copy in ("lapwing.env", "lapwing.bak"):
            card.write(copy, sector.read_bytes())
        expected = first.folder.parent / "expected"
        expected.write_text(f"B {NEW}\n")
        debugfs(card.path, DATA, f"write {expected} /box/expected", write=True)
        alarms = [value for _, what, value in first.load_marks() if what == "alarms"][-1]
        stories[name].record(card, firmware, REST, play, [("asked", True), ("told", True), ("alarms", alarms)])
        card.path.unlink()

    return record


def record_installation(stories, firmware, settings, image):
    first, story = stories["first start"], stories["installation"]
    card = first.end.flat(story.folder.parent / "before.img")
    bundle = WORK / f"{NEW}.raucb"
    root = bundle.with_suffix(".ext4")
    new_root(image, root, lambda _: None)
    subprocess.run([PROJECT / "image/update/bundle", root, NEW, os.environ["KEYS"], bundle],
        check=True, env={**os.environ, "LEVEL": "1"}, capture_output=True)
    root.unlink()
    debugfs(card.path, DATA, f"write {bundle} /lapwing-{NEW}.raucb", write=True)
    story.record(card, firmware, REST + INSTALL, installation)
    card.path.unlink()


def new_root(image, root, change):
    subprocess.run(["cp", "--sparse=always", image / "root.ext4", root], check=True)
    replace(root, "/usr/lib/box/version", NEW + "\n")
    change(root)


def sicken(root):
    """A Lapwing that ends at once, and less time to prove itself."""
    replace(root, "/usr/bin/lapwing", "#!/bin/sh\nexit 1\n")
    health = PROJECT / "image/card/system/usr/lib/box/health"
    replace(root, "/usr/lib/box/health", health.read_text().replace("LIMIT:-180", "LIMIT:-5"))


STORIES = {
    "first start": record_first, "good start": record_start("good start", good_start, lambda _: None),
    "bad start": record_start("bad start", bad_start, sicken), "installation": record_installation, "boot partition": record_boot,
}


def wrong(story, known, state):
    """What is wrong with a box after a cut, or nothing. `known`: what was true at the cut."""
    version, why = state["version"], state["why"]
    if version not in (OLD, NEW):
        return f"version {version} runs"
    if story == "first start":
        return None if version == OLD and not why else f"a first start ends in version {version}: {why}"
    if story == "bad start":
        if version == NEW:
            return "a bad version counts as proved"
        return None if why else "the old version runs again, and nothing says why"
    if "proved" in known and version != NEW:
        return f"version {NEW} had proved itself, and {version} runs"
    if "asked" not in known and (version != OLD or why):
        return f"nothing was installed, and version {version} runs: {why}"
    if version == NEW and why:
        return f"the new version runs, and yet it says: {why}"
    if "told" in known and version == OLD and not why:
        return "the update was reported as installed, the old version runs, and nothing says why"
    return None


def judge(box, known, story):
    """Starts the box and waits until it is at rest."""
    began = time.monotonic()
    box.start()
    state = at_rest(box)
    fault = wrong(story, known, state)
    if not fault and state["alarms"] < known.get("alarms", 0):
        fault = f"{known['alarms']} alarms were committed, and {state['alarms']} are in the logbook"
    return {**state, "seconds": round(time.monotonic() - began), "load": round(os.getloadavg()[0], 1), "fault": fault}


def partition(card, settings):
    """The version of the boot partition that the first sector of a card names, or nothing if it is not whole."""
    with open(card, "rb") as file, tempfile.TemporaryDirectory() as folder:
        file.seek(454)
        start = int.from_bytes(file.read(4), "little") * 512
        subprocess.run(["mcopy", "-s", "-i", f"{card}@@{start}", "::*", folder], check=True, capture_output=True)
        content = {path.name.lower(): path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    first, *lines = content["boot.txt"].decode().splitlines()
    sums = [line.split("  ") for line in lines]
    counts = [content[name] for name in ("lapwing.env", "lapwing.bak")]
    whole = (
        all(hashlib.sha256(content.get(name.lower(), b"")).hexdigest() == wanted for wanted, name in sums) and content["box.yaml"].decode() == settings
        and any(zlib.crc32(sector[4:]) == int.from_bytes(sector[:4], "little") for sector in counts))
    return first.removeprefix("version ") if whole else None


def judge_partition(box, card, known, settings):
    """Looks at the boot partition that counts, and starts the box from it."""
    began, version = time.monotonic(), partition(card, settings)
    box.start()
    slot = box.wait_told(r"^box: slot (.) \([^$]*?Starting kernel", LIMIT_S)[1]
    fault = None
    if version not in (OLD, "0.0.1") or ("told" in known and version != OLD):
        fault = f"the boot partition is of version {version}"
    elif slot != "A":
        fault = f"slot {slot} is started"
    return {"boot": version, "slot": slot, "seconds": round(time.monotonic() - began), "load": round(os.getloadavg()[0], 1), "fault": fault}


def main():
    cuts = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    image = pathlib.Path(os.environ["CARD"])
    firmware = image / "u-boot-qemu.bin"
    folder = WORK / f"cuts-{image.name}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(image / "card.img", "rb") as content:
        made = hashlib.file_digest(content, "sha256").hexdigest()[:16]
    settings = "name: test-box\n"
    every = {name: Story(folder, name) for name in STORIES}
    stories = [every[name] for name in os.environ.get("STORIES", ",".join(STORIES)).split(",")]
    for story in stories:
        if not story.is_there:
            STORIES[story.name](every, firmware, settings, image)
    chance = random.Random(seed)
    planned = [[] for _ in stories]
    for number in range(cuts):
        planned[number % len(stories)].append(chance.random())
    results = PROJECT / "image/rig/cuts.jsonl"
    faults = 0
    # In rounds, each in the order of its places: a run that is ended early has cut everywhere.
    rounds = [(first, story, places[first:first + ROUND]) for first in range(0, cuts, ROUND) for story, places in zip(stories, planned)]
    for first, story, places in rounds:
        if not places:
            continue
        log = story.load()
        work = fresh(folder / f"cut-{os.getpid()}")
        Card(story.base).flat(work / "card.img")
        card = Replayed(work / "card.img", log)
        # What is written before a person asks for a boot partition belongs to other stories.
        begin = log.index(min(size for size, what, _ in story.marks if what == "asked")) if story.name == "boot partition" else 0
        for number, place in enumerate(sorted(begin + int(share * (len(log.entries) - begin)) for share in places), first):
            mine = seed * 1_000_003 + number
            waited, lost, torn = card.cut(place, mine)
            known = {what: value for size, what, value in story.marks if log.index(size) <= place}
            (work / "console.log").unlink(missing_ok=True)
            box = Box(Card(work / "card.img").fork(work / "card.qcow2"), firmware, work, None, REST)
            try:
                if story.name == "boot partition":
                    result = judge_partition(box, work / "card.img", known, settings)
                else:
                    result = judge(box, known, story.name)
            except (RuntimeError, subprocess.CalledProcessError) as error:
                result = {"fault": f"the box does not start: {str(error)[:300]}"}
            finally:
                box.cut()
            line = {"image": made, "seed": mine, "story": story.name, "place": place, "of": len(log.entries), "known": list(known),
                "waited": waited, "lost": lost, "torn": torn, **result}
            with open(results, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            faults += bool(result["fault"])
            print(f"{story.name}, cut {place} of {len(log.entries)}, {lost} of {waited} lost: {result}", flush=True)
        shutil.rmtree(work)
    everything = [json.loads(line) for line in results.read_text().splitlines()]
    print(f"{len(everything)} cuts so far, {sum(bool(line['fault']) for line in everything)} with a fault; {cuts} of them now, {faults} with a fault")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
