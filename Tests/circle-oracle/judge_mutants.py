"""Plants the faults of mutants.py into the rules of the circle, one at a time, and plays nights with each: what the judge of the program
notices, promises.py must notice too.

usage: python3 Tests/circle-oracle/judge_mutants.py [--nights N] [--jobs N] [--only N]
The rooms are compiled in a temporary folder; nothing is changed in place. Exit status 1 if a fault is missed here and not there.
"""
import argparse
import json
import pathlib
import sys
import tempfile

from judge import judge
from mutants import Compiler, ROOT, planted


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--nights', type=int, default=300)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--only', type=int)
    arguments = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory(prefix='judge') as name:
        folder = pathlib.Path(name)
        # Nothing of the circle is inlined into the world, so that a fault needs one room to be compiled.
        compiler = Compiler(folder, '-O', '-disable-cmo')

        def nights():
            return compiler.program('circle-nights', 'CircleWorld', 'Circle', 'Readings')

        places = (('Readings', ROOT / 'Sources/Readings'), ('Circle', ROOT / 'Sources/Circle'), ('CircleWorld', ROOT / 'Tests/CircleWorld'))
        program = all(compiler.room(*place) for place in places) and nights()
        if not program or judge(program, 1, arguments.nights, jobs=arguments.jobs)[1]:
            sys.exit('the unchanged circle does not build, or its nights are bad')
        for number, what, sources in planted(folder, arguments.only):
            if not sources or not compiler.room('Circle', sources) or not nights():
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
