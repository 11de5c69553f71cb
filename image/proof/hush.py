"""Runs image/card/boot.cmd as U-Boot would: the part of its language that the script uses. What it does not know is an error."""

import re
import shlex
import struct
import zlib


class Reset(Exception):
    """The script has reset the machine."""


class Booted(Exception):
    """The script has started a kernel."""


def pack(variables):
    """U-Boot's environment in one sector: a checksum and NAME=VALUE."""
    content = b"".join(f"{name}={value}".encode() + b"\0" for name, value in variables.items()).ljust(508, b"\0")
    return struct.pack("<I", zlib.crc32(content)) + content


def unpack(sector):
    """What is in such a sector, or nothing if its checksum is wrong."""
    if len(sector) != 512 or struct.unpack("<I", sector[:4])[0] != zlib.crc32(sector[4:]):
        return None
    return dict(word.split("=", 1) for word in sector[4:].rstrip(b"\0").decode().split("\0") if word)


def parse(text):
    """Statements of a script, with `if` and `for` as trees."""
    words = []
    for line in text.splitlines():
        if not line.lstrip().startswith("#"):
            words += [word.strip() for word in re.split(r";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", line)]
    return _block(iter([word for word in words if word]), ())[0]


def _block(words, ends):
    block = []
    for word in words:
        first, _, rest = word.partition(" ")
        if first in ends:
            return block, first, rest
        if first in ("then", "do", "else") and rest:
            words = _chain(rest, words)
            continue
        if first in ("then", "do"):
            continue
        if first == "if":
            block.append(_if(rest, words))
        elif first == "for":
            name, _, values = rest.partition(" in ")
            body, _, _ = _block(words, ("done",))
            block.append(("for", name, values, body))
        else:
            block.append(("run", word))
    return block, "", ""


def _if(condition, words):
    words = _peek(words)
    branches = []
    end, rest = "if", condition
    while end in ("if", "elif"):
        body, end, next_rest = _block(words, ("elif", "else", "fi"))
        branches.append((rest, body))
        rest = next_rest
    if end == "else":
        body, _, _ = _block(_chain(rest, words) if rest else words, ("fi",))
        branches.append((None, body))
    return ("if", branches)


def _chain(word, words):
    yield word
    yield from words


def _peek(words):
    """Splits `then COMMAND` and `do COMMAND` into two."""
    for word in words:
        first, _, rest = word.partition(" ")
        if first in ("then", "do") and rest:
            yield rest
        elif first not in ("then", "do"):
            yield word


class UBoot:
    """`files` has the boot partition's files; `write(name, sector)` writes one; `start(slot)` is true if its kernel starts."""

    def __init__(self, script, files, write, start):
        self.script, self.files, self.write, self.start = script, files, write, start
        self.variables = {"devtype": "virtio", "devnum": "0", "scriptaddr": "1000", "filesize": "1"}
        self.variables |= dict.fromkeys(("fdtcontroladdr", "kernel_addr_r", "ramdisk_addr_r"), "1000")
        self.memory = b""

    def run(self):
        try:
            self._all(self.script)
        except Booted:
            return self.variables["slot"]
        except Reset:
            return None
        raise RuntimeError("the script ended")

    def _all(self, block):
        for statement in block:
            if statement[0] == "run":
                self._command(statement[1])
            elif statement[0] == "for":
                for value in self._words(statement[2]):
                    self.variables[statement[1]] = value
                    self._all(statement[3])
            else:
                for condition, body in statement[1]:
                    if condition is None or self._command(condition):
                        self._all(body)
                        break

    def _words(self, text):
        return shlex.split(re.sub(r"\$\{(\w+)\}", lambda found: self.variables.get(found[1], ""), text))

    def _command(self, text):
        name, *words = self._words(text)
        return getattr(self, "_" + name)(*words)

    def _echo(self, *_):
        return True

    def _setenv(self, name, *value):
        self.variables[name] = " ".join(value)
        return True

    def _setexpr(self, name, left, operator, right):
        value = int(left, 16) + (int(right, 16) if operator == "+" else -int(right, 16))
        return self._setenv(name, f"{value:x}")

    def _test(self, *words):
        if words[0] in ("-n", "-z"):
            return bool(len(words) > 1 and words[1]) == (words[0] == "-n")
        left, operator, right = words
        return {"=": left == right, "!=": left != right, "-gt": left.isdigit() and int(left) > int(right), "-eq": left.isdigit() and int(left) == int(right)}[operator]

    def _load(self, _type, partition, _address, name):
        if partition.endswith(":1"):
            if name not in self.files:
                return False
            self.memory = self.files[name]
            return True
        return True

    def _env(self, direction, *words):
        if direction == "export":
            names = words[4:]
            self.memory = pack({name: self.variables[name] for name in names})
            return True
        found = unpack(self.memory)
        if found is None:
            return False
        self.variables.update({name: value for name, value in found.items() if name in words})
        return True

    def _fatwrite(self, _type, _device, _address, name, _size):
        self.write(name, self.memory)
        return True

    def _reset(self):
        raise Reset

    def _booti(self, *_):
        if self.start(self.variables["slot"]):
            raise Booted
        return False
