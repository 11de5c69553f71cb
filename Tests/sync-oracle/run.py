"""Compares the synchronisation with a second program that was written from docs/sync.md: the same random histories, every record of
every device, before all comes to rest and after.

    python3 Tests/sync-oracle/run.py PROGRAM [--seeds N]"""
import argparse
import json
import subprocess
import sys

import model


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--seeds', type=int, default=300)
    given = parser.parse_args()
    printed = subprocess.run([given.program, 'print', '0', str(given.seeds)], capture_output=True, text=True, check=True)
    histories = printed.stdout.splitlines()
    answers = subprocess.run([given.program, 'answer'], input='\n'.join(histories) + '\n', capture_output=True, text=True, check=True)
    lines, wrong, records = answers.stdout.splitlines(), 0, 0
    assert len(lines) == len(histories), f'{len(lines)} answers to {len(histories)} histories'
    for seed, (history, line) in enumerate(zip(histories, lines)):
        said, meant = json.loads(line), model.answer(json.loads(history))
        records += sum(map(len, meant))
        if said != meant:
            wrong += 1
            place = next(place for place in range(6) if said[place] != meant[place])
            differ = [id for id in {*said[place], *meant[place]} if said[place].get(id) != meant[place].get(id)]
            print(f'seed {seed}: device {place % 3}, {"at rest" if place > 2 else "before the rest"}: {differ[0]}: '
                  f'{said[place].get(differ[0])}, and by docs/sync.md {meant[place].get(differ[0])}')
    print(f'{len(histories)} histories, {records} records compared: {wrong} differ')
    return 1 if wrong else 0


sys.exit(main())
