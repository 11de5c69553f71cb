"""That image/card/programs finds what the card's scripts call and the card does not have; no emulator."""

import subprocess

import pytest

from conftest import PROJECT

pytestmark = pytest.mark.short

SCRIPT = """#!/bin/sh
# cmp is no program here
cat a | sort && [ "sum: $(head -c 1 b | sha256sum)" = 'diff; ls' ] || { wc -l "; paste" >x; }
"""


@pytest.mark.parametrize("lacks", [[], ["sort"], ["head", "sha256sum", "wc"]])
def test_each_program_that_is_not_there_is_named_and_no_other_word(tmp_path, lacks):
    for folder in ("usr/bin", "usr/sbin", "usr/lib/box/bin", "usr/lib/lapwing"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "usr/lib/box/double").write_text(SCRIPT)
    for name in {"cat", "sort", "head", "sha256sum", "wc"} - set(lacks):
        (tmp_path / "usr/bin" / name).touch()
    answer = subprocess.run([PROJECT / "image/card/programs", tmp_path], capture_output=True, text=True, check=False)
    assert answer.returncode == bool(lacks)
    assert answer.stderr.splitlines() == [
        f"image/card/programs: usr/lib/box/double calls {name}, and the card does not have it" for name in lacks]
