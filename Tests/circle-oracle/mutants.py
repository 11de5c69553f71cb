"""Plants faults into the rules of the circle, one at a time, and sees whether the oracle notices each.

usage: python3 Tests/circle-oracle/mutants.py [--seeds N] [--only N]
The rooms are compiled in a temporary folder; nothing is changed in place. Exit status 1 if a fault is missed or does not fit.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import run
from worlds import timeline

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Seconds for a batch; it takes a few. Some faults let the circle turn for ever.
LONGEST = 120

# What is wrong then; the file below Sources/Circle; the text that stands there once; the text instead.
FAULTS = (
    ('a provider that accepts nothing is waited for as one that has it', 'Rules/CareCircle+Rounds.swift',
     'latest.isReached ? plan.times.step : plan.times.unconfirmed', 'plan.times.step'),
    ('the next person waits though no one can be reached', 'Rules/CareCircle+Rounds.swift', '!latest.canAnswer ? .zero : ', ''),
    ('a failed channel is waited for', 'Rules/CareCircle+Rounds.swift', 'latest.isOpen { due', 'latest.round > 0 { due'),
    ('a hold never ends', 'Rules/CareCircle+Rounds.swift', 'guard until <= state.now else { return }',
     'guard until == .never else { return }'),
    # That it begins without a person would be no fault: the first ready one is then alerted at once by rule 18.
    ('a round of a person who is not ready begins with everybody', 'Rules/CareCircle+Rounds.swift', '{ first = PersonSet(place) }', '{ first = ready }'),
    ('everybody may be paused', 'Rules/CareCircle+People.swift', 'return awake.isEmpty ? willing : awake', 'return awake'),
    ('who has stopped gets messages all the same', 'Rules/CareCircle+People.swift', 'state.members[place].hasConsented = false', ''),
    ('what is under way to a person who has stopped goes on', 'Rules/CareCircle+People.swift',
     'for at in state.incidents.indices { cancel(at, person: place, into: &outputs) }', ''),
    ('the others go on when one person has it', 'Rules/CareCircle+Answers.swift', 'state.incidents[at].phase = .held(by: person, until: until)\n      state',
     'state'),
    ('a word is said as often as it is pressed', 'State/Incident.swift', 'guard !(said ?? []).contains(where: { $0.person == word.person && $0.word == word.word }) else { return nil }', ''),
    ('who wants to be called has it', 'Rules/CareCircle+Answers.swift', 'if word.isAnswer { assign(at, place, person, into: &outputs) }',
     'assign(at, place, person, into: &outputs)'),
    ('a word is kept for the next round', 'State/Incident.swift', 'mutating func forgetWords() { (said, hasIt) = (nil, nil) }', 'mutating func forgetWords() {}'),
    ('no message says who has it', 'Rules/CareCircle+Answers.swift', 'at, .taken, of: incident.alarms, by: person, to: { $0 != place && $1.isOwedEnd }',
     'at, .taken, of: incident.alarms, by: person, to: { $0 != place && $1.round > 99 }'),
    ('an okay closes an incident whose alarm is on', 'Rules/CareCircle+Answers.swift', 'guard isOn else { return close(at, into: &outputs) }',
     'if !state.incidents.isEmpty { return close(at, into: &outputs) }'),
    ('the end of one of several alarms is not sent', 'Rules/CareCircle+HighAlarms.swift', 'guard alarm.round > 0, !wasOkay', 'guard alarm.round > 99, !wasOkay'),
    ('back to normal is not sent', 'Rules/CareCircle+HighAlarms.swift', 'sendWord(at, .normal, to: { $1.isOwedEnd && knows($1) }, into: &outputs)', ''),
    ('an ended alarm comes back', 'Rules/CareCircle+HighAlarms.swift', '!state.endedNumbers.contains(alarm.number)', '!state.members.isEmpty'),
    ('a box that is back ends nothing', 'Rules/CareCircle+HighAlarms.swift', '!alarms.contains(where: { $0.number == number })',
     'alarms.contains(where: { $0.number == number && $0.number == 0 })'),
    ('the countdown begins whole again when an alarm returns', 'State/Countdown.swift', 'left = max(.zero, left - from.duration(to: now))',
     'left = max(left, from.duration(to: from))'),
    ('silencing counts each time', 'State/Countdown.swift', 'guard silencedUntil == nil else { return false }', ''),
    ('a new alarm goes to everybody though one has it', 'Rules/CareCircle+HighAlarms.swift', 'beginRound(at, with: PersonSet(holder), into: &outputs)',
     'beginRound(at, with: ready, into: &outputs)'),
    ('help waits for the countdown', 'Rules/CareCircle+HighAlarms.swift', 'beginRound(at, with: ready, into: &outputs)', 'runCountdown(at, into: &outputs)'),
    ('quiet hours end at midnight', 'Plan/CircleHours.swift', 'CircleWeek.remainder(end - begin, CircleWeek.day)', 'max(0, end - begin)'),
    ('low alarms come as often as they like', 'Rules/CareCircle+Notices.swift', 'last.at.advanced(by: plan.times.noticeCoolDown)', 'last.at'),
    ('a restart keeps the date', 'CareCircle.swift', 'self.state.dateOffset = nil', ''),
    ('a date that is set back sends a summary again', 'Rules/CareCircle+WeeklySummary.swift', 'if week > last, local', 'if week != last, local'),
    ('a new message leaves the one before it', 'Rules/CareCircle+Sending.swift', 'cancel(at, person: place, channel: channel, into: &outputs)\n    let', 'let'),
)


class Compiler:
    """Makes the rooms of the circle in a folder, and the programs that use them."""

    def __init__(self, folder, *flags):
        self.folder, self.flags = folder, ('-swift-version', '6', '-package-name', 'lapwing', '-wmo', '-I', '.', *flags)

    def run(self, *arguments):
        done = subprocess.run(['swiftc', *self.flags, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            print(done.stderr[-600:])
        return done.returncode == 0

    def room(self, name, path):
        return self.run('-parse-as-library', '-emit-module', '-emit-library', '-static', '-module-name', name, '-o', f'lib{name}.a',
                        *sorted(path.rglob('*.swift')))

    def program(self, name, *rooms):
        """A program of tools/, with the rooms that it uses; None if it cannot be made."""
        tool = sorted((ROOT / 'tools' / name).glob('*.swift'))
        made = self.run('-L', '.', *tool, *(f'-l{room}' for room in rooms), '-o', name)
        return str(self.folder / name) if made else None


def planted(folder, only=None):
    """Each fault in a copy of the circle: its number, what is wrong, and the copy, or None if the fault does not fit."""
    for number, (what, file, before, after) in enumerate(FAULTS, 1):
        if only not in (None, number):
            continue
        sources = folder / 'changed'
        shutil.rmtree(sources, ignore_errors=True)
        shutil.copytree(ROOT / 'Sources/Circle', sources)
        text = (sources / file).read_text()
        (sources / file).write_text(text.replace(before, after))
        yield number, what, sources if text.count(before) == 1 else None


def is_caught(program, timelines):
    for start in range(0, len(timelines), run.BATCH):
        part = timelines[start:start + run.BATCH]
        try:
            played = run.play(program, part, LONGEST)
        except subprocess.TimeoutExpired:
            return f'seeds from {start} on: it never ends'
        for seed, ((kind, _, _, expected), found) in enumerate(zip(part, played), start):
            if run.differences(expected, found):
                return f'seed {seed} ({kind})'
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--seeds', type=int, default=400)
    parser.add_argument('--only', type=int)
    arguments = parser.parse_args()
    timelines = [timeline(seed) for seed in range(arguments.seeds)]
    missed = 0
    with tempfile.TemporaryDirectory(prefix='circle') as name:
        folder = pathlib.Path(name)
        compiler = Compiler(folder, '-Onone')

        def circle(sources):
            return compiler.program('circle-replay', 'Circle', 'Readings') if compiler.room('Circle', sources) else None

        program = compiler.room('Readings', ROOT / 'Sources/Readings') and circle(ROOT / 'Sources/Circle')
        if not program or is_caught(program, timelines):
            sys.exit('the unchanged circle does not build, or is not as the rules say')
        for number, what, sources in planted(folder, arguments.only):
            program = sources and circle(sources)
            caught = program and is_caught(program, timelines)
            missed += not caught
            print(f'{number:2} {what}: {caught or ("MISSED" if program else "does not fit, or does not build")}', flush=True)
    print(f'{len(FAULTS)} faults, {missed} missed')
    return 1 if missed else 0


if __name__ == '__main__':
    sys.exit(main())
