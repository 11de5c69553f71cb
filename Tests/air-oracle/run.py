"""Compares a program with air.py: run.py PROGRAM [COUNT [FIRST]]. PROGRAM may hold arguments: "path/to/program --oracle".

The program reads the questions of worlds.py, a line each, and answers a line each. run.py --answer is such a program, for a trial.
Exit status: 0 if every figure agrees to 1e-9, 1 if any differs, 2 if the program fails.
"""
import json
import math
import shlex
import subprocess
import sys

import air
import worlds

SHOWN = 20  # differences that are printed


def read(value):
    """The opposite of worlds.plain."""
    if isinstance(value, dict):
        return {key: read(x) for key, x in value.items()}
    if isinstance(value, list):
        return [read(x) for x in value]
    return float(value) if value in ("nan", "inf", "-inf") else value


def answer(question):
    return getattr(air, question["ask"])(**question["with"])


def close(a, b):
    """1e-9 of the larger; below 0.01, where sums cancel each other, 1e-11."""
    return a == b or (math.isfinite(a) and math.isfinite(b) and abs(a - b) <= 1e-9 * max(abs(a), abs(b), 0.01))


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differences(ours, theirs, path=""):
    if is_number(ours) and is_number(theirs):
        return [] if close(ours, theirs) else [f"{path}: {ours!r}, not {theirs!r}"]
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return sum((differences(x, theirs.get(key, "absent"), f"{path}.{key}") for key, x in ours.items()), [])
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return sum((differences(x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(ours, theirs))), [])
    return [] if ours == theirs and type(ours) is type(theirs) else [f"{path}: {json.dumps(ours)}, not {json.dumps(theirs)}"]


def main(program, count=200, first=0):
    asked = [(seed, question) for seed in range(int(first), int(first) + int(count)) for question in worlds.questions(seed)]
    text = "".join(worlds.line(question) + "\n" for _, question in asked)
    done = subprocess.run(shlex.split(program), input=text, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode != 0 or len(lines) != len(asked):
        print(f"{program} ended with {done.returncode} after {len(lines)} of {len(asked)} answers. {done.stderr[-500:]}")
        if len(lines) < len(asked):
            print(f"seed {asked[len(lines)][0]}: {worlds.line(asked[len(lines)][1])[:2000]}")
        return 2
    found = figures = 0
    for (seed, question), theirs in zip(asked, lines):
        ours = read(json.loads(worlds.line(answer(question))))
        figures += worlds.line(ours).count(":") + 1
        for text in differences(ours, read(json.loads(theirs))):
            found += 1
            if found <= SHOWN:
                print(f"seed {seed}, {question['ask']}{text}")
    print(f"{len(asked)} questions with about {figures} figures of {count} seeds: {found} differ")
    return 1 if found else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--answer"]:
        for text in sys.stdin:
            print(worlds.line(answer(read(json.loads(text)))))
    elif len(sys.argv) < 2:
        sys.exit(__doc__)
    else:
        sys.exit(main(*sys.argv[1:4]))
