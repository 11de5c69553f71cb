"""Judges nights of the care circle a second time, by promises.py, which was written from the documents and shares nothing with the program.

usage: python3 Tests/circle-oracle/judge.py PROGRAM NIGHTS [--first SEED] [--jobs N] [--without PART] [--seed SEED]
PROGRAM is circle-nights. --seed prints all faults of one night. Exit status 1 if a night is bad, or, with --without, if none is; a night
that this judge and the program's own one (Tests/CircleWorld/NightJudge.swift) see differently is named.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import subprocess
import sys

from promises import faults

BATCH = 50
LONGEST = 300


def nights(program, first, count, part):
    """The lines of each night."""
    # Some planted faults let the circle turn for ever.
    words = ['timeout', str(LONGEST), program, str(count), '--first', str(first), '--show', 'json'] + (['--without', part] if part else [])
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        lines = []
        for text in process.stdout:
            lines.append(json.loads(text))
            if 'ends' in lines[-1]:
                yield lines
                lines = []


def batch(program, first, count, part):
    results = []
    for lines in nights(program, first, count, part):
        own, had_to = faults(lines)
        results.append((lines[0]['night'], own, lines[-1]['violations'], had_to))
    return results


def judge(program, first, count, part=None, jobs=1):
    """(Nights, bad by this judge, bad by the program's, alarms that had to reach a phone): seeds with their first sentence."""
    starts = range(first, first + count, BATCH)
    own, other, had_to, played = {}, {}, collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        sizes = [min(BATCH, first + count - start) for start in starts]
        for results in pool.map(batch, itertools.repeat(program), starts, sizes, itertools.repeat(part)):
            for seed, mine, theirs, wanted in results:
                played += 1
                had_to += wanted
                if mine:
                    own[seed] = mine[0]
                if theirs:
                    other[seed] = theirs[0]
    return played, own, other, had_to


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program')
    parser.add_argument('nights', type=int, nargs='?', default=1000)
    parser.add_argument('--first', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--without')
    parser.add_argument('--seed', type=int)
    arguments = parser.parse_args()
    if arguments.seed is not None:
        lines = next(nights(arguments.program, arguments.seed, 1, arguments.without))
        own, _ = faults(lines)
        print('\n'.join(own) or 'kept')
        print('the judge of the program:', lines[-1]['violations'][:3] or 'kept')
        return 1 if own else 0
    played, own, other, had_to = judge(arguments.program, arguments.first, arguments.nights, arguments.without, arguments.jobs)
    for seed, sentence in sorted(own.items())[:8]:
        print(f'seed {seed}: {sentence}')
    for seed in sorted(own.keys() ^ other.keys())[:5]:
        print(f'seed {seed} is bad {"here only" if seed in own else "by the judge of the program only: " + other[seed]}')
    print(f'{played} nights, {len(own)} bad, {len(other)} by the judge of the program; had to reach a phone: {had_to[2]} alarms with two or'
          f' more people in reach, {had_to[1]} with one')
    if played != arguments.nights or not arguments.without and not had_to[2]:
        sys.exit('the program ended early, or no alarm had to reach a phone')
    return 1 if bool(own) != bool(arguments.without) else 0


if __name__ == '__main__':
    sys.exit(main())
