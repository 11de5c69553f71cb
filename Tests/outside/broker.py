"""Debian's mosquitto as the broker of a test, a subscriber that keeps what it receives, and brokers that do not behave."""
import json
import shutil
import socket
import subprocess
import threading
import time

from box import Bench
from schema import fault_at

# Debian puts the server where only root looks.
MOSQUITTO = shutil.which('mosquitto') or '/usr/sbin/mosquitto'


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return listener.getsockname()[1]


class Broker:
    """`lines` are added to its configuration. A restart keeps what it has stored, if `keeps` says so, and if it stores each change."""

    STORES = 'autosave_interval 1', 'autosave_on_changes true'

    def __init__(self, folder, *lines, anonymous=True, name='broker'):
        self.folder, self.lines, self.anonymous, self.name = folder / name, lines, anonymous, name
        self.folder.mkdir()
        self.port, self.process = free_port(), None
        self.start()

    def start(self):
        listener = f'listener {self.port} 127.0.0.1' if not any('listener' in line for line in self.lines) else ''
        lines = [listener, f'allow_anonymous {"true" if self.anonymous else "false"}', 'persistence true', 'user root',
                 f'persistence_location {self.folder}/', *self.lines]
        (self.folder / 'conf').write_text('\n'.join(lines).replace('PORT', str(self.port)) + '\n')
        self.log = open(self.folder / 'log', 'ab')
        self.process = subprocess.Popen([MOSQUITTO, '-c', str(self.folder / 'conf'), '-v'], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log)
        Bench.wait(self.answers, 20, lambda: (self.folder / 'log').read_text())

    def answers(self):
        try:
            socket.create_connection(('127.0.0.1', self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self, keeps=True, gently=False):
        """Gently: it stores what it has confirmed. Killed, it may have lost that."""
        self.process.terminate() if gently else self.process.kill()
        self.process.wait()
        if not keeps:
            (self.folder / 'mosquitto.db').unlink(missing_ok=True)

    def publish(self, topic, payload, *words):
        subprocess.run(['mosquitto_pub', '-h', '127.0.0.1', '-p', str(self.port), '-t', topic, '-q', '1', *words, '-s' if payload else '-n'],
                       input=payload if isinstance(payload, bytes) else payload.encode(), check=True, timeout=60)

    def close(self):
        if self.process and self.process.poll() is None:
            self.stop()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Subscriber(threading.Thread):
    """A program of the home: `kept` is the state that a new subscriber gets and what changes it, `stored` the history by its identity,
    `events` what was not kept, and `wrong` what is not as data/schemas/mqtt.schema.json says."""

    def __init__(self, broker, *words, topics=('#',), name=None):
        super().__init__(daemon=True)
        self.kept, self.stored, self.twice, self.order, self.events, self.wrong = {}, {}, 0, [], [], []
        arguments = [word for topic in topics for word in ('-t', topic)]
        self.process = subprocess.Popen(
            ['mosquitto_sub', '-h', '127.0.0.1', '-p', str(broker.port), '-q', '1', '-i', name or f'sub-{id(self)}', '-F', '%j', *arguments, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.start()

    def run(self):
        for line in self.process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            topic, payload = message['topic'], message.get('payload') or ''
            try:
                fault = fault_at(topic, payload, 'lapwing/box1')
            except ValueError as error:
                fault = f'{topic}: {error}'
            if fault:
                self.wrong.append(fault)
            if topic.endswith('/history'):
                record = json.loads(payload)
                identity = (record['box'], record['sequence'])
                self.twice += identity in self.stored
                self.stored.setdefault(identity, record)
                self.order.append(record)
            elif topic.endswith(('/event', '/answer')):
                self.events.append(json.loads(payload))
            elif payload == '':
                self.kept.pop(topic, None)
            else:
                self.kept[topic] = payload

    def json(self, topic):
        return json.loads(self.kept.get(topic, '{}'))

    def close(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class FalseBroker:
    """Accepts one connection after the other, reads packets, and answers with what `answer(kind, body)` gives: bytes, or none."""

    def __init__(self, answer):
        self.answer, self.packets, self.connections = answer, [], 0
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            self.connections += 1
            threading.Thread(target=self.one, args=(connection,), daemon=True).start()

    def one(self, connection):
        try:
            stream = connection.makefile('rb')
            while head := stream.read(1):
                length, shift = 0, 0
                while True:
                    byte = stream.read(1)[0]
                    length |= (byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80:
                        break
                body = stream.read(length)
                self.packets.append((head[0], body, time.monotonic()))
                for part in self.answer(head[0] >> 4, body) or []:
                    connection.sendall(part)
        except (OSError, IndexError):
            pass
