"""A model of the box: its card with what is not flushed yet, and the box's own shell scripts run in a folder that stands for it.

A step (U-Boot's script, or one of the box's) is run once for each state that it begins in, by the true script; what it writes
is recorded in order. A power cut then is a place in that record: writes behind the last flush before it are kept, lost or, one
of them, torn.
"""

import functools
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile

import hush

HERE = pathlib.Path(__file__).resolve().parent
CARD = HERE.parent / "card"
SLOT_PARTS = 4
# Versions, and what they do: whether their kernel starts a system, and whether that becomes healthy.
VERSIONS = {"1": (True, True), "2-good": (True, True), "2-sick": (True, False), "2-dead": (False, False)}
COUNTS = ("lapwing.env", "lapwing.bak")
FIRST = {"BOOT_ORDER": "A B", "BOOT_A_LEFT": "3", "BOOT_B_LEFT": "0", "BOOT_A_GOOD": "0", "BOOT_B_GOOD": "0"}
# Files of a boot partition: the owner's, U-Boot's counts, and those that the card brings, which must be of one version.
BROUGHT = ("boot.scr", "u-boot.bin", "boot.txt")


def new_card():
    """Keys are parts of slots, files of the two boot partitions, which of these counts, and files of /data/box."""
    card = {"half": 0}
    card |= {(0, name): "1" for name in BROUGHT} | {(0, "box.yaml"): "owner"}
    card |= {(0, name): hush.pack(FIRST) for name in COUNTS}
    for part in range(SLOT_PARTS):
        card["A", part], card["B", part] = "1", ""
    return card


def counts(card, name):
    """One of the two sectors in which U-Boot counts, of the boot partition that counts."""
    return card.get((card["half"], name)) or b""


def boot_version(card):
    """The version of the boot partition that counts, or nothing if it is not whole."""
    files = {card.get((card["half"], name)) for name in BROUGHT}
    return files.pop() or "" if len(files) == 1 and card.get((card["half"], "box.yaml")) == "owner" else ""


def version(card, slot):
    """What a slot holds, or nothing if it is not whole."""
    parts = {card[slot, part] for part in range(SLOT_PARTS)}
    return parts.pop() if len(parts) == 1 else ""


# What the scripts call. Each records what it writes; `@` is a flush. Files of /data/box are recorded as the scripts change them.
TOOLS = {
    "line": 'tr "\\n" "|" <"$1" | sed "s/|$//"',  # A file in one line.
    "note": 'printf "%s\\n" "$*" >>"$JOURNAL"',
    "fw_printenv": 'cat "$VARIABLES/$2"',
    "fw_setenv": 'printf %s "$2" >"$VARIABLES/$1"; note env "$1" "$2"',
    "sync": "note @",
    "dd": 'case $* in *lapwing.bak*) note copy ;; *seek=456*) note switch; note @ ;; esac',
    # The other boot partition is a folder.
    "losetup": '[ "$1" != --find ] || echo "$BOX/half"',
    "mkfs.vfat": 'rm -rf "$BOX/half"; mkdir "$BOX/half"; note wiped',
    "mount": 'for place; do :; done; rmdir "$place" 2>/dev/null; ln -sfn "$BOX/half" "$place"',
    "umount": 'rm -f "$1"; mkdir "$1"',
    "cp": '/bin/cp "$@" || exit; for f in "$@"; do case $f in "$BOX"/boot/*) note carried "${f##*/}" ;; esac; done',
    "mv": 'case $2 in */data/box/*) /bin/mv "$1" "$2"; case $1 in *.new) note file "${2##*/}" "$(line "$2")" ;; *) note moved "${1##*/}" "${2##*/}" "$(line "$2")" ;; esac ;; *) /bin/mv "$@" ;; esac',
    "rm": 'for f in "$@"; do case $f in */data/box/*) [ ! -e "$f" ] || note gone "${f##*/}" ;; esac; done; /bin/rm "$@"',
    "lapwing": 'case $1 in alarms) [ "$2" = test ] || echo no-data ;; status) n=$(cat "$JOURNAL.n" 2>/dev/null || echo 0); echo $((n + 1)) >"$JOURNAL.n"; echo "{\\"alarms\\": [], \\"alarm_transitions_committed\\": $n}" ;; doctor) echo "BAD  adapter: none" ;; esac',
    "systemctl": 'case $1 in is-active) [ "$HEALTHY" = 1 ] ;; reboot) note reboot ;; esac',
    "sleep": ":",
    "journalctl": ":",
    # RAUC finds the box's own fw_setenv first.
    "rauc": """fw_setenv() { "$BOX/usr/lib/box/bin/fw_setenv" "$@"; }
case $1-$2 in
status-mark-good) fw_setenv "BOOT_${SLOT}_LEFT" 9 ;;
status-mark-bad) fw_setenv "BOOT_${SLOT}_LEFT" 0 ;;
info-*) printf "RAUC_MF_COMPATIBLE='box'\\nRAUC_MF_VERSION='%s'\\n" "$NEW" ;;
install-*)
  fw_setenv "BOOT_${OTHER}_LEFT" 0
  for part in 0 1 2 3; do note slot "$OTHER" "$part" "$NEW"; done; note @
  fw_setenv "BOOT_${OTHER}_LEFT" 3
  fw_setenv BOOT_ORDER "$OTHER $SLOT" ;;
esac""",
}


