"""`make proof-home-assistant`: the real Home Assistant from PyPI, with Debian's mosquitto and the real binary, all on loopback.

    python3 Tests/outside/home_assistant.py [FOLDER]

FOLDER keeps Home Assistant between runs (default ~/.cache/lapwing/home-assistant; some 800 MB, made in two minutes). It needs
Python 3.13, and gcc for one of its packages. Prints a line for each step; exits 1 if one fails."""
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import restarts
from box import Bench
from broker import Broker, free_port
from test_mqtt import STRAP, beats, settings
from world import is_possible

# The newest that Python 3.13.0 runs. From 2024.11 on it knows the discovery of devices.
VERSION = '2025.4.4'
# What it would fetch at its first start.
BESIDES = 'home-assistant-frontend', 'paho-mqtt', 'pyotp', 'PyQRCode'
NAME = 'Bedroom'
BOX, HOME = ('box', 's3cret'), ('home', 'h0me')


def install(folder=Path.home() / '.cache/lapwing/home-assistant'):
    environment = Path(folder) / 'V'
    if not (environment / 'bin/hass').exists():
        environment.mkdir(parents=True, exist_ok=True)
        pythons = sorted(Path.home().glob('.pyenv/versions/3.13.*/bin/python3')) or [shutil.which('python3.13')]
        assert pythons[-1], 'there is no Python 3.13'
        subprocess.run([pythons[-1], '-m', 'venv', environment], check=True)
        subprocess.run([environment / 'bin/pip', '-q', 'install', 'uv'], check=True)
        uv = [environment / 'bin/uv', 'pip', 'install', '-q']
        where = os.environ | {'VIRTUAL_ENV': str(environment)}
        subprocess.run([*uv, f'homeassistant=={VERSION}'], check=True, env=where)
        (pins,) = environment.glob('lib/python3*/site-packages/homeassistant/package_constraints.txt')
        subprocess.run([*uv, '-c', pins, *BESIDES], check=True, env=where)
    return environment / 'bin/hass'


class Assistant:
    """`prepare` writes more files into its folder, and gives more lines of its configuration."""

    def __init__(self, program, folder, prepare=lambda folder: ''):
        self.program, self.folder, self.port, self.token = program, folder, free_port(), None
        folder.mkdir()
        (folder / 'configuration.yaml').write_text(
            f'http: {{server_host: 127.0.0.1, server_port: {self.port}}}\napi:\nlogger: {{default: warning}}\n' + prepare(folder))
        self.start()

    def start(self):
        self.output = open(self.folder / 'output', 'ab')
        self.process = subprocess.Popen([self.program, '-c', self.folder], stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output)
        Bench.wait(lambda: self.request('/api/onboarding') is not None, 120, 'Home Assistant does not answer')

    def stop(self):
        self.process.terminate()
        self.process.wait(60)

    def request(self, path, body=None, form=False):
        data = None if body is None else urllib.parse.urlencode(body).encode() if form else json.dumps(body).encode()
        request = urllib.request.Request(f'http://127.0.0.1:{self.port}{path}', data)
        if not form:
            request.add_header('Content-Type', 'application/json')
        if self.token:
            request.add_header('Authorization', f'Bearer {self.token}')
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None

    def join(self, broker, user, password):
        client = f'http://127.0.0.1:{self.port}/'
        code = self.request('/api/onboarding/users', {
            'client_id': client, 'name': 'a', 'username': 'a', 'password': 'a test only', 'language': 'en'})['auth_code']
        self.token = self.request('/auth/token', {'grant_type': 'authorization_code', 'code': code, 'client_id': client}, form=True)['access_token']
        flow = self.request('/api/config/config_entries/flow', {'handler': 'mqtt'})
        entry = self.request(f'/api/config/config_entries/flow/{flow["flow_id"]}', {
            'broker': '127.0.0.1', 'port': broker.port, 'username': user, 'password': password})
        assert entry and entry['type'] == 'create_entry', (flow, entry)

    def states(self):
        """By the name of the entity, without that of the box."""
        return {state['attributes'].get('friendly_name', '').removeprefix(f'{NAME} '): state
                for state in self.request('/api/states') or [] if state['attributes'].get('friendly_name', '').startswith(NAME)}

    def state(self, name):
        return self.states().get(name, {}).get('state')

    def complaints(self, about='lapwing|mqtt'):
        log = (self.folder / 'home-assistant.log').read_text()
        return [line for line in log.split('\n') if re.search('WARNING|ERROR', line) and re.search(f'(?i){about}', line)
                and not re.search('Disconnected|connection|retrying|Failed to connect|unavailable', line)]


