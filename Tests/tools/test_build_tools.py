"""Tests of what every build goes through: tools/stage and tools/build-folder.

usage: python3 Tests/tools/test_build_tools.py
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"


class Stage(unittest.TestCase):
    def stage(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:  # A stage that fails leaves its log.
            return subprocess.run([sys.executable, TOOLS / "stage", *arguments], capture_output=True, text=True,
                                  env=os.environ | {"TMPDIR": folder})

    def test_what_succeeds_at_once_says_nothing(self):
        done = self.stage("Build it", "echo", "a line of the command")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_a_failure_passes_its_status_on_and_shows_the_lines_that_say_why(self):
        done = self.stage("Build it", "sh", "-c", "echo '[1/2] Compiling'; echo 'a.swift:1:1: error: no such name'; exit 7")
        self.assertEqual(done.returncode, 7)
        self.assertIn("Build it … failed after", done.stderr)
        self.assertIn("a.swift:1:1: error: no such name", done.stderr)
        self.assertNotIn("Compiling\n", done.stderr)

    def test_a_known_reason_is_said_in_a_sentence(self):
        done = self.stage("Build it", "sh", "-c", "echo 'ld: write: No space left on device'; exit 1")
        self.assertIn("The disk is full: free some GB, then run the same command again.", done.stderr)

    def test_a_command_that_a_signal_ends_gives_a_status_like_the_shells(self):
        self.assertEqual(self.stage("Build it", "sh", "-c", "kill -9 $$").returncode, 128 + 9)

    def test_a_warning_of_our_own_tools_is_shown_though_the_stage_succeeds(self):
        done = self.stage("Prepare", "sh", "-c", "echo 'tools/cross/prepare: warning: not as locked' >&2")
        self.assertEqual(done.stderr, "tools/cross/prepare: warning: not as locked\n")


class BuildFolder(unittest.TestCase):
    def setUp(self):
        # A blank and an umlaut, as in the home folders of people.
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="bäume und wald "))
        self.addCleanup(shutil.rmtree, self.place)

    def tree(self, name):
        tree = self.place / name
        (tree / "tools").mkdir(parents=True)
        (tree / "Package.swift").touch()
        shutil.copy(TOOLS / "build-folder", tree / "tools")
        return tree

    def folder(self, tree):
        done = subprocess.run([tree / "tools/build-folder"], check=True, capture_output=True, text=True,
                              env=os.environ | {"LAPWING_CACHE": str(self.place / "cache")})
        return done.stdout.rstrip("\n")

    def test_a_tree_keeps_its_folder_and_reaches_it_as_build(self):
        tree = self.tree("one")
        folder = self.folder(tree)
        self.assertEqual(folder, self.folder(tree))
        self.assertEqual(os.readlink(tree / ".build"), folder)

    def test_two_trees_have_two_folders(self):
        self.assertNotEqual(self.folder(self.tree("one")), self.folder(self.tree("two")))

    def test_trees_that_begin_at_the_same_moment_have_a_folder_each(self):
        trees = [self.tree(str(number)) for number in range(8)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(len(set(pool.map(self.folder, trees))), 8)

    def test_a_new_tree_goes_on_with_the_folder_of_one_that_is_gone(self):
        old = self.tree("old")
        folder = self.folder(old)
        shutil.rmtree(old)
        self.assertEqual(folder, self.folder(self.tree("new")))

    def test_a_folder_that_no_tree_has_used_for_30_days_is_deleted(self):
        old = self.tree("old")
        folder = self.folder(old)
        shutil.rmtree(old)
        os.utime(pathlib.Path(folder, "tree"), (0, 0))
        pathlib.Path(folder, "left").touch()
        self.folder(self.tree("new"))
        self.assertFalse(pathlib.Path(folder, "left").exists())

    def test_a_folder_that_somebody_made_by_hand_is_used(self):
        tree = self.tree("one")
        (tree / ".build").mkdir()
        self.assertEqual(self.folder(tree), str(tree / ".build"))


if __name__ == "__main__":
    unittest.main()
