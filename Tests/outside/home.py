"""One box beside a bed in a name space of the network, with a router, a name server, two providers and two phones. It needs root.

`Home(lines, channels)`: with one channel, anna has a phone; with two, ben has one too, at a provider of his own."""
import json
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

from box import Bench
from doubles import Ntfy
from world import Phone, ip, lock, numbers

NAMES = ('push.example.com', 'news.example.com')


class NameServer(threading.Thread):
    """`manner`: well, dead (answers nothing), slow (after 3 s), or without AAAA (drops those questions)."""

    def __init__(self, address, addresses):
        super().__init__(daemon=True)
        self.socket, self.addresses, self.manner = socket.socket(socket.AF_INET, socket.SOCK_DGRAM), addresses, 'well'
        self.socket.bind((address, 53))
        self.start()

    def run(self):
        while True:
            try:
                question, sender = self.socket.recvfrom(500)
            except OSError:
                return
            threading.Thread(target=self.reply, args=(question, sender), daemon=True).start()

    def reply(self, question, sender):
        end = question.index(b'\0', 12) + 5
        labels, place = [], 12
        while question[place]:
            labels.append(question[place + 1:place + 1 + question[place]].decode())
            place += 1 + question[place]
        address, kind = self.addresses.get('.'.join(labels)), int.from_bytes(question[end - 4:end - 2], 'big')
        if self.manner == 'dead' or self.manner == 'without AAAA' and kind == 28:
            return
        if self.manner == 'slow':
            time.sleep(3)
        known = address and kind == 1
        head = question[:2] + (b'\x81\x80' if address else b'\x81\x83') + b'\0\1\0' + (b'\1' if known else b'\0') + b'\0\0\0\0'
        record = b'\xc0\x0c\0\1\0\1\0\0\0\1\0\4' + socket.inet_aton(address) if known else b''
        try:
            self.socket.sendto(head + question[12:end] + record, sender)
        except OSError:
            pass

    def close(self):
        self.socket.close()


class Provider(Ntfy):
    """`manner`: well, down (503), refusing (403), lying (accepts, and no phone gets it), slow (accepts after 12 s)."""
    host = '0.0.0.0'

    def __init__(self):
        self.manner, self.accepted = 'well', []
        super().__init__()

    def handle(self, handler, call):
        publishes = call.method == 'POST' and call.path == '/'
        if publishes and self.manner in ('down', 'refusing'):
            status = 503 if self.manner == 'down' else 403
            return self.reply(handler, status, {'code': status * 100, 'http': status, 'error': 'not today'})
        if publishes and self.manner == 'slow':
            time.sleep(12)
        if publishes and self.manner == 'lying':
            self.reply(handler, 200, {'id': 'lost', 'event': 'message'})
        else:
            super().handle(handler, call)
        if publishes:
            self.accepted.append((time.monotonic(), json.loads(call.body)))


