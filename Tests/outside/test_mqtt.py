"""MQTT against Debian's mosquitto, and against brokers that do not behave (docs/mqtt.md)."""
import json
import sqlite3
import struct
import subprocess
import time

from box import Bench, Follower, faults
from broker import Broker, FalseBroker, Subscriber
from certificates import Authority

ROOT = 'lapwing/box1'
CONFIG = 'homeassistant/device/lapwing_box1/config'
STRAP = 'C0:FF:EE:00:00:02'


def settings(port, *more):
    lines = ['host: localhost', f'port: {port}', 'client-id: box1', *(more or ('tls: false',))]
    return '  names: false\n  mqtt:\n' + ''.join(f'    {line}\n' for line in lines)


def beats(seconds, bpm=72):
    return [{'t': t, 'address': STRAP, 'characteristic': '0x2A37', 'hex': struct.pack('BB', 6, bpm).hex()}
            for t in range(1, seconds)] + [{'t': seconds + 3600}]


def is_right(subscriber, online=True):
    """Whether the state of a box whose adapter is gone is right."""
    alarms = [alarm['condition'] for alarm in subscriber.json(f'{ROOT}/alarms').get('alarms', [])]
    return (subscriber.kept.get(f'{ROOT}/availability') == ('online' if online else 'offline')
            and (not online or 'adapter-gone' in alarms and subscriber.json(f'{ROOT}/state').get('priority') == 'high'
                 and 'cmps' in subscriber.json(CONFIG)))


FAULT = [{'t': 0}, {'t': 0.2, 'fault': 'adapter-gone'}, {'t': 3600}]


def within(seconds, condition, sentence):
    """The time that it took. A slow machine gets a minute, and the figure says so."""
    began = time.monotonic()
    Bench.wait(condition, seconds, sentence)
    return time.monotonic() - began


def test_mqtt_state_is_right_after_each_restart():
    times = {}
    with Bench() as bench, Broker(bench.folder, *Broker.STORES) as broker:
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port))
        with Subscriber(broker) as home:
            box, outside = bench.box(bench.timeline(FAULT)), bench.outside()
            check = home
            times['start'] = within(5, lambda: is_right(home), lambda: f'{home.kept}\n{bench.log()}')
            # The last will, and back.
            outside.kill()
            times['killed'] = within(5, lambda: is_right(home, online=False), lambda: f'no last will: {home.kept}')
            outside = bench.outside()
            times['outside again'] = within(5, lambda: is_right(home), lambda: bench.log())
            # The box itself.
            box.kill()
            times['box killed'] = within(10, lambda: is_right(home, online=False), lambda: bench.log())
            bench.box(bench.timeline(FAULT))
            times['box again'] = within(5, lambda: is_right(home), lambda: bench.log())
        for keeps in (True, False):
            broker.stop(keeps)
            broker.start()
            with Subscriber(broker) as home:
                times[f'broker {"kept" if keeps else "emptied"}'] = within(5, lambda: is_right(home), lambda: f'{home.kept}\n{bench.log()}')
        # Home Assistant has started, and a stranger says that the box is away.
        with Subscriber(broker) as home:
            Bench.wait(lambda: is_right(home), 5, lambda: f'{home.kept}')
            broker.publish(CONFIG, '', '-r')
            Bench.wait(lambda: CONFIG not in home.kept, 5, 'the configuration is still kept')
            broker.publish('homeassistant/status', 'online')
            times['Home Assistant again'] = within(5, lambda: is_right(home), lambda: f'{home.kept}')
            broker.publish(f'{ROOT}/availability', 'offline', '-r')
            times['a stranger'] = within(5, lambda: is_right(home), lambda: f'{home.kept}')
        assert not check.wrong, check.wrong
        status = bench.command('outside', 'status').stdout
        assert 'mqtt: last sign of life' in status, status
    slow = {name: round(seconds, 1) for name, seconds in times.items() if seconds > 5}
    return f'slowest {max(times.values()):.1f} s' + (f', late: {slow}' if slow else '')


