#!/usr/bin/env python3
"""Cuts the power of a model of the box at random moments of updates, and looks at what runs afterwards.

    image/proof/run.py [CUTS] [SEED]         default 10000 cuts

Each story: a box that has proved itself gets a good, a sick or a dead version; one to three cuts fall anywhere in the starts,
the installation, the proof and the way back. Then the box is left alone, and must come to a version that works:

 1. it starts: within 40 starts a healthy version runs, and it goes on running;
 2. what was installed whole, reported as such and is good runs, or the box says why not;
 3. no other version than before runs without a word (`why`), except the one that was installed;
 4. what runs counts as proved in the end; a version that has proved itself is not left for another by fewer than nine cuts;
 5. when the new version has proved itself, a person asks for the boot partition that it brings: at each start and in the end that
    is whole, of one version, with the owner's files, and in the end it is that of the new version.

Then the same with errors put into the scripts, one at a time: each must be found.
"""

import random
import sys

import hush
from box import VERSIONS, Box, apply, boot_version, counts, new_card, version

LIMIT = 40
FILES = ("runs", "expected", "installing", "why", "failed", "before")
DAMAGES = (
    ("boot.cmd", "lapwing.bak lapwing.env; do", "lapwing.env lapwing.env; do", "the second copy of the counts is not read"),
    ("boot.cmd", 'if test "${known}" = "lapwing.env"', 'if test "${known}" = "lapwing.bak"', "the only good copy of the counts is written over"),
    ("bin/fw_setenv", "dd if=", ": if=", "the box writes one copy of the counts"),
    ("boot.cmd", "BOOT_B_LEFT ${BOOT_B_LEFT} - 1", "BOOT_B_LEFT ${BOOT_B_LEFT} - 0", "tries of B are not counted"),
    # One of these two alone does no harm: the slot would be left again.
    ("update", '"BOOT_${other}_GOOD" 0', '"BOOT_${other}_GOOD" 1', "health", "! is_late || leave", "! is_late || exit 0",
     "the slot that is written counts as proved, and is not left"),
    ("update", 'echo "$other $version" | put "$STATE/installing"', ":", "no word before an installation"),
    ("health", '"BOOT_${slot}_GOOD" 1', '"BOOT_${slot}_GOOD" 0', "nothing is ever proved"),
    ("boot", 'sync "$place"/* || whole=', ":", "boot", 'sync "$disk" || whole=', ":", "a boot partition counts before the card has it"),
    ("boot", 'cp -r "$file" "$place/"', ":", "the owner's files are not carried along"),
    ("health", 'put "$STATE/why"', "cat >/dev/null", "the way back is not reported"),
)


