"""The state at the broker, and at Home Assistant, after each order of restarts (docs/mqtt.md). It needs root: the box is in a name space
of the network, with a cable to the broker.

An order is a pair: the first goes, the second goes, the first comes, the second comes. A pair of the same is two restarts. With
`loses`, the broker comes without its store; if the order has no broker, it is restarted so in between."""
import itertools
import json
import socket
import subprocess
import time

from box import Bench
from broker import Broker, Subscriber
from test_mqtt import CONFIG, ROOT, STRAP, beats, settings
from world import ip, lock, numbers

THINGS = 'box', 'broker', 'home', 'network'
ORDERS = list(itertools.product(THINGS, THINGS))
# In seconds: a cable that is out for 7 ends the connection at the box (after 6), one of 17 also at the broker (after 15).
OUT, LONG_OUT = 7, 17
ALLOWED = 5


class Cable:
    """A name space of the network, and a cable from it to this one."""

    def __init__(self):
        with lock:
            number = next(numbers) % 250
        self.name, self.end, self.address = f'lq{number}', f'lq{number}r', f'10.127.{number}.1'
        self.close()
        ip('netns', 'add', self.name)
        ip('link', 'add', self.end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', self.name)
        ip('addr', 'add', f'{self.address}/24', 'dev', self.end)
        self.plug(True)
        for words in (['link', 'set', 'lo', 'up'], ['addr', 'add', f'10.127.{number}.2/24', 'dev', 'eth0'], ['link', 'set', 'eth0', 'up']):
            ip('-n', self.name, *words)

    def plug(self, isIn):
        ip('link', 'set', self.end, 'up' if isIn else 'down')

    def close(self):
        for words in (['netns', 'del', self.name], ['link', 'del', self.end]):
            subprocess.run(['ip', *words], capture_output=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Home:
    """A subscriber in the place of Home Assistant: as it does, it says at its start that it is there."""

    def __init__(self, broker):
        self.broker, self.client, self.runs = broker, None, False

    def start(self):
        self.runs = True
        self.find_broker()

    def stop(self):
        self.runs = False
        self.lose_broker()

    def lose_broker(self):
        """What it had from the broker does not count."""
        if self.client:
            self.client.close()
        self.client = None

    def find_broker(self):
        if self.runs and not self.client and self.broker.answers():
            self.client = Subscriber(self.broker)
            self.broker.publish('homeassistant/status', 'online')

    close = stop

    def is_connected(self):
        return True

    def wrong(self, box):
        """What is not as the box is now."""
        kept, sensor = self.client.kept, self.client.json(f'{ROOT}/sensors/c0ffee000002')
        state = self.client.json(f'{ROOT}/state')
        alarms = self.client.json(f'{ROOT}/alarms').get('alarms', [])
        shown = {'availability': kept.get(f'{ROOT}/availability'), 'alarms': [alarm['condition'] for alarm in alarms],
                 'priority': state.get('priority'), 'session': state.get('session'), 'heart': sensor.get('heart_rate_bpm'),
                 'sensor': sensor.get('availability'), 'discovery': 'cmps' in self.client.json(CONFIG)}
        wanted = {'availability': 'online', 'alarms': box['conditions'], 'priority': box['priority'], 'session': box['session'],
                  'heart': box['heart'], 'sensor': 'online', 'discovery': True}
        return {name: (shown[name], wanted[name]) for name in wanted if shown[name] != wanted[name]} or self.client.wrong


class Scene:
    """Box, `lapwing outside`, cable and broker; `home` is made by a function of the broker."""

    def __init__(self, bench, cable, make_home, *more, lines=(), anonymous=True, second_out=LONG_OUT):
        self.bench, self.cable, self.second_out = bench, cable, second_out
        bench.prefix = ['ip', 'netns', 'exec', cable.name]
        self.broker = Broker(bench.folder, 'listener PORT 127.0.0.1', f'listener PORT {cable.address}', *Broker.STORES, *lines, anonymous=anonymous)
        text = settings(self.broker.port, 'tls: false', *more).replace('host: localhost', f'host: {cable.address}')
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  box-name: Bedroom\n' + text
                    + f'sensors: {{adopted-file: {bench.folder}/adopted.json}}\n')
        # With another heart rate every 10 s, so that an old one shows; after a start of the box it begins with another one too.
        self.rates = itertools.count(60, 7)
        self.start_box()
        self.home = make_home(self.broker)
        self.home.start()

    def start_box(self):
        first = next(self.rates) % 40
        lines = [line | {'hex': bytes([6, 60 + (first + line['t'] // 10) % 40]).hex()} if 'hex' in line else line for line in beats(1800)]
        self.processes = [self.bench.box(self.bench.timeline(lines + [{'t': 0.2, 'fault': 'adapter-gone'}])), self.bench.outside()]

    def down(self, thing, loses):
        if thing == 'box':
            for process in self.processes:
                process.kill()
                process.wait()
        elif thing == 'broker':
            self.home.lose_broker()
            self.broker.stop(keeps=not loses)
        elif thing == 'home':
            self.home.stop()
        else:
            self.cable.plug(False)

    def up(self, thing):
        if thing == 'box':
            self.start_box()
        elif thing == 'broker':
            self.broker.start()
            self.home.find_broker()
        elif thing == 'home':
            self.home.start()
        else:
            self.cable.plug(True)

    def box(self):
        """What the box itself says now."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.bench.folder / 'control'))
            connection.sendall(b'{"verb":"status"}\n')
            status = json.loads(connection.makefile('rb').readline())
        strap = [sensor.get('heart_rate_bpm') for sensor in status['sensors'] if sensor['address'] == STRAP]
        alarms = [alarm for alarm in status['alarms'] if not alarm.get('test')]
        priorities = [alarm['priority'] for alarm in alarms]
        return {'conditions': [alarm['condition'] for alarm in alarms], 'session': status['session'], 'heart': strap[0] if strap else None,
                'priority': next((word for word in ('high', 'medium', 'low') if word in priorities), 'none'), 'not_watched': len(status['not_watched']),
                'phase': status.get('phase')}

    def settle(self):
        """The time until all is right, from when the last one is there again. That Home Assistant connects again is its own time, and is
        not in it. That it is right is found twice, so that nothing old passes."""
        came = time.monotonic()
        Bench.wait(self.home.is_connected, 60, 'Home Assistant does not connect to the broker')
        connected = time.monotonic()

        def is_right():
            box = self.box()
            # The box has to know its alarm before anyone can.
            return 'adapter-gone' in box['conditions'] and box['heart'] and not self.home.wrong(box)

        Bench.wait(is_right, 60, lambda: f'{self.box()} {self.home.wrong(self.box())}\n{self.bench.log()[-1500:]}')
        return time.monotonic() - connected, connected - came

    def play(self, first, second, loses):
        """The time until all is right, and that until Home Assistant was connected."""
        for thing, seconds in ([(first, OUT), (first, self.second_out)] if first == second else []):
            self.down(thing, loses)
            self.wait(thing, seconds)
            self.lose_store(first, second, loses)
            self.up(thing)
        if first != second:
            self.down(first, loses)
            self.lose_store(first, second, loses)
            self.down(second, loses)
            self.wait(first if first == 'network' else second, OUT)
            # Home Assistant does not start without its broker: nor does it have to be started again by hand.
            self.up(first)
            self.up(second)
        return self.settle()

    def wait(self, thing, seconds):
        time.sleep(seconds if thing == 'network' else 0.3)

    def lose_store(self, first, second, loses):
        if loses and 'broker' not in (first, second):
            self.down('broker', True)
            self.broker.start()
            self.home.find_broker()

    def close(self):
        self.home.close()
        self.broker.close()


def judge(times):
    """`times`: by order and store, seconds. A slow machine shows in the figure; what is later than that is a fault."""
    late = {name: round(seconds, 1) for name, seconds in times.items() if seconds > ALLOWED}
    worst = max(times, key=times.get)
    return f'{len(times)} cases, slowest {times[worst]:.1f} s ({worst})', late


def name(first, second, loses):
    return f'{first}, {second}, store {"lost" if loses else "kept"}'
