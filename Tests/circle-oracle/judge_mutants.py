"""Plants the faults of mutants.py into the rules of the circle, one at a time, and plays nights with each: what the judge of the program
notices, promises.py must notice too.

usage: python3 Tests/circle-oracle/judge_mutants.py [--nights N] [--jobs N] [--only N]
The rooms are compiled in a temporary folder; nothing is changed in place. Exit status 1 if a fault is missed here and not there.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from judge import judge
from mutants import FAULTS, ROOT

# Nothing of the circle is inlined into the world, so that a fault needs one room to be compiled.
FLAGS = ('-swift-version', '6', '-package-name', 'lapwing', '-O', '-wmo', '-disable-cmo', '-I', '.')


def swiftc(folder, *arguments):
    done = subprocess.run(['swiftc', *FLAGS, *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[-600:])
    return done.returncode == 0


def room(folder, name, path):
    return swiftc(folder, '-parse-as-library', '-emit-module', '-emit-library', '-static', '-module-name', name, '-o', f'lib{name}.a',
                  *sorted(path.rglob('*.swift')))


def link(folder):
    """The program; None if it cannot be made."""
    tool = sorted((ROOT / 'tools/circle-nights').glob('*.swift'))
    made = swiftc(folder, '-L', '.', *tool, '-lCircleWorld', '-lCircle', '-lReadings', '-o', 'circle-nights')
    return str(folder / 'circle-nights') if made else None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--nights', type=int, default=300)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--only', type=int)
    arguments = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory(prefix='judge') as name:
        folder = pathlib.Path(name)
        places = (('Readings', ROOT / 'Sources/Readings'), ('Circle', ROOT / 'Sources/Circle'), ('CircleWorld', ROOT / 'Tests/CircleWorld'))
        program = all(room(folder, *place) for place in places) and link(folder)
        if not program or judge(program, 1, arguments.nights, jobs=arguments.jobs)[1]:
            sys.exit('the unchanged circle does not build, or its nights are bad')
        for number, (what, file, before, after) in enumerate(FAULTS, 1):
            if arguments.only not in (None, number):
                continue
            sources = folder / 'changed'
            shutil.rmtree(sources, ignore_errors=True)
            shutil.copytree(ROOT / 'Sources/Circle', sources)
            text = (sources / file).read_text()
            (sources / file).write_text(text.replace(before, after))
            if text.count(before) != 1 or not room(folder, 'Circle', sources) or not link(folder):
                print(f'{number:2} {what}: does not fit', flush=True)
                missed += 1
                continue
            try:
                played, own, other, _ = judge(program, 1, arguments.nights, jobs=arguments.jobs)
            except json.JSONDecodeError:
                # A line that `timeout` cut off.
                print(f'{number:2} {what}: it never ends', flush=True)
                continue
            if played < arguments.nights:
                print(f'{number:2} {what}: it never ends', flush=True)
                continue
            is_missed = bool(other) and not own
            missed += is_missed
            first = f': {own[min(own)]}' if own else ''
            print(f'{number:2} {what}: bad nights of {played}: {len(own)} here, {len(other)} by the judge of the program'
                  f'{", MISSED" if is_missed else first}', flush=True)
    print(f'{missed} missed here and noticed there')
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main())
