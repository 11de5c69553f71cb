"""A box and its `lapwing outside` in a folder of their own, and a follower that learns from the box itself what must be sent."""
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

BINARY = os.environ.get('LAPWING', '.build/debug/lapwing')


class Bench:
    def __init__(self, channels='none', settings='', profile='cabin'):
        self.folder = Path(tempfile.mkdtemp(prefix='outside-'))
        self.processes, self.prefix = [], []
        self.write('lapwing.yaml', f'profile: {profile}\n'
                   f'logbook: {{path: {self.folder}/lapwing.db}}\ncontrol: {{socket: {self.folder}/control}}\n'
                   'consent: {messages: 2026-11-26, circle: 2026-11-26}\n'
                   f'outside:\n  queue: {self.folder}/outside.db\n{settings}'
                   + ('' if channels == 'none' else '  channels:\n' + ''.join(f'    {line}\n' for line in channels)))

    def write(self, name, text, mode=0o600):
        path = self.folder / name
        path.write_text(text)
        path.chmod(mode)
        return path

    def timeline(self, lines, name='timeline.jsonl'):
        return self.write(name, ''.join(json.dumps(line) + '\n' for line in sorted(lines, key=lambda line: line['t'])))

    def spawn(self, *words, name='process'):
        log = open(self.folder / f'{name}.log', 'ab')
        process = subprocess.Popen([*self.prefix, BINARY, *map(str, words), '--config', str(self.folder / 'lapwing.yaml')],
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def box(self, timeline, speed='1'):
        process = self.spawn('run', '--replay', timeline, '--speed', speed, name='box')
        self.wait(lambda: self.answers(), 20, 'the box does not answer')
        return process

    def outside(self, *words):
        return self.spawn('outside', 'run', *words, name='outside')

    def command(self, *words, timeout=60):
        return subprocess.run([BINARY, *words, '--config', str(self.folder / 'lapwing.yaml')], capture_output=True,
                              text=True, timeout=timeout)

    def answers(self):
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(self.folder / 'control'))
            return True
        except OSError:
            return False

    def log(self, name='outside'):
        path = self.folder / f'{name}.log'
        return path.read_text() if path.exists() else ''

    @staticmethod
    def wait(condition, timeout, sentence):
        # How soon something must happen is held by the unit tests and the matrix. A slow machine has a minute for everything.
        end = time.monotonic() + max(timeout, 60)
        while time.monotonic() < end:
            if condition():
                return
            time.sleep(0.03)
        raise AssertionError(sentence() if callable(sentence) else sentence)

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Follower(threading.Thread):
    """Reads the control socket as any program may, by its documented lines, and keeps every alarm change: (run, sequence)."""

    def __init__(self, bench):
        super().__init__(daemon=True)
        self.bench, self.alarms, self.lines, self.runs = bench, {}, [], []
        # When each alarm change was received, by this machine's clock.
        self.times = []
        self.ended = False
        self.start()

    def run(self):
        run, since = None, 0
        while not self.ended:
            try:
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.connect(str(self.bench.folder / 'control'))
                    request = {'verb': 'follow', 'since': since, 'run': run or ''}
                    connection.sendall(json.dumps(request).encode() + b'\n')
                    stream = connection.makefile('rb')
                    state = json.loads(stream.readline())
                    run = state['run']
                    if run not in self.runs:
                        self.runs.append(run)
                    for event in state.get('missed', []):
                        since = self.keep(run, event)
                    for line in stream:
                        event = json.loads(line)
                        self.lines.append(event)
                        if event.get('kind') == 'alarm':
                            self.times.append((time.monotonic(), event))
                            since = self.keep(run, event)
            except (OSError, ValueError):
                time.sleep(0.02)

    def keep(self, run, event):
        self.alarms[(self.runs.index(run), event['sequence'])] = (f'{run}-{event["sequence"]}', event)
        return event['sequence']

    def expected(self):
        """The ids that must be sent, by the rule of docs/outside.md: each alarm that begins or rises, and each end."""
        told, ids, ended = {}, [], set()
        for _, (identifier, alarm) in sorted(self.alarms.items()):
            key = (alarm['condition'], alarm.get('address'), alarm.get('person'), alarm.get('test'))
            rank = ['low', 'medium', 'high'].index(alarm['priority'])
            if alarm['presence'] == 'on' and alarm['activation'] != 'off':
                if key not in told or told[key] < rank:
                    if rank >= 1:
                        told[key] = rank
                        ids.append(identifier)
            elif alarm['presence'] in ('off', 'latched') and key in told:
                del told[key]
                ids.append(identifier)
        return ids


def faults(seconds, seed, conditions=('adapter-gone', 'sounder-failed', 'no-data'), gap=(0.2, 0.9), start=0.5):
    """A timeline in which parts of the box fail and recover at random."""
    chance, lines, present, t = random.Random(seed), [{'t': 0}], set(), start
    while t < seconds:
        condition = chance.choice(conditions)
        word = 'cleared' if condition in present else 'fault'
        lines.append({'t': round(t, 3), word: condition})
        present ^= {condition}
        t += chance.uniform(*gap)
    return lines + [{'t': seconds + 600}]