class Home:
    def __init__(self, lines, channels, profile='bedside'):
        with lock:
            number = next(numbers) % 250
        self.name, self.lan, self.wan = f'lh{number}', f'10.125.{number}', f'10.126.{number}'
        self.clean()
        ip('netns', 'add', self.name)
        ip('link', 'add', f'{self.name}r', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', self.name)
        ip('addr', 'add', f'{self.lan}.1/24', 'dev', f'{self.name}r')
        ip('link', 'set', f'{self.name}r', 'up')
        for words in (['link', 'set', 'lo', 'up'], ['addr', 'add', f'{self.lan}.2/24', 'dev', 'eth0'], ['link', 'set', 'eth0', 'up'],
                      ['route', 'add', 'default', 'via', f'{self.lan}.1']):
            ip('-n', self.name, *words)
        self.internet(True)
        self.names = NameServer(f'{self.lan}.1', {name: f'{self.wan}.{place + 1}' for place, name in enumerate(NAMES)})
        self.etc = Path('/etc/netns') / self.name
        self.etc.mkdir(parents=True, exist_ok=True)
        (self.etc / 'resolv.conf').write_text(f'nameserver {self.lan}.1\noptions timeout:2 attempts:2\n')
        self.people = ('anna', 'ben')[:channels]
        self.providers = [Provider() for _ in self.people]
        self.bench = Bench(profile=profile)
        self.bench.prefix = ['ip', 'netns', 'exec', self.name]
        folder, text, people = self.bench.folder, '', ''
        for name, host, provider in zip(self.people, NAMES, self.providers):
            self.bench.write(f'{name}-topic', f'alarms-{name}')
            self.bench.write(f'{name}-reply', f'reply-{name}')
            text += (f'    {name}s-phone: {{kind: ntfy, url: "http://{host}:{provider.port}", plain: true, topic-file: {folder}/{name}-topic, '
                     f'reply-topic-file: {folder}/{name}-reply}}\n')
            people += f'      {name}: {{channels: [{name}s-phone]}}\n'
        text = (folder / 'lapwing.yaml').read_text().replace(f'queue: {folder}/', f'queue: {folder}/disk/') + f'  channels:\n{text}'
        self.bench.write('lapwing.yaml', f'{text}  circle:\n    socket: {folder}/circle\n    people:\n{people}')
        self.timeline = self.bench.timeline(lines)
        self.phones = {name: Phone(provider, f'alarms-{name}') for name, provider in zip(self.people, self.providers)}
        self.trying_at, self.said_at, self.ended = None, None, False

    def internet(self, works):
        for last in (1, 2):
            subprocess.run(['ip', 'addr', 'add' if works else 'del', f'{self.wan}.{last}/32', 'dev', 'lo'], capture_output=True)

    def wifi(self, works):
        ip('link', 'set', f'{self.name}r', 'up' if works else 'down')

    def start(self):
        """Box and circle, with consent of the people. The timeline begins with the box."""
        (self.bench.folder / 'disk').mkdir(exist_ok=True)
        self.outside = self.bench.outside()
        for name in self.people:
            self.bench.wait(lambda: self.bench.command('circle', 'consent', name).returncode == 0, 20, self.bench.log)
        self.began = time.monotonic()
        self.run = self.bench.box(self.timeline)
        threading.Thread(target=self.look, daemon=True).start()

    def forget(self):
        """What the room has said until now does not count."""
        self.trying_at, self.said_at = None, None

    def look(self):
        """What the room shows, asked at the control socket three times a second."""
        while not self.ended:
            time.sleep(0.3)
            try:
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.settimeout(5)
                    connection.connect(str(self.bench.folder / 'control'))
                    connection.sendall(b'{"verb":"status"}\n')
                    shown = json.loads(connection.makefile('rb').readline())
            except (OSError, ValueError):
                continue
            stage = shown.get('circle', {}).get('stage')
            now = time.monotonic()
            if stage in ('trying', 'accepted', 'unreached'):
                self.trying_at = self.trying_at or now
            told = any(alarm['condition'] == 'nobody-told' for alarm in shown['alarms'])
            if stage in ('unreached', 'silent') or told:
                self.said_at = self.said_at or now

    def accepted_at(self, after):
        """When a provider accepted the first message of an alarm, or of one that ended within the countdown (messages.md, rule 31)."""
        times = [at for provider in self.providers for at, body in provider.accepted
                 if at >= after and 'test_tube' not in body.get('tags', [])
                 and (body.get('priority', 3) >= 4 or body.get('title', '').startswith('Was on and is over'))]
        return min(times) if times else None

    def clean(self):
        subprocess.run(['ip', 'netns', 'del', self.name], capture_output=True)
        subprocess.run(['ip', 'link', 'del', f'{self.name}r'], capture_output=True)
        self.internet(False)

    def close(self):
        self.ended = True
        for phone in self.phones.values():
            phone.ended = True
        subprocess.run(['umount', '-l', str(self.bench.folder / 'disk')], capture_output=True)
        self.bench.close()
        self.names.close()
        for provider in self.providers:
            provider.stop()
        self.clean()
        shutil.rmtree(self.etc, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