class Home:
    """Home Assistant among the things that go and come again (restarts.py)."""

    def __init__(self, program, folder, broker):
        self.broker, self.mark = broker, 0
        self.assistant = Assistant(program, folder)
        self.assistant.join(broker, *HOME)
        self.names = None

    def start(self):
        if self.assistant.process.poll() is not None:
            self.assistant.start()

    def stop(self):
        self.assistant.stop()
        self.lose_broker()

    def lose_broker(self):
        self.mark = len(self.log())

    def find_broker(self):
        pass

    def log(self):
        return (self.broker.folder / 'log').read_text()

    def is_connected(self):
        return "u'home'" in self.log()[self.mark:]

    def wrong(self, box):
        """What is not as the box is now, of each entity."""
        states = {name: state['state'] for name, state in self.assistant.states().items()}
        wanted = {'Alarm': 'on' if box['conditions'] else 'off', 'Priority of the alarm': box['priority'], 'Session': 'on' if box['session'] else 'off',
                  'Not watched': str(box['not_watched']), 'Phase of flight': box['phase'] or 'unknown'}
        heart = next((name for name in states if name.endswith('Heart rate')), 'Heart rate')
        wanted[heart] = str(box['heart'])
        wrong = {name: (states.get(name), state) for name, state in wanted.items() if states.get(name) != state}
        # The time of the last event, and of the last press of a button.
        others = {'Alarm change', 'Acknowledge', 'Pause the sound', 'Standby', 'End standby'}
        wrong |= {name: states.get(name) for name in others if states.get(name) in (None, 'unavailable')}
        return wrong | {name: 'is too many' for name in set(states) - set(wanted) - others}

    def close(self):
        self.assistant.process.kill()
        self.assistant.process.wait()


def logins(bench):
    """What the broker, and what the box gets: each user has a password."""
    passwords = bench.folder / 'passwords'
    for user, word in (BOX, HOME):
        subprocess.run(['mosquitto_passwd', *(['-c'] if user == 'box' else []), '-b', passwords, user, word], check=True, capture_output=True)
    passwords.chmod(0o600)
    bench.write('password', BOX[1] + '\n')
    return f'password_file {passwords}', (f'user: {BOX[0]}', f'password-file: {bench.folder}/password', 'commands: true')


def main():
    program = install(*sys.argv[1:2])
    with Bench() as bench:
        line, login = logins(bench)
        with Broker(bench.folder, line, anonymous=False) as broker:
            lines = settings(broker.port, 'tls: false', *login)
            bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + f'  box-name: {NAME}\n' + lines
                        + f'sensors: {{adopted-file: {bench.folder}/adopted.json}}\n')
            assistant = Assistant(program, bench.folder / 'assistant')
            try:
                steps(bench, broker, assistant)
            finally:
                assistant.process.kill()
    if is_possible():
        restart_each(program)
    else:
        print('     the orders of restarts are left out: they need root and name spaces of the network')


def restart_each(program):
    times, connecting = {}, []
    with Bench() as bench, restarts.Cable() as cable:
        line, login = logins(bench)
        scene = restarts.Scene(bench, cable, lambda broker: Home(program, bench.folder / 'assistant', broker), *login, lines=[line], anonymous=False)
        try:
            scene.settle()
            for loses in (False, True):
                for order in restarts.ORDERS:
                    name = restarts.name(*order, loses)
                    times[name], connected = scene.play(*order, loses)
                    connecting.append(connected)
                    print(f'ok   {name}: {times[name]:.1f} s, after {connected:.1f} s in which Home Assistant connected', flush=True)
            complaints = scene.home.assistant.complaints()
        finally:
            scene.close()
    said, late = restarts.judge(times)
    print(f'ok   restarts: {said}; Home Assistant itself took up to {max(connecting):.1f} s to connect')
    assert not late, late
    assert not complaints, complaints


def steps(bench, broker, assistant):
    def step(name, condition, seconds=60):
        began = time.monotonic()
        Bench.wait(condition, seconds, lambda: f'{name}: {json.dumps(assistant.states(), indent=1)}\n{bench.log()[-2000:]}\n{assistant.complaints()}')
        print(f'ok   {name} ({time.monotonic() - began:.1f} s)', flush=True)

    assistant.join(broker, *HOME)
    fault = [{'t': 12, 'fault': 'adapter-gone'}]
    bench.box(bench.timeline(beats(100) + fault))
    outside = bench.outside()
    heart = lambda: next((name for name in assistant.states() if name.endswith('Heart rate')), '')
    step('the entities are there', lambda: {'Alarm', 'Priority of the alarm', 'Alarm change', 'Session', 'Acknowledge'} <= set(assistant.states()))
    step('a heart rate has its value and unit', lambda: assistant.state(heart()) == '72'
         and assistant.states()[heart()]['attributes']['unit_of_measurement'] == 'bpm')
    right = lambda: assistant.state('Alarm') == 'on' and assistant.state('Priority of the alarm') == 'high'
    step('an alarm', right)
    change = lambda: assistant.states()['Alarm change']['attributes'].get('event_type')
    step('its event', lambda: change() == 'on')
    entity = assistant.states()['Acknowledge']['entity_id']
    assistant.request('/api/services/button/press', {'entity_id': entity})
    step('the button acknowledges it', lambda: change() == 'paused')
    outside.kill()
    step('without lapwing outside it is unavailable', lambda: assistant.state('Alarm') == 'unavailable')
    bench.outside()
    step('and back', right)
    broker.stop(keeps=False)
    time.sleep(1)
    broker.start()
    step('a broker that has lost its store', right)
    assistant.stop()
    assistant.start()
    step('Home Assistant again', right)
    name = heart()
    step('a strap that is silent is unavailable', lambda: assistant.state(name) == 'unavailable', 120)
    run = bench.command('sensors', 'forget', STRAP)
    assert run.returncode == 0, run
    step('a removed sensor goes', lambda: name not in assistant.states())
    assert not assistant.complaints(), assistant.complaints()
    print('ok   no warning of ours in its log')


if __name__ == '__main__':
    main()
