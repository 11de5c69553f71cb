"""Updates of the card from a web server: what is brought, and when the system is asked for it."""
import hashlib
import json
import sqlite3
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from box import Bench

NAME = 'lapwing-9.0.0-rpi-arm64.raucb'
CONTENT = bytes(range(256)) * 4096  # 1 MiB


def index(name=NAME, size=len(CONTENT), content=CONTENT):
    return json.dumps({'file': name, 'size': size, 'sha256': hashlib.sha256(content).hexdigest()})


class UpdateServer:
    """Serves an index and an update, as a plain web server does; `cuts` connections end in the middle."""

    def __init__(self, told=None, cuts=0, knows_ranges=True):
        outer = self
        self.asked, self.cuts = [], cuts
        self.index, self.content = index() if told is None else told, CONTENT

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                span = self.headers.get('Range') if knows_ranges else None
                outer.asked.append((self.path, self.headers.get('Range')))
                if self.path == '/card/index.json':
                    body = outer.index.encode()
                elif self.path.startswith('/card/lapwing-'):
                    body = outer.content
                else:
                    return self.send_error(404)
                start = int(span.removeprefix('bytes=').removesuffix('-')) if span else 0
                self.send_response(206 if span else 200)
                if span:
                    self.send_header('Content-Range', f'bytes {start}-{len(body) - 1}/{len(body)}')
                self.send_header('Content-Length', str(len(body) - start))
                self.end_headers()
                rest = body[start:]
                if len(body) > 1000 and outer.cuts > 0:
                    outer.cuts -= 1
                    rest = rest[:300_001]
                self.wfile.write(rest)
                self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f'http://127.0.0.1:{self.server.server_port}/card/index.json'


class Card(Bench):
    """A box that believes that it was started from the card; its system only keeps what it is asked for."""

    def __init__(self, server, by_themselves=True, is_card=True):
        super().__init__()
        for name in ('lapwing', 'box'):
            (self.folder / 'run' / name).mkdir(parents=True)
        if is_card:
            self.write('run/box/status', 'slot A, version 0.1.0: good\n')
        self.updates = self.folder / 'updates'
        self.write('lapwing.yaml', (self.folder / 'lapwing.yaml').read_text()
                   + f'  updates: {{address: "{server.address}", by-themselves: {str(by_themselves).lower()}}}\n'
                   f'panel: {{access-file: {self.folder}/panel.json}}\n')
        self.prefix = ['env', f'RUNTIME_DIRECTORY={self.folder}/run/lapwing']

    def asked(self):
        path = self.folder / 'run/lapwing/update'
        return path.read_text() if path.exists() else None

    def run_for_long(self, *lines):
        return self.box(self.timeline([{'t': 0, 'cleared': 'adapter-gone'}, *lines, {'t': 300_000}]), speed='200')


def test_an_update_is_brought_in_spite_of_lost_connections_and_asked_for_when_nobody_is_watched():
    server = UpdateServer(cuts=1)
    with Card(server) as card:
        # A box in which nothing happens reports nothing of its time, which is faster here than the clock.
        card.run_for_long({'t': 700, 'fault': 'adapter-gone'}, {'t': 720, 'cleared': 'adapter-gone'})
        first = card.outside()
        card.wait(lambda: 'updates: 127.0.0.1' in card.log(), 60, card.log)
        # It would try again in an hour.
        first.terminate()
        first.wait()
        card.outside()
        card.wait(lambda: card.asked(), 180, card.log)
        assert card.asked() == f'install {NAME} quietly\n'
        assert (card.updates / NAME).read_bytes() == CONTENT
        assert [path.name for path in card.updates.iterdir()] == [NAME]
        ranges = [span for path, span in server.asked if path.endswith('.raucb')]
        assert ranges[0] is None and 0 < int(ranges[1].removeprefix('bytes=').removesuffix('-')) <= 300_001, ranges


def tries_of(card):
    with sqlite3.connect(card.folder / 'outside.db') as queue:
        return queue.execute('SELECT value FROM state WHERE key = ?', [f'update-asked {NAME}']).fetchone()[0]


def test_an_update_is_asked_for_three_times_a_day_apart_and_no_more():
    server = UpdateServer()
    with Card(server) as card:
        first = card.outside()
        card.wait(lambda: 'lapwing outside runs.' in card.command('outside', 'status').stdout, 60, card.log)
        first.terminate()
        first.wait()
        card.run_for_long({'t': 700, 'fault': 'adapter-gone'}, {'t': 720, 'cleared': 'adapter-gone'})
        card.wait(lambda: card.command('update', 'quiet').returncode == 0, 60, 'the box is watching a person')
        for tries, hours, is_asked in [(3, 48, False), (1, 23, False), (2, 25, True)]:
            with sqlite3.connect(card.folder / 'outside.db') as queue:
                last = round((time.time() - hours * 3600) * 1000)
                queue.executemany('INSERT OR REPLACE INTO state VALUES (?, ?)',
                                  [(f'update-asked {NAME}', str(tries)), ('update-asked-last', str(last))])
            server.asked.clear()
            process = card.outside()
            card.wait(lambda: server.asked, 60, card.log)
            if is_asked:
                # It records that it has asked once the system has accepted it.
                card.wait(lambda: card.asked() and tries_of(card) == '3', 60, card.log)
            else:
                time.sleep(2)  # It would have asked at once.
                assert card.asked() is None, (tries, hours)
            process.terminate()
            process.wait()


