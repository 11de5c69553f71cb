"""A small world on one machine: two boxes, each in a name space of the network with a cable to a router, and behind the router an
internet with providers and phones. It needs root."""
import itertools
import os
import shutil
import subprocess
import threading
import time

import peer as words
from box import Bench, Follower
from doubles import Ntfy
from servers import Server

numbers = itertools.count(os.getpid() % 97)
lock = threading.Lock()


def is_possible():
    """Whether this machine lets us make name spaces."""
    if os.geteuid() != 0 or not shutil.which('ip'):
        return False
    name = f'lw-try-{os.getpid()}'
    made = subprocess.run(['ip', 'netns', 'add', name], capture_output=True).returncode == 0
    if made:
        subprocess.run(['ip', 'netns', 'del', name])
    return made


def ip(*arguments):
    run = subprocess.run(['ip', *arguments], capture_output=True, text=True)
    assert run.returncode == 0, f'ip {" ".join(arguments)}: {run.stderr}'


class Provider(Ntfy):
    """A provider of messages somewhere in the internet. It can be down: it then answers every request with an error."""
    host = '0.0.0.0'
    is_down = False

    def handle(self, handler, call):
        if self.is_down:
            handler.send_response(503)
            handler.send_header('Content-Length', '0')
            handler.end_headers()
            return
        super().handle(handler, call)


class Hook(Server):
    host = '0.0.0.0'


class Phone(threading.Thread):
    """The phone of a person: it shows what its provider has, if it is alive. A person who is awake answers after some seconds."""

    def __init__(self, provider, topic):
        super().__init__(daemon=True)
        self.provider, self.topic, self.is_dead, self.is_asleep, self.ended = provider, topic, False, False, False
        self.shown, self.known_at = {}, None
        self.start()

    def run(self):
        while not self.ended:
            time.sleep(0.1)
            for message in list(self.provider.messages):
                # What has no such number was not sent by a box.
                if self.is_dead or message['topic'] != self.topic or message.get('sequence_id') in (None, *self.shown):
                    continue
                self.shown[message['sequence_id']] = (time.monotonic(), message)
                if not self.is_asleep and message.get('priority') == 5 and not self.known_at:
                    self.known_at = time.monotonic()


class World:
    """`bed` is the box beside the bed, `hall` the one that follows it."""

    def __init__(self, bed_lines, circle=True, hook=False):
        with lock:
            number = next(numbers) % 250
        self.names = [f'lw{number}a', f'lw{number}b']
        self.lan, self.wan = f'10.123.{number}', f'10.124.{number}'
        self.bridge = f'lwr{number}'
        self.providers = [Provider(), Provider()] if circle else []
        self.hook = Hook() if hook else None
        self.benches, self.phones = [], {}
        self.clean()
        self.wire()
        key = words.Key.random()
        self.bed = self.bench(0, 'hall', key, False, circle, 'bedside')
        self.hall = self.bench(1, 'bed', key.turned(), True, circle, 'cabin')
        self.timeline = self.bed.timeline(bed_lines)
        for name, provider in zip(('anna', 'ben'), self.providers):
            self.phones[name] = Phone(provider, f'alarms-{name}')

    def wire(self):
        ip('link', 'add', self.bridge, 'type', 'bridge', 'mcast_snooping', '0')
        ip('addr', 'add', f'{self.lan}.1/24', 'dev', self.bridge)
        ip('link', 'set', self.bridge, 'up')
        self.internet(True)
        for place, name in enumerate(self.names):
            ip('netns', 'add', name)
            ip('link', 'add', f'{name}r', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
            ip('link', 'set', f'{name}r', 'master', self.bridge)
            ip('link', 'set', f'{name}r', 'up')
            for words_ in (['link', 'set', 'lo', 'up'], ['addr', 'add', f'{self.lan}.{place + 2}/24', 'dev', 'eth0'],
                           ['link', 'set', 'eth0', 'up'], ['route', 'add', 'default', 'via', f'{self.lan}.1']):
                ip('-n', name, *words_)

    def internet(self, works):
        for last in (1, 2, 3):
            subprocess.run(['ip', 'addr', 'add' if works else 'del', f'{self.wan}.{last}/32', 'dev', 'lo'], capture_output=True)

    def router(self, works):
        for name in self.names:
            ip('link', 'set', f'{name}r', 'up' if works else 'down')
        if not works:
            self.internet(False)

    def bench(self, place, other, key, follows, circle, profile):
        made = Bench(profile=profile)
        self.benches.append(made)
        made.prefix = ['ip', 'netns', 'exec', self.names[place]]
        text = f'  box-name: {"Bed" if place == 0 else "Hall"}\n  cool-down: 0\n  peer: {{name: {other}, key-file: {made.folder}/peer.key}}\n'
        text += f'  follow: {other}\n' if follows else ''
        made.write('peer.key', key.text() + '\n')
        channels, people = '', ''
        if circle:
            for index, name in enumerate(('anna', 'ben')):
                made.write(f'{name}-topic', f'alarms-{name}')
                made.write(f'{name}-reply', f'reply-{name}')
                channels += (f'    {name}s-phone: {{kind: ntfy, url: "http://{self.wan}.{index + 1}:{self.providers[index].port}", plain: '
                             f'true, topic-file: {made.folder}/{name}-topic, reply-topic-file: {made.folder}/{name}-reply}}\n')
                people += f'      {name}: {{channels: [{name}s-phone]}}\n'
        if self.hook and place == 0:
            channels += f'    hook: {{kind: webhook, url: "http://{self.wan}.3:{self.hook.port}/", plain: true}}\n'
        text += f'  channels:\n{channels}' if channels else ''
        text += f'  circle:\n    socket: {made.folder}/circle\n    countdown: 30\n    people:\n{people}' if circle else ''
        made.write('lapwing.yaml', (made.folder / 'lapwing.yaml').read_text() + text)
        return made

    def start_bed_run(self):
        self.bed_run = self.bed.box(self.timeline)
        return self.bed_run

    def start_hall_run(self):
        self.hall_run = self.hall.box(self.hall.timeline([{'t': 0}, {'t': 3600}]))

    def start(self, *outside_words):
        """Both boxes, with consent of the people; returns when the link is up. The bed's timeline begins when its run does."""
        self.start_hall_run()
        self.began = time.monotonic()
        self.start_bed_run()
        self.bed_outside, self.hall_outside = self.bed.outside(*outside_words), self.hall.outside()
        for made in (self.bed, self.hall):
            for name in self.phones:
                Bench.wait(lambda: made.command('circle', 'consent', name).returncode == 0, 20, lambda: made.log())
        self.follower = Follower(self.hall)
        Bench.wait(lambda: all(': heard' in made.log() for made in (self.bed, self.hall)), 20, lambda: f'no link: {self.bed.log()} {self.hall.log()}')

    def sounded_at(self, after):
        """When the second box began to sound for the bed, or for its loss."""
        for at, event in list(self.follower.times):
            if at >= after and event['condition'].startswith(('elsewhere', 'link-gone')) and event['presence'] == 'on' \
                    and event['activation'] == 'on' and event['priority'] in ('medium', 'high'):
                return at, event
        return None

    def clean(self):
        for name in self.names:
            subprocess.run(['ip', 'netns', 'del', name], capture_output=True)
        subprocess.run(['ip', 'link', 'del', self.bridge], capture_output=True)
        self.internet(False)

    def close(self):
        if hasattr(self, 'follower'):
            self.follower.ended = True
        for phone in self.phones.values():
            phone.ended = True
        for made in self.benches:
            made.close()
        self.clean()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
