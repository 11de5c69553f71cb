"""Plays random timelines through circle-replay and through the rules, and compares every message, cancel and countdown.

usage: python3 Tests/circle-oracle/run.py PROGRAM [--seeds N] [--first N] [--jobs N] [--seed N]
--seed plays one and prints where it differs. Exit status 1 if a timeline differs.
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import subprocess
import sys

from worlds import KINDS, timeline

BATCH = 100


def key(line):
    return json.dumps(line, sort_keys=True)


def differences(expected, found):
    """(time, missing, not wanted) of the first second that differs; nothing if none does."""
    wanted, got = collections.defaultdict(list), collections.defaultdict(list)
    for line in expected:
        wanted[line['t']].append(key(line))
    for line in found:
        got[line['t']].append(key(line))
    for second in sorted(wanted.keys() | got.keys()):
        missing = collections.Counter(wanted[second]) - collections.Counter(got[second])
        more = collections.Counter(got[second]) - collections.Counter(wanted[second])
        if missing or more:
            return second, sorted(missing), sorted(more)
    return None


def twice(found):
    """The first message that is sent again: no rule may lead to that."""
    seen = set()
    for line in found:
        if line.get('send', '') in seen:
            return line['t'], [], [f'{line["send"]} again']
        seen.add(line.get('send'))
    return None


def play(program, timelines, timeout=None):
    """What the program says of each timeline. TimeoutExpired after that many seconds."""
    text = []
    for _, plan, lines, _ in timelines:
        text.append(json.dumps({'plan': plan}))
        text += [json.dumps(line) for line in lines]
    done = subprocess.run([program], input='\n'.join(text) + '\n', capture_output=True, text=True, timeout=timeout)
    outputs = []
    for line in map(json.loads, done.stdout.splitlines()):
        if 'timeline' in line:
            outputs.append([])
        else:
            outputs[-1].append(line)
    if done.returncode:
        outputs.append([{'t': -1, 'exit': done.returncode, 'said': done.stderr[-300:]}])
    return outputs + [[]] * (len(timelines) - len(outputs))


def batch(program, seeds):
    timelines = [timeline(seed) for seed in seeds]
    broken = []
    messages = 0
    for seed, (kind, _, _, expected), found in zip(seeds, timelines, play(program, timelines)):
        messages += len(expected)
        difference = differences(expected, found) or twice(found)
        if difference:
            broken.append((seed, kind, difference))
    return len(seeds), messages, broken


def one(program, seed):
    kind, plan, lines, expected = timeline(seed)
    found = play(program, [(kind, plan, lines, expected)])[0]
    difference = differences(expected, found)
    if not difference:
        print(f'seed {seed} ({kind}): {len(expected)} lines, all as the rules say')
        return 0
    second, missing, more = difference
    print(json.dumps({'plan': plan}))
    both = sorted([(line['t'], 0, line) for line in lines if line['t'] <= second]
                  + [(line['t'], 1, line) for line in expected if line['t'] <= second], key=lambda entry: entry[0])
    for _, _, line in both:
        print(json.dumps(line))
    print(f'seed {seed} ({kind}) differs at {second} s')
    for line in missing:
        print('  missing   ', line)
    for line in more:
        print('  not wanted', line)
    return 1


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('program')
    parser.add_argument('--seeds', type=int, default=1000)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--seed', type=int)
    arguments = parser.parse_args()
    if arguments.seed is not None:
        return one(arguments.program, arguments.seed)
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    batches = [seeds[start:start + BATCH] for start in range(0, len(seeds), BATCH)]
    count = messages = 0
    broken = []
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        for played, lines, faults in pool.map(batch, itertools.repeat(arguments.program), batches):
            count, messages = count + played, messages + lines
            broken += faults
    for seed, kind, (second, missing, more) in broken[:10]:
        print(f'seed {seed} ({kind}) differs at {second} s: missing {missing[:2]}, not wanted {more[:2]}')
    print(f'{count} timelines of {len(KINDS)} kinds, {messages} messages, cancels and countdowns: {len(broken)} differ')
    return 1 if broken else 0


if __name__ == '__main__':
    sys.exit(main())
