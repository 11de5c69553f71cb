"""Tests of .ci/check-words, in a tree with one room.

usage: python3 Tests/tools/test_check_words.py
"""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLOSSARY = """# Glossary

## Retired words

### Identifiers

| `Witness` | `InvariantChecker` |

### Prose

| *comes to itself* | recovers |

### Dialect

| *hears*, *heard* | receives |
| *tells*, *told* | reports |
| *nobody* | no one |
"""
PLAIN = "/// The box receives a value, records it and reports it. " + "It does so once a second. " * 10 + "\n"


class CheckWords(unittest.TestCase):
    def setUp(self):
        self.tree = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.tree)
        for folder in (".ci", "docs"):
            (self.tree / folder).mkdir()
        shutil.copy(ROOT / ".ci/check-words", self.tree / ".ci")
        (self.tree / "docs/glossary.md").write_text(GLOSSARY)
        self.ceilings("func take 1\n")
        subprocess.run(["git", "init", "-q"], cwd=self.tree, check=True)

    def ceilings(self, text):
        (self.tree / ".ci/word-ceilings").write_text(f"# why\n{text}")

    def check(self, source, *arguments):
        (self.tree / "Sources/Room").mkdir(parents=True, exist_ok=True)
        (self.tree / "Sources/Room/File.swift").write_text(source)
        done = subprocess.run([self.tree / ".ci/check-words", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_plain_english_passes(self):
        status, said = self.check(PLAIN)
        self.assertEqual(status, 0, said)

    def test_dialect_in_a_comment_is_refused(self):
        status, said = self.check(PLAIN + "// The box hears it and tells nobody.\n")
        self.assertEqual(status, 1)
        self.assertIn("Room: 3 words of dialect", said)

    def test_dialect_in_a_string_is_refused_beside_what_is_put_into_it(self):
        self.assertEqual(self.check(PLAIN + r'let a = "\(b.map { "(" } ?? "") is not heard"' + "\n")[0], 1)

    def test_names_in_code_are_no_dialect(self):
        status, said = self.check(PLAIN + r'let heard = "\(told(nobody))" // See `heard`.' + "\n")
        self.assertEqual(status, 0, said)

    def test_a_room_above_the_aim_may_have_as_much_as_its_ceiling_says(self):
        self.ceilings("func take 1\nRoom 20\n")
        status, said = self.check(PLAIN + "// The box hears it.\n")
        self.assertEqual(status, 0, said)

    def test_a_ceiling_falls_and_never_rises(self):
        self.ceilings("func take 1\nRoom 500\n")
        lowered = "# why\nfunc take 0\nRoom 14\n"
        self.check(PLAIN + "// The box hears it.\n", "--lower")
        self.assertEqual((self.tree / ".ci/word-ceilings").read_text(), lowered)
        self.check(PLAIN + "// The box hears it and tells nobody.\nfunc take() {}\n", "--lower")
        self.assertEqual((self.tree / ".ci/word-ceilings").read_text(), lowered)

    def test_one_more_function_called_take_is_refused(self):
        self.assertEqual(self.check("func take() {}\n" + PLAIN)[0], 0)
        self.assertEqual(self.check("func take() {}\nfunc take(_ a: Int) {}\n" + PLAIN)[0], 1)

    def test_a_retired_name_and_a_retired_word_are_refused(self):
        self.assertEqual(self.check("let a = Witness()\n" + PLAIN)[0], 1)
        self.assertEqual(self.check("// It comes to\n// itself.\n" + PLAIN)[0], 1)


if __name__ == "__main__":
    unittest.main()