class Box:
    def __init__(self, damage=None):
        """`damage` changes the text of scripts: name, old, new, again and again. The proof must notice."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="box-model-"))
        damage = damage or ()
        self.damages = [damage[at:at + 3] for at in range(0, len(damage), 3)]
        self.script = hush.parse(self._text("boot.cmd", CARD / "boot.cmd"))
        tools = self.folder / "tools"
        tools.mkdir()
        for name, text in TOOLS.items():
            (tools / name).write_text(f"#!/bin/sh\n{text}\n")
            (tools / name).chmod(0o755)
        self.root = self.folder / "root"
        for name in ("place", "slot", "health", "faults", "update", "boot", "bin/fw_setenv"):
            target = self.root / "usr/lib/box" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self._text(name, CARD / "system/usr/lib/box" / name))
            target.chmod(0o755)
        for name in ("proc", "data/box", "boot/partition", "run/box", "etc/rauc", "dev"):
            (self.root / name).mkdir(parents=True)
        (self.root / "proc/mounts").write_text("/dev/vda2 / ext4 ro 0 0\n")
        (self.root / "bundle").touch()
        (self.root / "etc/rauc/system.conf").write_text("compatible=box\n")
        self.runs = 0
        self.step = functools.cache(self._step)

    def close(self):
        shutil.rmtree(self.folder)

    def _text(self, name, path):
        text = path.read_text()
        for script, old, new in self.damages:
            if name != script:
                continue
            if old not in text:
                raise RuntimeError(f"{name} has no {old!r} any more")
            text = text.replace(old, new)
        return text

    def boot(self, card):
        """U-Boot's script: its writes, and the slot that it starts, or nothing where it resets."""
        writes = []
        files = {name: counts(card, name) for name in COUNTS}

        def write(name, sector):
            files[name] = sector
            writes.append(("set", (card["half"], name), sector))

        slot = hush.UBoot(self.script, files, write, lambda slot: VERSIONS.get(version(card, slot), (False,))[0]).run()
        return writes + [("flush",)], slot

    def _step(self, name, slot, running, variables, files, new, half=0, boot="1"):
        """Runs a script of the box; returns its record and whether the box starts again. `half` and `boot`: which boot partition
        counts, and the version of what it brought."""
        self.runs += 1
        journal, values = self.folder / "journal", self.folder / "variables"
        journal.write_text("")
        shutil.rmtree(values, ignore_errors=True)
        values.mkdir()
        for variable, value in variables:
            (values / variable).write_text(value)
        state = self.root / "data/box"
        shutil.rmtree(state)
        state.mkdir()
        for file, text in files:
            (state / file).write_text(text.replace("|", "\n") + "\n")
        shutil.rmtree(self.root / "run/box")
        (self.root / "run/box").mkdir()
        (self.root / "proc/cmdline").write_text(f"quiet rauc.slot={slot} ro\n")
        (self.root / "proc/uptime").write_text("1.0 1.0\n")
        (self.root / "usr/lib/box/version").write_text(running + "\n")
        self._lay_out(half, boot, running)
        environment = {
            "PATH": f"{self.folder / 'tools'}:/usr/bin:/bin", "BOX": str(self.root), "JOURNAL": str(journal), "VARIABLES": str(values),
            "FW_SETENV": "fw_setenv", "SLOT": slot, "OTHER": "B" if slot == "A" else "A", "NEW": new, "LIMIT": "0",
            "HEALTHY": "1" if VERSIONS[running][1] else "0",
        }
        name, _, verb = name.partition(" ")
        arguments = [verb, str(self.root / "bundle")] if verb else []
        subprocess.run([self.root / "usr/lib/box" / name, *arguments], env=environment, capture_output=True, check=False)
        record, reboot, current = [], False, dict(variables)
        for line in journal.read_text().splitlines():
            kind, *words = line.split(" ", 2)
            if kind == "env":
                current[words[0]] = words[1]
                record.append(("set", (half, "lapwing.env"), hush.pack(current)))
            elif kind == "copy":
                record.append(("set", (half, "lapwing.bak"), hush.pack(current)))
            elif kind == "wiped":
                record += [("set", (1 - half, file), None) for file in (*BROUGHT, *COUNTS, "box.yaml")]
            elif kind == "carried":
                content = hush.pack(current) if words[0] in COUNTS else "owner" if words[0] == "box.yaml" else running
                record.append(("set", (1 - half, words[0]), content))
            elif kind == "switch":
                record.append(("set", "half", 1 - half))
            elif kind == "file":
                record.append(("set", words[0], words[1]))
            elif kind == "moved":
                # The file system renames a file as a whole: the old name goes if, and only if, the new one is there.
                source, target = words[0], words[1].split(" ", 1)
                record.append(("set", target[0], target[1], source))
            elif kind == "gone":
                record.append(("set", words[0], None))
            elif kind == "slot":
                target, part, content = line.split(" ")[1:]
                record.append(("set", (target, int(part)), content))
            elif kind == "@":
                record.append(("flush",))
            elif kind == "reboot":
                record.append(("flush",))
                reboot = True
        return record, reboot


    def _lay_out(self, half, boot, running):
        """The boot partition, what the system brings for it, and the first sector of the card."""
        partition = self.root / "boot/firmware"
        shutil.rmtree(partition, ignore_errors=True)
        partition.mkdir()
        for name in (*COUNTS, "box.yaml"):
            (partition / name).write_text(name)
        for place, brings in ((partition, boot), (self.root / "boot/partition", running)):
            lines = [f"version {brings}"]
            for name in BROUGHT[:-1]:
                (place / name).write_text(brings)
                lines.append(f"{hashlib.sha256(brings.encode()).hexdigest()}  {name}")
            (place / "boot.txt").write_text("\n".join(lines) + "\n")
        start = 139264 if half else 8192
        (self.root / "dev/vda").write_bytes(bytes(454) + start.to_bytes(4, "little") + bytes(54))
        for part, sector in ((1, start), (2, 270336)):
            folder = self.root / f"sys/class/block/vda{part}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "start").write_text(f"{sector}\n")


def apply(card, record, cut=None, chance=None):
    """The card after a record, or after a cut at a place in it: what was not flushed is kept, lost or torn by `chance`."""
    card = dict(card)

    def write(_, name, content, moved_from=None):
        before = [(name, card.get(name))]
        card[name] = content
        if moved_from:
            before.append((moved_from, card.get(moved_from)))
            card[moved_from] = None
        return before

    waiting = []
    for item in record[:cut]:
        if item[0] == "flush":
            waiting = []
        else:
            waiting.append(write(*item))
    if cut is None:
        return card
    torn = chance.random() < 0.5 and waiting and chance.randrange(len(waiting))
    for number, before in reversed(list(enumerate(waiting))):
        name, content = before[0]
        if name[-1] in COUNTS and content and card[name] and number == torn and torn is not False:
            card[name] = content[:30] + card[name][30:]  # A torn sector: of the old checksum, and the new counts.
        elif chance.random() < 0.5:
            card.update(before)
    return card
