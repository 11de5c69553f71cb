"""Plays nights of the care circle on all cores, and first some with a part left out, in which a promise must be broken.

usage: python3 Tests/circle-oracle/nights.py PROGRAM NIGHTS
Exit status 1 if a night breaks a promise, or if nights without a part break none.
"""
import os
import subprocess
import sys
import time

PARTS = ('no-retries', 'no-escalation', 'sent-is-enough', 'forgets')


def main():
    program, nights, cores = sys.argv[1], int(sys.argv[2]), os.cpu_count() or 1
    failed = 0
    for part in PARTS:
        done = subprocess.run([program, '300', '--without', part], capture_output=True, text=True)
        print(f'without {part}: {done.stdout.splitlines()[-1]} of 300')
        failed += done.returncode != 0
    each = -(-nights // cores)
    began = time.monotonic()
    running = [subprocess.Popen([program, str(each), '--first', str(1 + core * each)]) for core in range(cores)]
    failed += sum(process.wait() != 0 for process in running)
    rate = each * cores / (time.monotonic() - began)
    print(f'{each * cores} nights, {rate:.0f} a second on {cores} cores')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main() if len(sys.argv) == 3 else __doc__)
