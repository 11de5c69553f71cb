#!/usr/bin/env python3
"""Cuts the power of the emulated box at random moments, and looks at what it does then.

    CARD=FOLDER KEYS=FOLDER image/rig/cuts.py CUTS [SEED]       STORIES="first start,bad update": only these

Three stories are played once, and all that the box writes to its card is noted in its order: a first start; an update that is
good; one that is not, and the way back. A cut is a place in one of them. The card of that moment has what was flushed; of what was
not, each write is there, lost or, one of them, torn. The box starts from it and is left alone. Then

 1. it has started, Lapwing runs, and the version counts as proved;
 2. it runs the version of before or the new one, and the new one if that had proved itself; where the old one runs although
    the update was told as installed, it says why;
 3. each alarm whose commitment the box had reported before the cut is in its logbook.

Each result is a line of var/card/cuts.jsonl, with the seed and the card's image; runs add up. What is not in it: a card that
loses what it has flushed, or other sectors than those that were being written.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time

from blocklog import Log, Replayed
from card import Box, Card
from conftest import BOARD, PROJECT, WORK, fresh, replace

OLD, NEW = (PROJECT / "Sources/System/Process/Version.swift").read_text().split('"')[1], "9.0.0"
SICK = f"""mv usr/bin/lapwing usr/bin/lapwing.true; printf '#!/bin/sh\\nexit 1\\n' >usr/bin/lapwing; chmod 755 usr/bin/lapwing
sed -i 's/LIMIT:-180/LIMIT:-5/' usr/lib/box/health"""
TEST = "n=$(lapwing alarms recall --last 1000 | grep -c no-data); lapwing alarms test no-data >/dev/null && " \
    "until [ $(lapwing alarms recall --last 1000 | grep -c no-data) -gt $n ]; do sleep 1; done; lapwing alarms recall --last 1000 | grep -c no-data"
# An emulated box that starts three times and is judged, on a busy host.
LIMIT_S = 1800


class Story:
    """What a box does and writes, once. `marks`: what was true from a size of the log on."""

    def __init__(self, folder, name):
        self.folder, self.name = folder / name, name
        self.base, self.log, self.notes = self.folder / "base.img", self.folder / "log", self.folder / "marks.json"

    @property
    def is_there(self):
        return self.notes.exists()

    def load(self):
        self.marks = json.loads(self.notes.read_text())
        return Log(self.log)

    def record(self, card, machine, moment, play):
        """Starts a box with a log beside its card, and lets `play` do things and set marks."""
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
        box = Box(overlay, machine["firmware"], self.folder, machine["key"])
        self.marks = []
        box.start(moment, drive=options)
        try:
            play(box, self.mark)
        finally:
            box.cut()
        overlay.path.unlink()
        self.notes.write_text(json.dumps(self.marks))

    def mark(self, what, value=True):
        self.marks.append((self.log.stat().st_size, what, value))
        print(f"{self.name}: {what} {value} at {self.log.stat().st_size >> 20} MiB of the log", flush=True)


def rebooted(box, version, extra="true"):
    start = box.run("cat /proc/sys/kernel/random/boot_id")
    box.run("systemctl reboot", check=False)
    box.wait(f"test $(cat /proc/sys/kernel/random/boot_id) != {start} && test $(cat /usr/lib/box/version) = {version} && {extra} && "
        "systemctl is-active box-health", timeout=LIMIT_S)


def first_start(box, mark):
    box.wait("systemctl is-active box-health")
    mark("alarms", int(box.run(TEST)))
    box.run("sleep 5; sync")


def good_update(box, mark):
    box.wait()
    mark("alarms", int(box.run(TEST)))
    mark("asked")
    box.run("NO_RESTART=1 /usr/lib/box/update install /data/lapwing-9.0.0.raucb", timeout=1800)
    mark("told")
    rebooted(box, NEW)
    mark("proved")
    mark("alarms", int(box.run(TEST)))
    box.run("sleep 5; sync")


def bad_update(box, mark):
    box.wait()
    box.run(f"mount /dev/vda3 /mnt/stick && cd /mnt/stick && {{ {SICK}\n}} && cd / && umount /mnt/stick && sync")
    mark("alarms", int(box.run(TEST)))
    box.run("sync")
    mark("told")
    mark("begins")
    rebooted(box, OLD, "test -s /data/box/why")
    mark("alarms", int(box.run(TEST)))
    box.run("sync")


def record_first(story, folder, machine, settings, image):
    card = Card.of(image / "card.img", folder / "first.img")
    card.write("box.yaml", settings)
    card.write("lapwing.yaml", BOARD)
    story.record(card, machine, None, first_start)
    card.path.unlink()


def record_good(story, folder, machine, settings, image):
    proved, place = WORK / f"proved-{image.name}", fresh(folder / "with update")
    box = Box(Card(proved / "card.img").fork(place / "card.qcow2"), machine["firmware"], place, machine["key"]).start(proved / "moment")
    box.wait()
    bundle = WORK / f"{NEW}.raucb"
    update(image, bundle)
    box.send(bundle, f"/data/lapwing-{NEW}.raucb")
    box.run("sync")
    box.keep(place / "moment")
    story.record(Card(place / "card.qcow2", "qcow2"), machine, place / "moment", good_update)
    shutil.rmtree(place)


def record_bad(story, folder, machine, settings, image):
    installed = WORK / f"proved-{image.name}" / "installed"
    story.record(Card(installed / "card.qcow2", "qcow2"), machine, installed / "moment", bad_update)


STORIES = {"first start": record_first, "bad update": record_bad, "good update": record_good}


def update(image, bundle):
    """The signed update of the same system to the new version."""
    root = bundle.with_suffix(".ext4")
    subprocess.run(["cp", "--sparse=always", image / "root.ext4", root], check=True)
    replace(root, "/usr/lib/box/version", NEW + "\n")
    subprocess.run([PROJECT / "image/update/bundle", root, NEW, os.environ["KEYS"], bundle],
        check=True, env={**os.environ, "LEVEL": "1"}, capture_output=True)
    root.unlink()


def wrong(story, known, state):
    """What is wrong with a box after a cut, or nothing. `known`: what was true at the cut."""
    version, why = state["version"], state["why"]
    if version not in (OLD, NEW):
        return f"version {version} runs"
    if story == "first start":
        return None if version == OLD and not why else f"a first start ends in version {version}: {why}"
    if story == "bad update":
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
        return "the update was told as installed, the old version runs, and nothing says why"
    return None


def judge(box, known, story):
    """Starts the box and waits until it is at rest."""
    began = time.monotonic()
    box.start()
    box.wait("systemctl is-active lapwing && systemctl is-active box-health", timeout=LIMIT_S)
    lines = box.run("cat /usr/lib/box/version; lapwing alarms recall --last 1000 | grep -c no-data; cat /data/box/why 2>/dev/null || true").split("\n")
    state = {"version": lines[0], "alarms": int(lines[1]), "why": " ".join(lines[2:])}
    fault = wrong(story, known, state)
    if not fault and state["alarms"] < known.get("alarms", 0):
        fault = f"{known['alarms']} alarms were committed, and {state['alarms']} are in the logbook"
    return {**state, "seconds": round(time.monotonic() - began), "fault": fault}


def main():
    cuts = int(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    image = pathlib.Path(os.environ["CARD"])
    machine = {"key": WORK / "key", "firmware": image / "u-boot-qemu.bin"}
    folder = WORK / f"cuts-{image.name}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(image / "card.img", "rb") as content:
        made = hashlib.file_digest(content, "sha256").hexdigest()[:16]
    settings = f"name: test-box\nethernet: on\nssh-key: {machine['key'].with_suffix('.pub').read_text()}"
    stories = []
    for name in os.environ.get("STORIES", ",".join(STORIES)).split(","):
        stories.append(Story(folder, name))
        if not stories[-1].is_there:
            STORIES[name](stories[-1], folder, machine, settings, image)
    chance = random.Random(seed)
    planned = [[] for _ in stories]
    for number in range(cuts):
        planned[number % len(stories)].append(chance.random())
    results = WORK / "cuts.jsonl"
    faults = 0
    for story, places in zip(stories, planned):
        log = story.load()
        begins = next((log.index(size) for size, what, _ in story.marks if what == "begins"), 0)
        work = fresh(folder / "cut")
        Card(story.base).flat(work / "card.img")
        card = Replayed(work / "card.img", log)
        for number, place in enumerate(sorted(begins + int(share * (len(log.entries) - begins)) for share in places)):
            mine = seed * 1_000_003 + number
            waited, lost, torn = card.cut(place, mine)
            known = {what: value for size, what, value in story.marks if log.index(size) <= place}
            box = Box(Card(work / "card.img").fork(work / "card.qcow2"), machine["firmware"], work, machine["key"])
            try:
                result = judge(box, known, story.name)
            except RuntimeError as error:
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