def test_mqtt_history_comes_exactly_once_though_all_are_killed():
    with Bench(settings='  cool-down: 0\n') as bench, Broker(bench.folder) as broker:
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port))
        seconds, stored, twice = 14, {}, 0

        def subscriber():
            # The broker keeps what comes while it is away.
            return Subscriber(broker, '-c', name='store')

        def waiting():
            queue = sqlite3.connect(f'file:{bench.folder}/outside.db.mqtt?mode=ro', uri=True)
            return queue.execute('SELECT count(*) FROM mqtt WHERE rank = 0').fetchone()[0]

        home, outside = subscriber(), bench.outside()
        bench.box(bench.timeline(faults(seconds, seed=55, start=3)))
        follower = Follower(bench)
        Bench.wait(lambda: home.kept.get(f'{ROOT}/availability') == 'online', 20, lambda: bench.log())
        for _ in range(3):
            time.sleep(2)
            outside.kill()
            outside.wait()
            outside = bench.outside()
            time.sleep(1)
            broker.stop(gently=True)
            assert not home.wrong, home.wrong
            home.close()
            stored |= home.stored
            twice += home.twice
            time.sleep(0.5)
            broker.start()
            home = subscriber()
        time.sleep(seconds - 10)
        Bench.wait(lambda: waiting() == 0, 20, lambda: f'{waiting()} wait\n{bench.log()}')
        expected = {event['sequence'] for _, event in follower.alarms.values()}

        def numbers():
            return [record['alarm']['sequence'] for record in (stored | home.stored).values() if record['kind'] == 'alarm']

        Bench.wait(lambda: set(numbers()) == expected, 20, lambda: f'{sorted(expected ^ set(numbers()))} of {len(expected)}')
        assert len(numbers()) == len(expected), 'an alarm change has two identities'
        home.close()
        return f'{len(expected)} alarm changes, {twice + home.twice} repeated by the way'


def is_online(home):
    return home.kept.get(f'{ROOT}/availability') == 'online'


def test_mqtt_catches_up_with_30_days_alarms_first():
    minutes = 43_200
    with Bench() as bench, Broker(bench.folder, 'max_queued_messages 0') as broker:
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port))
        broker.stop()
        outside = bench.outside()
        bench.box(bench.timeline(FAULT))
        database = bench.folder / 'outside.db.mqtt'
        Bench.wait(lambda: database.exists() and 'no connection' in bench.log() or 'refused' in bench.log(), 20, lambda: bench.log())
        outside.kill()
        outside.wait()
        with sqlite3.connect(database) as queue:
            value = json.dumps({'at': '2026-11-01T00:00:00Z', 'kind': 'values', 'sensors': {'c0ffee000002': {'heart_rate_bpm': 72}}})
            queue.executemany('INSERT INTO mqtt (rank, content) VALUES (1, ?)', ((value,) for _ in range(minutes)))
            alarm = json.dumps({'at': '2026-11-01T00:00:00Z', 'kind': 'alarm', 'run': 'r', 'alarm': {'condition': 'co2-high', 'priority': 'high', 'presence': 'on', 'activation': 'on', 'technical': False}})
            queue.executemany('INSERT INTO mqtt (rank, content) VALUES (0, ?)', ((alarm,) for _ in range(100)))
            wanted = {row[0] for row in queue.execute('SELECT sequence FROM mqtt')}
        broker.start()
        with Subscriber(broker, '-c', topics=(f'{ROOT}/history',)) as home, sqlite3.connect(':memory:') as store:
            # It has subscribed when it gets something.
            Bench.wait(lambda: broker.publish(f'{ROOT}/history', json.dumps({'box': 'probe', 'sequence': 0, 'kind': 'values'})) or home.stored,
                       20, 'the subscriber gets nothing')
            home.order.clear()
            began = time.monotonic()
            bench.outside()
            end = time.monotonic() + 300
            while len(home.stored) < len(wanted) + 1 and time.monotonic() < end:
                time.sleep(0.1)
            seconds = time.monotonic() - began
            home.stored.pop(('probe', 0))
            store.execute('CREATE TABLE record (box TEXT, sequence INTEGER, PRIMARY KEY (box, sequence))')
            store.executemany('INSERT INTO record VALUES (?, ?)', home.stored)
            boxes, count = store.execute('SELECT count(DISTINCT box), count(*) FROM record').fetchone()
            assert boxes == 1 and count >= len(wanted), (boxes, count, len(wanted), bench.log())
            assert {sequence for _, sequence in home.stored} >= wanted
            kinds = [record['kind'] for record in home.order if record['box'] != 'probe'][:100]
            assert kinds == ['alarm'] * 100, kinds
    return f'{count} records in {seconds:.0f} s'


