"""Plays nights of the care circle on all cores, and first some with a part left out, in which a promise must be broken.

usage: python3 Tests/circle-oracle/nights.py PROGRAM NIGHTS [--parts FILE]
With --parts nights are played in parts of 5,000, each a line of FILE: what is there is not played again, so that a long run may be stopped
and goes on. Exit status 1 if a night breaks a promise, or if nights without a part break none.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

WITHOUT = ('no-retries', 'no-escalation', 'sent-is-enough', 'forgets')
SIZE = 5000


def play(program, mark, first, count):
    """A part: its program, first seed and nights, the exit status and what the program said."""
    began = time.monotonic()
    done = subprocess.run([program, str(count), '--first', str(first)], capture_output=True, text=True)
    return {'program': mark, 'first': first, 'nights': count, 'status': done.returncode, 'seconds': round(time.monotonic() - began), 'said': done.stdout}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program')
    parser.add_argument('nights', type=int)
    parser.add_argument('--parts', type=pathlib.Path)
    arguments = parser.parse_args()
    failed, cores = 0, os.cpu_count() or 1
    for part in WITHOUT:
        done = subprocess.run([arguments.program, '300', '--without', part], capture_output=True, text=True)
        print(f'without {part}: {done.stdout.splitlines()[-1]} of 300', flush=True)
        failed += done.returncode != 0
    size = SIZE if arguments.parts else -(-arguments.nights // cores)
    mark = hashlib.sha256(pathlib.Path(arguments.program).read_bytes()).hexdigest()
    known = [json.loads(line) for line in arguments.parts.read_text().splitlines()] if arguments.parts and arguments.parts.exists() else []
    # Nights of other rules, and of other sizes, prove nothing here.
    known = [part for part in known if (part.get('program'), part['nights']) == (mark, size) and part['first'] <= arguments.nights]
    wanted = [first for first in range(1, arguments.nights + 1, size) if first not in {part['first'] for part in known}]
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        for done in concurrent.futures.as_completed([pool.submit(play, arguments.program, mark, first, size) for first in wanted]):
            part = done.result()
            known.append(part)
            if arguments.parts:
                arguments.parts.parent.mkdir(exist_ok=True)
                with arguments.parts.open('a') as file:
                    file.write(json.dumps(part) + '\n')
            if part['status'] or not arguments.parts:
                print(part['said'], flush=True)
    bad = [part for part in known if part['status']]
    print(f'{sum(part["nights"] for part in known)} nights in {len(known)} parts, {len(bad)} of which have a night that breaks a promise')
    return 1 if failed or bad else 0


if __name__ == '__main__':
    sys.exit(main())
