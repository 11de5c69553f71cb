"""Two boxes of a pair: the real program on both sides, or the Python peer of peer.py on one."""
import json
import os
import random
import signal
import socket
import threading
import subprocess
import time

import peer as words
from box import BINARY, Bench, Follower

ports = iter(range(random.Random(os.getpid()).randrange(20000, 50000, 100), 65000, 2))
ports_lock = threading.Lock()


def free_ports(count):
    """UDP ports that are free with the one after each."""
    found = []
    while len(found) < count:
        with ports_lock:
            port = next(ports)
        try:
            for number in (port, port + 1):
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                    sock.bind(('0.0.0.0', number))
            found.append(port)
        except OSError:
            pass
    return found


def pair_settings(name, own, other, follows=False):
    return (f'  peer: {{name: {name}, address: "127.0.0.1:{other}", port: {own}, key-file: KEY}}\n'
            + (f'  follow: {name}\n' if follows else ''))


def bench(name, own, other, key=None, follows=False, profile='bedside'):
    made = Bench(profile=profile)
    file = made.folder / 'lapwing.yaml'
    text = file.read_text() + pair_settings(name, own, other, follows).replace('KEY', str(made.folder / 'peer.key'))
    file.write_text(text)
    if key:
        made.write('peer.key', key.text() + '\n')
    return made


QUIET = [{'t': 0}, {'t': 900}]


def status(made):
    return json.loads(made.command('status', '--json').stdout)


def alarm(made, condition):
    return next((alarm for alarm in status(made)['alarms'] if alarm['condition'] == condition), None)


def link(made):
    answer = made.command('outside', 'status', '--json')
    return (json.loads(answer.stdout) if answer.returncode == 0 else {}).get('peer', {}).get('link')


def two(bed_lines=None, follows=True):
    """A bed and the box that follows it, both running, with the link up."""
    key, (one, other) = words.Key.random(), free_ports(2)
    bed, hall = bench('hall', one, other, key), bench('bed', other, one, key.turned(), follows)
    runs = [made.box(made.timeline(lines)) for made, lines in ((bed, bed_lines or QUIET), (hall, QUIET))]
    outsides = [made.outside() for made in (bed, hall)]
    try:
        for made in (bed, hall):
            Bench.wait(lambda: link(made) == 'heard', 30, lambda: f'no link: {bed.log()} {hall.log()}')
    except AssertionError:
        bed.close()
        hall.close()
        raise
    return bed, hall, runs, outsides


def changes(follower, condition):
    return [(event['presence'], event['activation']) for event in list(follower.lines)
            if event.get('kind') == 'alarm' and event['condition'] == condition]


def test_a_second_box_signals_what_the_first_one_does_and_an_answer_counts_on_both():
    """Delays are from the event at one control socket to the event at the other."""
    bed, hall, _, _ = two()
    with bed, hall:
        at_bed, at_hall = Follower(bed), Follower(hall)
        Bench.wait(lambda: at_bed.runs and at_hall.runs, 10, 'the followers do not follow')

        def timed(condition, made, follower, wanted, sentence, limit=1.5):
            began = time.monotonic()
            Bench.wait(lambda: wanted in changes(follower, condition), 10,
                       lambda: f'{sentence}: {changes(follower, condition)} {made.log()}')
            took = time.monotonic() - began
            assert took <= limit, f'{sentence}: after {took:.2f} s'
            return took

        assert bed.command('alarms', 'test', 'sounder-failed').returncode == 0
        Bench.wait(lambda: ('on', 'on') in changes(at_bed, 'sounder-failed'), 5, 'no alarm beside the bed')
        delays = [timed('elsewhere-high', hall, at_hall, ('on', 'on'), 'the second box does not sound')]
        here, there = status(bed), status(hall)
        assert here['lamps'] == there['lamps'], (here['lamps'], there['lamps'])
        assert (here['sound'], here.get('sound_family')) == (there['sound'], there.get('sound_family'))
        # The test ends by itself, and so does its echo.
        Bench.wait(lambda: changes(at_hall, 'elsewhere-high')[-1][0] == 'off', 30, 'it does not end at the second box')
        return f'{max(delays):.2f} s'


def fault_lines(*lines):
    return [{'t': 0}, *lines, {'t': 900}]


def test_an_alarm_is_answered_at_either_box():
    bed, hall, _, _ = two(fault_lines({'t': 14, 'fault': 'sounder-failed'}))
    with bed, hall:
        at_bed, at_hall = Follower(bed), Follower(hall)
        Bench.wait(lambda: ('on', 'on') in changes(at_hall, 'elsewhere-high'), 30,
                   lambda: f'the second box does not sound: {status(bed)["alarms"]} {bed.log()} {hall.log()}')
        time.sleep(0.5)
        began = time.monotonic()
        answer = hall.command('ack', 'elsewhere-high')
        assert answer.returncode == 0, answer.stderr
        Bench.wait(lambda: ('on', 'paused') in changes(at_bed, 'sounder-failed'), 5,
                   lambda: f'the answer does not count beside the bed: {hall.log()} {bed.log()}')
        return f'{time.monotonic() - began:.2f} s from the second box to the first'


def test_an_answer_beside_the_bed_silences_the_second_box():
    bed, hall, _, _ = two(fault_lines({'t': 14, 'fault': 'sounder-failed'}, {'t': 24, 'cleared': 'sounder-failed'}))
    with bed, hall:
        at_hall = Follower(hall)
        Bench.wait(lambda: ('on', 'on') in changes(at_hall, 'elsewhere-high'), 30, 'the second box does not sound')
        assert bed.command('ack', 'sounder-failed').returncode == 0
        Bench.wait(lambda: ('on', 'paused') in changes(at_hall, 'elsewhere-high'), 3, 'the second box goes on')
        Bench.wait(lambda: changes(at_hall, 'elsewhere-high')[-1][0] == 'off', 30, 'it does not end')


