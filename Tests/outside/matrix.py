"""`make matrix`: how long it takes until a person knows, in each cell of the tables in docs/outside.md, and 100 random sequences of
faults.

    python3 Tests/outside/matrix.py [--short] [--write] [--sequences N] [--control] [--alone] [CELL …] ["alone:CELL" …]

A person knows when the phone of one who is awake has shown a message of high priority, or when the second box sounds. A line
for each cell; exits 1 if a cell takes more than 90 s, or if a sequence loses, repeats or shuffles a message.

The second table is of one box alone, with one channel and with two: within 90 s of the onset a named person's provider has accepted a message of
the alarm, or the room says within 30 s of the first attempt that no one can be reached."""
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import threading
import time

from box import Bench, Follower, faults
from home import Home
from test_kills import check, received
from test_single_points import FullDisk
from world import World, is_possible

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / 'docs/outside.md'
BEGIN, END = '<!-- matrix: made by make matrix -->', '<!-- end of matrix -->'
LIMIT = 90
ONSET = 16
# Most of a cell is waiting.
JOBS = 10
STRAP = 'C0:FF:EE:00:00:02'


def beat(t, bpm):
    """A heart rate with contact and one interval between beats (Heart Rate Measurement, 2A37)."""
    interval = round(60 / bpm * 1024)
    return {'t': t, 'address': STRAP, 'characteristic': '0x2A37', 'hex': bytes([0x16, bpm, interval & 255, interval >> 8]).hex()}


def heart(until=3600, low_from=None):
    # The clock of a timeline begins with its first line.
    chance, lines = random.Random(3), [{'t': 0}]
    for t in range(0, min(until, 200)):
        bpm = 58 + chance.randrange(8) if low_from is None or t < low_from else 34 + chance.randrange(4)
        lines.append(beat(t + 0.5, bpm))
    return lines + [{'t': 3600}]


def battery(until):
    level = {'t': 1, 'address': STRAP, 'characteristic': '0x2A19', 'hex': '04'}
    return [{'t': 0}, {'t': 0.4, **{key: value for key, value in beat(0, 60).items() if key != 't'}}, level, *heart(until)[2:]]


def power(world):
    world.bed_run.kill()
    world.bed_outside.kill()


# Name, what it says, the bed's timeline, what happens at the onset, and whether an alarm begins with it.
CELLS = [
    ('strap off', heart(ONSET), lambda world: None),
    ('strap battery', battery(ONSET), lambda world: None),
    ('box power', heart(), power),
    ('box hang', heart(), lambda world: world.bed_run.send_signal(19)),
    ('adapter', sorted([*heart(), {'t': ONSET, 'fault': 'adapter-gone'}], key=lambda line: line['t']), lambda world: None),
    ('heart rate', heart(low_from=ONSET), lambda world: None),
    ('router', heart(low_from=ONSET), lambda world: world.router(False)),
    ('internet', heart(low_from=ONSET), lambda world: world.internet(False)),
    ('provider down', heart(low_from=ONSET), lambda world: setattr(world.providers[0], 'is_down', True)),
    ('phone dead', heart(low_from=ONSET), lambda world: setattr(world.phones['anna'], 'is_dead', True)),
    ('person asleep', heart(low_from=ONSET), lambda world: setattr(world.phones['anna'], 'is_asleep', True)),
]
WORDS = {
    'strap off': 'the strap is taken off', 'strap battery': 'the battery of the strap is empty',
    'box power': 'the box beside the bed loses its power', 'box hang': 'its alarm process hangs',
    'adapter': 'its Bluetooth adapter is pulled out', 'heart rate': 'the heart rate is too low, and nothing else is wrong',
    'router': 'heart rate, and the router loses its power', 'internet': 'heart rate, and the internet is down',
    'provider down': 'heart rate, and the first person\'s provider is down',
    'phone dead': 'heart rate, and the first person\'s phone is dead',
    'person asleep': 'heart rate, and the first person sleeps',
}