def test_mqtt_by_tls_with_a_certificate_of_the_box():
    with Bench() as bench:
        mine, other = Authority(bench.folder), Authority(bench.folder, 'stranger')
        server, client = mine.leaf('server'), mine.leaf('client', host='box1')
        foreign = other.leaf('foreign')

        def lines(leaf):
            return ('listener PORT 127.0.0.1', f'cafile {mine.file}', f'certfile {leaf}', f'keyfile {leaf}', 'require_certificate true',
                    'use_identity_as_username true')

        plain = (bench.folder / 'lapwing.yaml').read_text()
        with Broker(bench.folder, *lines(server), anonymous=False) as broker, Broker(bench.folder, *lines(foreign), anonymous=False, name='other') as stranger:
            more = (f'ca-file: {mine.file}', f'certificate-file: {client}', f'key-file: {client}')
            client.chmod(0o600)
            bench.write('lapwing.yaml', plain + settings(broker.port, *more))
            bench.box(bench.timeline(FAULT))
            outside = bench.outside()
            with Subscriber(broker, '--cafile', str(mine.file), '--cert', str(client), '--key', str(client)) as home:
                Bench.wait(lambda: is_right(home), 20, lambda: f'{home.kept}\n{bench.log()}')
            outside.kill()
            bench.write('lapwing.yaml', plain + settings(stranger.port, *more))
            outside = bench.outside()
            Bench.wait(lambda: 'not signed by an authority of ca-file' in bench.log(), 20, lambda: bench.log())
            outside.kill()
            client.chmod(0o644)
            bench.outside()
            Bench.wait(lambda: 'others can read this secret' in bench.log(), 20, lambda: bench.log())
            assert 'connected to localhost' in bench.log() and bench.log().count('mqtt: connected') == 1


def test_mqtt_user_and_password_and_orders_that_are_off_unless_wanted():
    with Bench() as bench:
        passwords = bench.folder / 'passwords'
        for user, word in (('box', 's3cret'), ('home', 'h0me')):
            subprocess.run(['mosquitto_passwd', *(['-c'] if user == 'box' else []), '-b', str(passwords), user, word], check=True,
                           capture_output=True)
        passwords.chmod(0o600)
        with Broker(bench.folder, f'password_file {passwords}', anonymous=False) as broker:
            bench.write('password', 's3cret\n')
            plain = (bench.folder / 'lapwing.yaml').read_text()
            login = ('tls: false', 'user: box', f'password-file: {bench.folder}/password')
            words = ('-u', 'home', '-P', 'h0me')
            bench.write('lapwing.yaml', plain + settings(broker.port, *login))
            bench.box(bench.timeline(FAULT))
            outside = bench.outside()
            with Subscriber(broker, *words) as home:
                Bench.wait(lambda: is_right(home), 20, lambda: f'{home.kept}\n{bench.log()}')
                assert 'ack' not in home.json(CONFIG)['cmps']
                before = home.json(f'{ROOT}/state')['session']
                order = 'end' if before else 'start'
                broker.publish(f'{ROOT}/command/session', order, *words)
                outside.kill()
                # An order that the broker has kept is not carried out, and one without sense gets a sentence.
                broker.publish(f'{ROOT}/command/session', order, '-r', *words)
                bench.write('lapwing.yaml', plain + settings(broker.port, *login, 'commands: true'))
                bench.outside()
                Bench.wait(lambda: 'a kept order is not carried out' in bench.log(), 20, lambda: bench.log())
                Bench.wait(lambda: 'ack' in home.json(CONFIG).get('cmps', {}), 20, 'no button')
                assert home.json(f'{ROOT}/state')['session'] is before
                broker.publish(f'{ROOT}/command/session', '\x00nonsense', *words)
                broker.publish(f'{ROOT}/command/session', order, *words)
                Bench.wait(lambda: home.json(f'{ROOT}/state').get('session') is not before, 20, lambda: f'{home.events}')
                broker.publish(f'{ROOT}/command/ack', 'PRESS', *words)
                Bench.wait(lambda: any(event.get('command') == 'ack' and event['ok'] for event in home.events), 20,
                           lambda: f'{home.events}')
                Bench.wait(lambda: any(event.get('event_type') == 'paused' for event in home.events), 20, lambda: f'{home.events}')
                assert any(event.get('code') == 'bad-command' for event in home.events), home.events
                assert not home.wrong, home.wrong
            bench.write('password', 'wrong\n')
            bench.processes[-1].kill()
            bench.outside()
            Bench.wait(lambda: 'refuses user or password' in bench.log() or 'does not allow this client' in bench.log(), 20,
                       lambda: bench.log())
            assert 's3cret' not in bench.log() + bench.command('config', 'show').stdout