def test_each_loss_is_an_alarm_with_its_reason():
    """All four at once, each with a pair of its own."""
    import concurrent.futures

    def lose(what, end, reason):
        bed, hall, runs, outsides = two()
        with bed, hall:
            began = time.monotonic()
            end(runs[0], outsides[0])
            Bench.wait(lambda: (alarm(hall, 'link-gone') or {}).get('presence') == 'on', 20, lambda: f'{what}: no alarm: {hall.log()}')
            took = time.monotonic() - began
            assert took <= 11, f'{what}: after {took:.1f} s'
            assert alarm(hall, 'link-gone')['priority'] == 'high'
            Bench.wait(lambda: link(hall) == reason, 3, lambda: f'{what}: reported as {link(hall)}')
            return f'{what} {took:.1f} s'

    cases = [('power', lambda run, outside: (run.kill(), outside.kill()), 'silent'),
             ('hang', lambda run, outside: run.send_signal(signal.SIGSTOP), 'hangs'),
             ('planned stop', lambda run, outside: run.terminate(), 'stopped'),
             ('goodbye', lambda run, outside: outside.terminate(), 'goodbye')]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return ', '.join(pool.map(lambda case: lose(*case), cases))


def test_a_box_misses_its_own_outside():
    bed, hall, _, outsides = two()
    with bed, hall:
        outsides[1].send_signal(signal.SIGSTOP)
        Bench.wait(lambda: (alarm(hall, 'link-gone') or {}).get('presence') == 'on', 15, 'the loss is not signalled')
        outsides[1].send_signal(signal.SIGCONT)
        Bench.wait(lambda: (alarm(hall, 'link-gone') or {}).get('presence') != 'on', 15, 'it stays lost')


def test_a_pair_is_joined_with_a_peer_that_was_written_from_the_document():
    one, other = free_ports(2)
    with bench('hall', one, other) as bed:
        process = subprocess.Popen([BINARY, 'peer', 'join', '--config', str(bed.folder / 'lapwing.yaml')], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        digits, key = words.join(other + 1, one + 1)
        lines = [process.stdout.readline(), process.stdout.readline()]
        assert digits == lines[1].split('shows ')[1].split('.')[0].replace(' ', ''), (digits, lines)
        process.communicate('yes\n', timeout=20)
        assert process.returncode == 0
        file = bed.folder / 'peer.key'
        assert file.read_text().strip() == key.turned().text()
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_peer_that_replays_forges_and_floods_harms_nothing():
    key, (one, other) = words.Key.random(), free_ports(2)
    with bench('bed', one, other, key.turned(), follows=True) as hall:
        hall.box(hall.timeline(fault_lines({'t': 25, 'fault': 'sounder-failed'}, {'t': 60, 'cleared': 'sounder-failed'})))
        follower = Follower(hall)
        began = time.monotonic()
        hall.outside()
        bed = words.Peer(key, other, one)
        try:
            Bench.wait(lambda: link(hall) == 'heard', 20, lambda: f'no link {hall.log()}')
            bed.say(signals={'high': ('sounding', 'heart', 7)})
            Bench.wait(lambda: ('on', 'on') in changes(follower, 'elsewhere-high'), 3, 'the alarm does not arrive')
            time.sleep(0.5)
            assert hall.command('ack', 'elsewhere-high').returncode == 0
            Bench.wait(lambda: bed.heard['answers'][0] == 7, 3, lambda: f'the answer does not arrive: {bed.heard}')
            bed.say(signals={'high': ('silent', 'heart', 7)})
            bed.say(signals={})
            Bench.wait(lambda: changes(follower, 'elsewhere-high')[-1][0] == 'off', 3, 'it does not end')
            recorded, before = list(bed.sent), len(changes(follower, 'elsewhere-high'))
            # Recorded, shuffled, forged, cut, of another key, and a flood of them, while the box has an alarm of its own.
            chance, sock = random.Random(1), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            foreign = words.Key(key.own, key.other, os.urandom(32))
            flood = recorded + [words.frame(foreign, bed.boot, 10**6 + n, (bed.heard['boot'], bed.heard['counter']), 'works',
                                            {'high': ('sounding', 'heart', 9)}) for n in range(50)]
            # Until its own alarm has come, and for longer than a link takes to be lost.
            flooded, number = time.monotonic(), 0
            while time.monotonic() < flooded + 8 or ('on', 'on') not in changes(follower, 'sounder-failed'):
                assert time.monotonic() < began + 45, 'its own alarm does not come'
                data = bytearray(chance.choice(flood))
                if number % 3 == 0:
                    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
                if number % 5 == 0:
                    del data[chance.randrange(len(data)):]
                sock.sendto(bytes(data), ('127.0.0.1', one))
                number += 1
            assert len(changes(follower, 'elsewhere-high')) == before, 'a recorded or forged datagram was believed'
            assert link(hall) == 'heard', f'the flood broke the link: {hall.log()}'
            # The true one falls silent; recorded ones come every 50 ms and keep nothing alive.
            bed.say(is_mute=True)
            silent = time.monotonic()
            while link(hall) == 'heard' and time.monotonic() < silent + 20:
                for data in recorded[-20:]:
                    sock.sendto(data, ('127.0.0.1', one))
                time.sleep(0.05)
            took = time.monotonic() - silent
            assert took <= 10, f'recorded datagrams kept it alive for {took:.1f} s'
            refused = json.loads(hall.command('outside', 'status', '--json').stdout)['peer']['refused']
            return f'{number} datagrams; lost after {took:.1f} s; refused {refused}'
        finally:
            bed.close()