def off_skin(lines):
    """The contact bit goes, and the values come as before."""
    return [{**line, 'hex': '14' + line['hex'][2:]} if line['t'] > ONSET and 'hex' in line else line for line in lines]


def heart_until(rates):
    """A heart with the rate that `rates(t)` gives after the onset; none where that is None."""
    lines = [line for line in heart(ONSET) if line['t'] < ONSET]
    lines += [beat(t + 0.5, rates(t)) for t in range(ONSET, 200) if rates(t) is not None]
    return lines + [{'t': 3600}]


def frozen(has_contact):
    """Beats until the onset; then the last number again and again, without a beat."""
    flags = '06' if has_contact else '00'
    lines = [line if has_contact or 'hex' not in line else {**line, 'hex': '10' + line['hex'][2:]} for line in heart(ONSET)]
    lines = [line for line in lines if line['t'] < 3600]
    return lines + [{'t': t + 0.5, 'address': STRAP, 'characteristic': '0x2A37', 'hex': flags + '3c'} for t in range(ONSET, 200)] + [{'t': 3600}]


def bad_secret(home):
    (home.bench.folder / 'anna-topic').unlink()


def fill(home):
    home.disk.fill()


def manner(what, which=0):
    return lambda home: setattr(home.providers[which], 'manner', what)


def names(what):
    return lambda home: setattr(home.names, 'manner', what)


def pause(home):
    assert home.bench.command('circle', 'pause', 'anna', '--for', '2h').returncode == 0


def wrong_answer(home):
    """Whoever is at another topic, or guesses, answers as soon as anna has a message."""
    def answer():
        for _ in range(1200):
            time.sleep(0.1)
            for message in list(home.providers[0].messages):
                if message.get('sequence_id', '').startswith('c-'):
                    forged = f'ack {message["sequence_id"]} {"0" * 20}'
                    for provider in home.providers:
                        for topic in ('reply-anna', 'reply-ben', 'alarms-anna'):
                            provider.publish(topic, forged)
                    return
    threading.Thread(target=answer, daemon=True).start()