def test_a_server_that_knows_no_ranges_sends_all_of_it_again():
    server = UpdateServer(cuts=1, knows_ranges=False)
    with Card(server, by_themselves=False) as card:
        card.run_for_long()
        first = card.outside()
        card.wait(lambda: 'updates: 127.0.0.1' in card.log(), 60, card.log)
        first.terminate()
        first.wait()
        card.outside()
        card.wait(lambda: (card.updates / NAME).exists(), 60, card.log)
        assert (card.updates / NAME).read_bytes() == CONTENT
        card.wait(lambda: 'is there, to be installed' in card.log(), 60, card.log)
        assert card.asked() is None, 'no person has said that it may be installed'


def again(card, process):
    """The next look without the hour between."""
    process.terminate()
    process.wait()
    return card.outside()


def test_a_version_that_runs_already_is_not_brought():
    server = UpdateServer(index(name='lapwing-0.0.9-rpi-arm64.raucb'))
    with Card(server) as card:
        card.run_for_long()
        card.outside()
        card.wait(lambda: server.asked, 60, card.log)
        time.sleep(2)  # It would have asked for the update at once.
        assert [path for path, _ in server.asked] == ['/card/index.json'] and not card.updates.exists()


def test_what_is_wrong_at_a_server_is_told_and_nothing_of_it_stays():
    cases = [
        ('<html>moved</html>', 'it must be a JSON object'),
        (index(name='../../etc/passwd'), 'file must be a name such as'),
        (index(size=len(CONTENT) + 1), 'shorter than its index says'),
        (index(size=1000), 'is longer than its index says'),
        (index(content=b'another'), 'not the one of its index (sha256)'),
    ]
    for told, sentence in cases:
        with Card(UpdateServer(told)) as card:
            card.run_for_long()
            card.outside()
            card.wait(lambda: sentence in card.log(), 60, card.log)
            names = {path.name for path in card.updates.iterdir()} if card.updates.exists() else set()
            assert NAME not in names and card.asked() is None, (told, names)


def test_an_update_that_changed_while_it_was_brought_is_brought_again_as_a_whole():
    server = UpdateServer(cuts=1)
    with Card(server, by_themselves=False) as card:
        card.run_for_long()
        process = card.outside()
        card.wait(lambda: 'updates: 127.0.0.1' in card.log(), 60, card.log)
        server.content = CONTENT[::-1]
        server.index = index(content=server.content)
        process = again(card, process)
        card.wait(lambda: '(sha256)' in card.log(), 60, card.log)
        again(card, process)
        card.wait(lambda: 'is there, to be installed' in card.log(), 60, card.log)
        assert (card.updates / NAME).read_bytes() == server.content


def test_what_is_no_longer_offered_is_deleted_and_what_a_person_brought_stays():
    server = UpdateServer()
    with Card(server, by_themselves=False) as card:
        card.updates.mkdir()
        mine = card.updates / 'lapwing-8.0.0-rpi-arm64.raucb'
        mine.write_bytes(b'brought by a person')
        card.run_for_long()
        process = card.outside()
        card.wait(lambda: 'is there, to be installed' in card.log(), 60, card.log)
        newest = 'lapwing-9.1.0-rpi-arm64.raucb'
        server.index = index(name=newest)
        again(card, process)
        card.wait(lambda: f'{newest} is there' in card.log(), 60, card.log)
        assert {path.name for path in card.updates.iterdir()} == {mine.name, newest}


def test_a_box_that_was_not_started_from_the_card_asks_no_server():
    server = UpdateServer()
    with Card(server, is_card=False) as card:
        card.run_for_long()
        card.outside()
        card.wait(lambda: "was not started from Lapwing's card" in card.log(), 60, card.log)
        assert server.asked == []


def test_an_update_of_nobody_waits_for_the_end_of_an_alarm():
    with Card(UpdateServer(), by_themselves=False) as card:
        card.run_for_long({'t': 1, 'fault': 'adapter-gone'})
        card.wait(lambda: 'adapter-gone' in card.command('status').stdout, 60, 'no alarm')
        card.wait(lambda: 'less than ten minutes' not in card.command('update', 'install', NAME, '--quietly').stderr, 60,
                  'the time of the box stands still')
        refused = card.command('update', 'install', NAME, '--quietly')
        assert refused.returncode and 'the update waits, since an alarm is on' in refused.stderr, refused
        assert card.asked() is None