def test_mqtt_hostile_messages_that_are_kept_harm_nothing():
    with Bench() as bench, Broker(bench.folder) as broker:
        strap = bench.timeline(beats(600))
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port))
        for topic, payload in (('homeassistant/status', b'\xff' * 3_000_000), (f'{ROOT}/availability', b'{"a":' * 5000),
                               (f'{ROOT}/sensors/0123', b'{"co2_ppm": 1e999}'), (f'{ROOT}/sensors/{"x" * 300}', b'long'),
                               (f'{ROOT}/alarms', b'{"alarms": []}')):
            broker.publish(topic, payload, '-r')
        bench.box(strap)
        bench.outside()
        with Subscriber(broker, topics=(f'{ROOT}/#', CONFIG)) as home:
            Bench.wait(lambda: is_online(home) and 'cmps' in home.json(CONFIG), 20, lambda: f'{bench.log()}')
            # A sensor that this box does not have goes.
            Bench.wait(lambda: f'{ROOT}/sensors/0123' not in home.kept, 20, lambda: f'{list(home.kept)}')
            assert 'not_watched' in home.json(f'{ROOT}/state')


def test_mqtt_values_of_a_sensor_and_one_that_is_removed():
    with Bench() as bench, Broker(bench.folder) as broker:
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port)
                    + f'sensors: {{adopted-file: {bench.folder}/adopted.json}}\n')
        bench.box(bench.timeline(beats(300)), speed='10')
        bench.outside()
        topic, part = f'{ROOT}/sensors/c0ffee000002', 'c0ffee000002_heart_rate_bpm'
        with Subscriber(broker) as home:
            Bench.wait(lambda: home.json(topic).get('heart_rate_bpm') == 72, 20, lambda: f'{home.kept}\n{bench.log()}')
            assert home.json(topic)['availability'] == 'online', home.kept[topic]
            Bench.wait(lambda: home.json(CONFIG)['cmps'].get(part, {}).get('unit_of_meas') == 'bpm', 20, lambda: home.kept[CONFIG])
            # The strap is silent from then on: its value goes after 5 s.
            Bench.wait(lambda: home.json(topic).get('availability') == 'offline', 40, lambda: home.kept[topic])
            assert 'heart_rate_bpm' not in home.json(topic)
            assert not home.wrong, home.wrong
            run = bench.command('sensors', 'forget', STRAP)
            assert run.returncode == 0, run
            Bench.wait(lambda: topic not in home.kept and home.json(CONFIG)['cmps'][part] == {'p': 'sensor'}, 20,
                       lambda: f'{home.kept.get(topic)} {home.kept[CONFIG]}')