LOW = heart(low_from=ONSET)
# Of one box alone. Name, what it says, the timeline, what happens before (p) or at the onset.
ALONE = {
    'silent': ('the strap falls silent', heart(ONSET), None),
    'no contact': ('the strap has lost the skin, and its values go on', off_skin(heart()), None),
    'frozen': ('beats stop, contact stays, the number is repeated', frozen(True), None),
    'frozen, contact unknown': ('beats stop, the number is repeated, and the strap knows no contact', frozen(False), None),
    'intermittent': ('the strap is silent for 28 of every 35 s', heart_until(lambda t: 60 + t * 7 % 5 if (t - ONSET) % 35 >= 28 else None), None),
    'flapping': ('the strap is off the skin for 12 of every 16 s', [
        {**line, 'hex': '14' + line['hex'][2:]} if line['t'] > ONSET and 'hex' in line and (line['t'] - ONSET) % 16 < 12 else line
        for line in heart()], None),
    'low': ('the heart rate is too low', LOW, None),
    'falling': ('the heart rate falls from 60 to 25 within a minute', heart_until(lambda t: max(25, 60 - (t - ONSET) * 35 // 60)), None),
    'short': ('it is too low for 25 s, three times, 60 s apart', heart_until(lambda t: 35 if (t - ONSET) % 60 < 25 else 60), None),
    'battery': ('the battery of the strap is empty', battery(ONSET), None),
    'adapter': ('the Bluetooth adapter is pulled out', sorted([*heart(), {'t': ONSET, 'fault': 'adapter-gone'}], key=lambda line: line['t']), None),
    'hang': ('the alarm process hangs', heart(), lambda home: home.run.send_signal(19)),
    'outside hangs': ('low, and the process that sends hangs', LOW, lambda home: home.outside.send_signal(19)),
    'disk full': ('low, and the disk of the queue is full', LOW, fill),
    'wifi': ('low, and the Wi-Fi is away', LOW, lambda home: home.wifi(False)),
    'internet': ('low, and the internet is away', LOW, lambda home: home.internet(False)),
    'names dead': ('low, and the name server is dead', LOW, names('dead')),
    'names slow': ('low, and the name server takes 3 s', LOW, names('slow')),
    'no AAAA': ('low, and the name server drops questions for IPv6', LOW, names('without AAAA')),
    'provider down': ('low, and the first provider answers 503', LOW, manner('down')),
    'provider refuses': ('low, and the first provider answers 403', LOW, manner('refusing')),
    'provider lies': ('low, and the first provider accepts and delivers nothing', LOW, manner('lying')),
    'provider slow': ('low, and the first provider takes 12 s', LOW, manner('slow')),
    'secret': ('low, and the first secret is gone since the start', LOW, None),
    'asleep': ('low, and the first person sleeps', LOW, lambda home: setattr(home.phones['anna'], 'is_asleep', True)),
    'phone dead': ('low, and the first phone is dead', LOW, lambda home: setattr(home.phones['anna'], 'is_dead', True)),
    'paused': ('low, and the first person is paused', LOW, pause),
    'wrong person': ('low, and another person answers for the first person', LOW, wrong_answer),
}


def play_alone(name, channels):
    _, lines, happen = ALONE[name]
    with Home(lines, channels) as home:
        if name == 'disk full':
            home.disk = FullDisk(home.bench.folder)
        if name == 'secret':
            bad_secret(home)
        home.start()
        onset = home.began + ONSET
        assert time.monotonic() < onset, f'the box took {time.monotonic() - home.began:.0f} s to begin'
        time.sleep(max(0, onset - time.monotonic()))
        home.forget()
        if happen:
            happen(home)
        accepted, known = None, None
        while time.monotonic() < onset + LIMIT + 30:
            time.sleep(0.1)
            accepted = accepted or home.accepted_at(onset)
            said = home.said_at
            known = min([phone.known_at for phone in home.phones.values() if phone.known_at and phone.known_at >= onset], default=None)
            if known or said and time.monotonic() > said + 5 or accepted and (channels == 1 or time.monotonic() > accepted + 60):
                break
        since = lambda at: at - onset if at else None
        wait = said - (home.trying_at or onset) if said else None
        return name, channels, since(accepted), since(known), since(said), wait


def is_kept(row):
    name, _, accepted, _, _, wait = row
    return accepted is not None and accepted <= LIMIT or wait is not None and wait <= 30


def table_alone(rows):
    text = ['| one box alone: what happens | one channel | two channels |', '|---|---|---|']
    cells = {(name, channels): (accepted, known, said) for name, channels, accepted, known, said, _ in rows}

    def cell(name, channels):
        accepted, known, said = cells[name, channels]
        if accepted is not None:
            return f'{seconds(accepted)}' + ('' if known is None or known - accepted < 1 else f', a phone that shows it {seconds(known)}')
        return f'"no one can be reached" {seconds(said)}'
    for name, (words, _, _) in ALONE.items():
        if (name, 1) in cells and (name, 2) in cells:
            text.append(f'| {words} | {cell(name, 1)} | {cell(name, 2)} |')
    return '\n'.join(text)


def figures(rows):
    """p50 and max of what reached a provider, and of what the room said."""
    told = sorted(row[2] for row in rows if row[2] is not None)
    said = sorted(row[5] for row in rows if row[2] is None and row[5] is not None)
    part = lambda name, values: f'{name}: {len(values)} cells' + (f', p50 {values[len(values) // 2]:.0f} s, max {values[-1]:.0f} s' if values else '')
    return part('a provider has it', told) + '; ' + part('the room says that no one can be reached', said)


SHORT = ('box power', 'router', 'adapter', 'heart rate')


def play(cell, is_short):
    name, lines, happen = cell
    with World(lines) as world:
        world.start()
        onset = world.began + ONSET
        assert time.monotonic() < onset, f'the boxes took {time.monotonic() - world.began:.0f} s to begin'
        time.sleep(max(0, onset - time.monotonic()))
        happen(world)
        sound, phone = None, None
        while time.monotonic() < onset + LIMIT + 30:
            time.sleep(0.1)
            sound = sound or world.sounded_at(onset)
            known = [phone.known_at for phone in world.phones.values() if phone.known_at]
            phone = min(known) if known else None
            if sound and (phone or is_short or (name == 'router')):
                break
        return name, sound[0] - onset if sound else None, phone - onset if phone else None, sound[1]['condition'] if sound else ''


def seconds(value):
    return '–' if value is None else f'{value:.0f} s' if value >= 10 else f'{value:.1f} s'


def table(rows):
    text = ['| what happens | the second box sounds after | a person\'s phone shows it after |', '|---|---|---|']
    for name, sound, phone, condition in rows:
        text.append(f'| {WORDS[name]} | {seconds(sound)} (`{condition}`) | {seconds(phone)} |')
    text += ['| both boxes lose their power | no box can report it: a dead-man\'s ping does | – |',
             '| no one is near the second box, and router or internet are down | no box can report it: a dead-man\'s ping does | – |',
             '| all phones are dead, or all people sleep, and no one is near the second box | no one can be reached | – |']
    return '\n'.join(text)


def sequence(seed, retries=True):
    """Kills and outages at random while the bed has alarms: the webhook must have all, once, in order."""
    chance, length = random.Random(seed), 22
    with World(faults(length + 60, seed, start=5), circle=False, hook=True) as world:
        words = [] if retries else ['--without-retries']
        world.start(*words)
        follower, answered = Follower(world.bed), 0
        end, kills, box_kills = time.monotonic() + length, {'outside': 0, 'server': 0}, 0
        while time.monotonic() < end:
            time.sleep(chance.uniform(0.3, 2))
            # Without retries, what is tried during an outage must be lost, or the check sees nothing.
            kinds = ['outside', 'hall outside', 'hall run', 'bed run', 'router', 'internet', 'server'] if retries else ['server']
            what, pause = chance.choice(kinds), chance.uniform(0, 1.5)
            if what == 'outside':
                kills['outside'] += 1
                world.bed_outside.kill()
                world.bed_outside.wait()
                answered = world.bed.log().count('the box answers')
                time.sleep(pause)
                world.bed_outside = world.bed.outside(*words)
            elif what == 'hall outside':
                world.hall_outside.kill()
                world.hall_outside.wait()
                time.sleep(pause)
                world.hall_outside = world.hall.outside()
            elif what == 'hall run':
                world.hall_run.kill()
                world.hall_run.wait()
                world.start_hall_run()
            elif what == 'bed run' and box_kills < 2:
                # A box that dies while `outside` is away takes with it what only it knew (docs/outside.md, "The queue").
                Bench.wait(lambda: world.bed.log().count('the box answers') > answered, 20, lambda: world.bed.log())
                time.sleep(0.3)
                box_kills += 1
                answered = world.bed.log().count('the box answers')
                world.bed_run.kill()
                world.bed_run.wait()
                world.start_bed_run()
            elif what in ('router', 'internet'):
                kills['server'] += 1
                getattr(world, what)(False)
                time.sleep(pause)
                world.router(True)
                world.internet(True)
                for name in world.names:
                    subprocess.run(['ip', '-n', name, 'route', 'replace', 'default', 'via', f'{world.lan}.1'])
            elif what == 'server':
                kills['server'] += 1
                world.hook.stop()
                time.sleep(pause)
                world.hook.start()
        Bench.wait(lambda: world.bed.log().count('the box answers') > answered, 20, lambda: world.bed.log())
        time.sleep(0.5)
        world.bed_run.send_signal(19)
        time.sleep(0.5)
        wanted = follower.expected()
        while not set(wanted) <= received(world.hook) and time.monotonic() < end + (70 if retries else 10):
            time.sleep(0.1)
        time.sleep(0.5)
        follower.ended = True
        return check(world.hook, wanted, kills)


def latency():
    """From the onset at the box to the receipt by a webhook in the network, with nothing wrong."""
    with World(faults(60, 9, start=8, gap=(0.2, 0.6)), circle=False, hook=True) as world:
        follower = Follower(world.bed)
        world.start()
        arrived, end = {}, time.monotonic() + 45
        while time.monotonic() < end:
            time.sleep(0.005)
            for call in list(world.hook.calls):
                arrived.setdefault(call.headers['webhook-id'], time.monotonic())
        onset = {f'{follower.runs[0]}-{event["sequence"]}': at for at, event in follower.times}
        delays = sorted(arrived[name] - onset[name] for name in arrived if name in onset)
        worst = delays[min(len(delays) - 1, int(len(delays) * 0.99))]
        assert len(delays) >= 20 and worst <= 5, delays
        return f'{len(delays)} messages, half within {delays[len(delays) // 2]:.2f} s, 99 of 100 within {worst:.2f} s'


OPTIONS = ('--short', '--alone', '--write', '--sequences', '--control')


def main():
    words = sys.argv[1:]
    counted = words.index('--sequences') + 1 if '--sequences' in words else None
    odd = [word for place, word in enumerate(words) if place != counted and word not in OPTIONS and word not in WORDS
           and word.removeprefix('alone:') not in ALONE]
    if odd or counted and not (words[counted:] and words[counted].isdigit()):
        print(__doc__)
        return 0 if odd == ['--help'] else 64
    is_short = '--short' in words
    standard = 0 if is_short or any('alone' in word for word in words) else 100
    count = int(words[counted]) if counted else standard
    if not is_possible():
        print('left out: the matrix needs root and name spaces of the network (ip netns)')
        return 0
    named = [word for word in words if word in WORDS]
    only_alone = '--alone' in words or any(word.startswith('alone:') for word in words)
    cells = [] if only_alone else [cell for cell in CELLS if not named and (not is_short or cell[0] in SHORT) or cell[0] in named]
    failed, began = 0, time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        rows = []
        for job in [pool.submit(play, cell, is_short) for cell in cells]:
            row = job.result()
            rows.append(row)
            name, sound, phone, condition = row
            first = min((value for value in (sound, phone) if value is not None), default=None)
            is_late = first is None or first > LIMIT
            failed += is_late
            print(f'{"FAIL" if is_late else "ok  "} {name}: second box {seconds(sound)} {condition}, phone {seconds(phone)}', flush=True)
    alone = [] if is_short else [word for word in ALONE if not words or '--write' in words or f'alone:{word}' in words or '--alone' in words]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        rows_alone = []
        for job in [pool.submit(play_alone, name, channels) for name in alone for channels in (1, 2)]:
            row = job.result()
            rows_alone.append(row)
            name, channels, accepted, known, said, _ = row
            failed += not is_kept(row)
            print(f'{"ok  " if is_kept(row) else "FAIL"} alone, {channels} channel{"s" * (channels > 1)}, {name}: provider {seconds(accepted)}, '
                  f'phone {seconds(known)}, "no one can be reached" {seconds(said)}', flush=True)
        if rows_alone:
            print(figures(rows_alone), flush=True)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        jobs = {pool.submit(sequence, seed): seed for seed in range(1, count + 1)}
        good = 0
        for job in concurrent.futures.as_completed(jobs):
            try:
                note = job.result()
                good += 1
            except Exception as error:
                failed += 1
                print(f'FAIL sequence {jobs[job]}: {error}', flush=True)
        if count:
            print(f'{good} of {count} sequences kept every message, its order and its id', flush=True)
    if not is_short and not only_alone and (not named or '--control' in words):
        print('latency:', latency(), flush=True)
        try:
            sequence(1, retries=False)
            print('FAIL without retries nothing was lost, so the check sees nothing')
            failed += 1
        except AssertionError as error:
            print(f'ok   without retries the check fails: {str(error)[:60]}')
    if '--write' in words and not failed:
        text = DOCUMENT.read_text()
        head, rest = text.split(BEGIN)
        DOCUMENT.write_text(f'{head}{BEGIN}\n{table(rows)}\n\n{table_alone(rows_alone)}\n{END}{rest.split(END)[1]}')
    print(f'{failed} failed, {time.monotonic() - began:.0f} s')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