class Story:
    def __init__(self, box, chance, new, cuts):
        self.box, self.chance, self.new = box, chance, new
        self.card = new_card()
        self.cuts = cuts
        self.is_cut = False  # The last record was.
        self.told = False  # The box has said that the update is installed.
        self.proved = set()
        self.asked = False
        self.boot_done = False
        self.trail = []

    def do(self, record):
        """Applies a record; false if the power was cut in it."""
        # A card that a cut has torn is hurt most by another one at the start that follows.
        likely = 0.5 if self.is_cut else 0.12
        self.is_cut = False
        if self.asked and self.cuts and self.chance.random() < likely:
            self.cuts -= 1
            self.is_cut = True
            place = self.chance.randint(0, len(record))
            self.card = apply(self.card, record, place, self.chance)
            self.trail.append(f"cut at {place} of {len(record)}")
            return False
        self.card = apply(self.card, record)
        return True

    def script(self, name, slot):
        variables = self.variables() or hush.unpack(counts(self.card, "lapwing.bak"))
        files = tuple((file, self.card[file]) for file in FILES if self.card.get(file))
        record, reboot = self.box.step(
            name, slot, version(self.card, slot), tuple(variables.items()), files, self.new, self.card["half"], boot_version(self.card))
        return self.do(record), reboot

    def variables(self):
        return hush.unpack(counts(self.card, "lapwing.env"))

    def start(self):
        """One start of the box; returns the version that runs and stays, or nothing."""
        if not boot_version(self.card):
            return None
        record, slot = self.box.boot(self.card)
        if not self.do(record) or slot is None:
            return None
        running = version(self.card, slot)
        self.trail.append(f"{slot} runs {running}")
        if not self.script("slot", slot)[0]:
            return None
        whole, reboot = self.script("health", slot)
        if not whole or reboot:
            return None
        if VERSIONS[running][1] and (self.variables() or {}).get(f"BOOT_{slot}_GOOD") == "1":
            self.proved.add(running)
        if not self.asked:
            self.asked = True
            whole, reboot = self.script("update install", slot)
            self.told = whole and reboot
            self.trail.append("installed" if self.told else "not installed")
            return None
        if running in self.proved and running == self.new and not self.boot_done:
            self.boot_done, _ = self.script("update boot", slot)
            self.trail.append(f"boot partition {self.card['half']} counts")
            return None
        return running if VERSIONS[running][1] else None

    def run(self):
        """What is wrong in the end, or nothing."""
        stays = None
        for _ in range(LIMIT):
            stays = self.start()
            if stays and not self.cuts:
                break
        settled = [self.start() for _ in range(3)]
        if not stays or set(settled) != {stays}:
            return f"nothing goes on running: {settled}"
        why = self.card.get("why")
        if boot_version(self.card) != (stays if stays in self.proved and stays == self.new else "1"):
            return f"the boot partition is of version {boot_version(self.card)}, where {stays} runs"
        variables = self.variables() or {}
        if not any(variables.get(f"BOOT_{slot}_GOOD") == "1" and version(self.card, slot) == stays for slot in "AB"):
            return "what runs never counts as proved"
        if self.told and VERSIONS[self.new] == (True, True) and stays != self.new and not why:
            return "the update was reported as installed, is good, does not run, and nothing says why"
        if self.told and stays == "1" and not why:
            return "the old version runs again, and nothing says why"
        if self.new in self.proved and stays != self.new:
            return f"version {self.new} had proved itself, and {stays} runs"
        if stays == self.new and why:
            return f"the new version runs, and yet it says: {why}"
        return None


def run(box, cuts, seed, quiet=False):
    chance = random.Random(seed)
    done, stories, ends = 0, 0, {}
    while done < cuts:
        planned = chance.choice((1, 1, 2, 3))
        story = Story(box, chance, chance.choice(list(VERSIONS)[1:]), planned)
        wrong = story.run()
        done += planned - story.cuts
        stories += 1
        if wrong:
            if not quiet:
                print(f"story {stories} of seed {seed}, {story.new}: {wrong}\n  " + "; ".join(story.trail), file=sys.stderr)
            return done, stories, wrong
        end = (story.new, version(story.card, "B") == story.new and story.new in story.proved, bool(story.card.get("why")))
        ends[end] = ends.get(end, 0) + 1
    for (new, runs, says), count in sorted(ends.items()):
        if not quiet:
            print(f"{new:7} {'runs' if runs else 'does not run':13} {'the box says why' if says else '':17} {count:6}")
    return done, stories, None


def main():
    cuts = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    box = Box()
    done, stories, wrong = run(box, cuts, seed)
    print(f"{done} power cuts in {stories} updates, {box.runs} runs of the box's scripts: {wrong or 'every box works and says what happened'}")
    box.close()
    missed = 0
    for *damage, name in DAMAGES:
        box = Box(damage)
        done, _, found = run(box, cuts, seed, quiet=True)
        box.close()
        missed += not found
        print(f"{'found' if found else 'MISSED':7} after {done:5} cuts: {name}{': ' + found if found else ''}")
    sys.exit(1 if wrong or missed else 0)


if __name__ == "__main__":
    main()