CONNACK5, CONNACK3 = b'\x20\x03\x00\x00\x00', b'\x20\x02\x00\x00'


def run_against(answer, condition, *, seconds=40):
    broker = FalseBroker(answer)
    with Bench() as bench:
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + settings(broker.port))
        # What stands at the first contact is no record, so the alarm begins later.
        bench.box(bench.timeline([{'t': 0}, {'t': 4, 'fault': 'adapter-gone'}, {'t': 3600}]))
        process = bench.outside()
        Bench.wait(lambda: condition(broker, bench.log()), seconds, lambda: f'{broker.connections} {broker.packets[-3:]}\n{bench.log()}')
        assert process.poll() is None, bench.log()
        rows = sqlite3.connect(f'file:{bench.folder}/outside.db.mqtt?mode=ro', uri=True).execute('SELECT count(*) FROM mqtt').fetchone()[0]
        return broker, rows


def test_mqtt_brokers_that_lie():
    # It confirms what was never sent, and not what was.
    def wrong(kind, body):
        return [CONNACK5] if kind == 1 else [b'\x40\x02\xff\xfe'] if kind == 3 else [b'\xd0\x00'] if kind == 12 else None

    _, rows = run_against(wrong, lambda broker, log: 'has not confirmed a message' in log)
    assert rows > 0
    # It grants QoS 2, and sends it.
    def second(kind, body):
        return [CONNACK5] if kind == 1 else [b'\x90\x04' + body[:2] + b'\x00\x02', b'\x34\x05\x00\x01t\x00\x01'] if kind == 8 else None

    run_against(second, lambda broker, log: 'its bytes are no MQTT' in log and broker.connections > 1)
    # It claims 256 MB, and no more.
    run_against(lambda kind, body: [CONNACK5, b'\x20\xff\xff\xff\x7f'] if kind == 1 else None,
                lambda broker, log: 'claims an answer that is longer' in log)
    # It speaks only 3.1.1.
    def old(kind, body):
        if kind == 1:
            return [CONNACK3 if body[6] == 4 else b'\x20\x02\x00\x01']
        identifier = body[2 + int.from_bytes(body[:2]):][:2] if kind == 3 else b''
        return [b'\x40\x02' + identifier] if kind == 3 else [b'\x90\x03' + body[:2] + b'\x01'] if kind == 8 else [b'\xd0\x00'] if kind == 12 else None

    broker, _ = run_against(old, lambda broker, log: any(b'availability' in body and b'online' in body for head, body, _ in broker.packets if head >> 4 == 3))
    # It confirms nothing at all, and says so: the history waits.
    _, rows = run_against(lambda kind, body: [b'\x20\x05\x00\x00\x02\x24\x00'] if kind == 1 else [b'\xd0\x00'] if kind == 12 else None,
                          lambda broker, log: any(head == 0x31 and b'online' in body for head, body, _ in broker.packets) and 'the history waits' in log)
    # It says the same of the last will, by the flags of CONNECT.
    def poor(kind, body):
        if kind == 1:
            reason = 0x9b if body[7] & 0x08 else 0x9a if body[7] & 0x20 else 0
            return [bytes([0x20, 3, 0, reason, 0])] if reason else [b'\x20\x07\x00\x00\x04\x24\x00\x25\x00']
        return [b'\xd0\x00'] if kind == 12 else None

    run_against(poor, lambda broker, log: any(head == 0x30 and b'online' in body for head, body, _ in broker.packets))
    return f'{rows} records kept'


def test_mqtt_broker_that_floods_and_does_not_read_is_left():
    flood = b'\x32\x06\x00\x01t\x00\x01\x00' * 4096

    def answer(kind, body):
        if kind == 1:
            # It can confirm nothing, so nothing waits for its confirmation. What follows is to be confirmed by the box.
            yield b'\x20\x05\x00\x00\x02\x24\x00'
            while True:
                yield flood

    # The buffers of the kernel fill first.
    run_against(answer, lambda broker, log: 'does not read what it is sent' in log, seconds=180)
