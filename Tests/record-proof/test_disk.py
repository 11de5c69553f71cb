#!/usr/bin/env python3
"""Checks the disk that forgets (disk.py)."""

import os
import random
import tempfile
import unittest

import disk


class TheDiskThatForgets(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = self.place.name
        self.file = f"{self.folder}/a.db"

    def left(self, *events, share=0.0, lie=None, seed=1):
        model = disk.Disk(self.folder, lie)
        for event in events:
            model.take(event)
        left, *_ = model.after_cut(random.Random(seed), share)
        return {name: bytes(content) for name, content in left.items() if not name.endswith("-shm")}

    def created(self):
        return [("create", self.file), ("sync", self.folder)]

    def test_keeps_what_was_synchronised(self):
        events = [*self.created(), ("write", self.file, 0, b"kept"), ("sync", self.file), ("write", self.file, 0, b"lost")]
        self.assertEqual(self.left(*events), {"a.db": b"kept"})

    def test_keeps_all_if_nothing_is_to_be_lost(self):
        events = [*self.created(), ("write", self.file, 0, b"abcd"), ("truncate", self.file, 2), ("write", self.file, 4, b"e")]
        self.assertEqual(self.left(*events, share=1), {"a.db": b"ab\0\0e"})

    def test_loses_sectors_one_by_one(self):
        events = [*self.created(), ("write", self.file, 0, bytes(2048)), ("sync", self.file), ("write", self.file, 256, b"x" * 1024)]
        found = {
            tuple(content[place] == ord("x") for place in (256, 600, 1100))
            for seed in range(60)
            for content in self.left(*events, share=0.5, seed=seed).values()
        }
        self.assertEqual(len(found), 8)

    def test_tears_a_sector(self):
        events = [*self.created(), ("write", self.file, 0, bytes(512)), ("sync", self.file), ("write", self.file, 0, b"x" * 512)]
        counts = {self.left(*events, share=0.9, seed=seed)["a.db"].count(b"x") for seed in range(60)}
        self.assertTrue(any(0 < count < 512 for count in counts), counts)

    def test_forgets_a_new_name_whose_folder_was_not_synchronised(self):
        events = [("create", self.file), ("write", self.file, 0, b"a"), ("sync", self.file)]
        self.assertIn({}, [self.left(*events, seed=seed) for seed in range(20)])

    def test_keeps_the_order_of_names(self):
        other = f"{self.folder}/b.db"
        events = [*self.created(), ("rename", self.file, other), ("create", self.file)]
        names = {tuple(self.left(*events, seed=seed)) for seed in range(60)}
        self.assertEqual(names, {("a.db",), ("b.db",), ("a.db", "b.db")})

    def test_can_forget_what_was_synchronised_for_a_control(self):
        events = [*self.created(), ("write", self.file, 0, b"a"), ("sync", self.file)]
        self.assertEqual(self.left(*events, lie="all"), {"a.db": b""})

    def test_can_be_late_for_a_control(self):
        events = [*self.created()]
        for number in range(disk.LATE + 2):
            events += [("write", self.file, number, b"%d" % number), ("sync", self.file)]
        self.assertEqual(self.left(*events, lie="late"), {"a.db": b"01"})

    def test_reads_a_trace(self):
        name = "".join(f"\\x{byte:02x}" for byte in self.file.encode())
        folder = "".join(f"\\x{byte:02x}" for byte in self.folder.encode())
        trace = "\n".join(
            [
                f'7 openat(AT_FDCWD, "{name}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 3',
                f'7 openat(AT_FDCWD, "{folder}", O_RDONLY) = 4',
                r'7 pwrite64(3, "\x61\x62", 2, 512 <unfinished ...>',
                r'8 write(1, "\x64\x6f\x6e\x65\x0a", 5) = 5',
                "7 <... pwrite64 resumed>) = 2",
                "7 fdatasync(3) = 0",
                "7 fsync(4) = 0",
                "7 ftruncate(3, 100) = -1 EIO (Input/output error)",
                f'7 unlink("{name}") = 0',
                "7 +++ exited with 0 +++",
            ]
        ).encode()
        self.assertEqual(
            list(disk.events(trace, os.path.abspath(self.folder))),
            [
                ("create", self.file), ("mark", "done"), ("write", self.file, 512, b"ab"), ("sync", self.file),
                ("sync", self.folder), ("unlink", self.file),
            ],
        )


if __name__ == "__main__":
    unittest.main()
