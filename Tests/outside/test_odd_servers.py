"""Servers that are ill: silent, too busy, confused, too talkative."""
import time

from box import Bench
from servers import Raw, Server


def trial(url, words, status=69, timeout=50):
    with Bench([f'x: {{kind: webhook, url: "{url}/", plain: true}}']) as bench:
        run = bench.command('outside', 'test', 'x', timeout=timeout)
        assert run.returncode == status and words in run.stdout + run.stderr, run


def test_a_server_that_accepts_and_never_answers_ends_within_30_s():
    began = time.monotonic()
    trial(Raw(lambda connection: time.sleep(60)).url, 'no answer within 30 s')
    assert 29 < time.monotonic() - began < 60


def test_a_server_that_closes_or_babbles_or_talks_too_much():
    def closes(connection):
        connection.recv(1000)
        connection.close()

    def babbles(connection):
        connection.recv(1000)
        connection.sendall(b'SSH-2.0-OpenSSH_9.2\r\n' * 10)
        time.sleep(5)

    def endless(connection):
        connection.recv(1000)
        connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n')
        while True:
            connection.sendall(b'x' * 65536)

    def headers(connection):
        connection.recv(1000)
        connection.sendall(b'HTTP/1.1 200 OK\r\n')
        while True:
            connection.sendall(b'x: y\r\n' * 1000)

    def old(connection):
        connection.recv(1000)
        connection.sendall(b'HTTP/1.0 200 OK\r\n\r\nfine')
        connection.close()

    trial(Raw(old).url, 'has taken the test message', status=0)
    trial(Raw(closes).url, 'closed the connection without an answer')
    trial(Raw(babbles).url, 'not understood')
    trial(Raw(endless).url, 'too long')
    trial(Raw(headers).url, 'not understood')


def test_names_and_ports_that_are_not_there():
    trial('http://no-such-host.invalid', 'the name is not known')
    trial('http://127.0.0.1:1', 'Connection refused')
    trial(f'https://localhost:{Server().port}', 'does not speak TLS on this port')


def test_a_redirect_is_not_followed():
    target = Server()
    trial(Server(answer=lambda call: (307, {'Location': target.url + '/there'}, b'')).url, 'not followed')
    assert not target.calls


def test_429_waits_as_asked_and_500_is_tried_again_and_400_is_not():
    seen = []

    def answer(call):
        data = call.json()['data']
        if data['condition'] == 'sounder-failed':
            return 400, {'Content-Type': 'application/json'}, b'{"error": "this text is not taken"}'
        seen.append((time.monotonic(), data['id']))
        return {1: (429, {'Retry-After': '4'}, b''), 2: (500, {}, b'')}.get(len(seen), (200, {}, b'{}'))

    server = Server(answer=answer)
    with Bench([f'x: {{kind: webhook, url: "{server.url}/", plain: true}}'], '  cool-down: 0\n') as bench:
        bench.outside()
        bench.box(bench.timeline([{'t': 1, 'fault': 'sounder-failed'}, {'t': 1.1, 'fault': 'adapter-gone'}, {'t': 600}]))
        server.wait(4, 25)
        times = [at for at, _ in seen]
        assert len({identifier for _, identifier in seen}) == 1, seen
        assert times[1] - times[0] >= 4, times
        assert 1 <= times[2] - times[1] < 5, times
        bench.wait(lambda: '1 sent' in bench.command('outside', 'status').stdout, 5, 'not sent')
        status = bench.command('outside', 'status').stdout
        assert '0 waiting' in status and '1 not delivered' in status, status
        assert 'this text is not taken' in bench.log(), bench.log()


def test_a_proxy_that_has_no_page_for_some_seconds_and_a_long_retry_after_hold_back_no_high_alarm():
    began, later = time.monotonic(), []

    def answer(call):
        if time.monotonic() - began < 12:
            return 404, {'Content-Type': 'text/html'}, b'<html>no such page</html>'
        later.append(time.monotonic())
        return 200, {}, b'{}'

    with Bench([f'x: {{kind: webhook, url: "{Server(answer=answer).url}/", plain: true}}'], '  cool-down: 0\n') as bench:
        bench.outside()
        bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 600}]))
        bench.wait(lambda: later, 40, lambda: f'given up: {bench.log()}')
        assert 'given up' not in bench.log() and 'tried again' in bench.log(), bench.log()


def test_what_a_service_says_is_shown_without_secrets_and_addresses():
    reason = b'{"error": "no route for s3cret-topic, ask anna@example.org please"}'
    server = Server(answer=lambda call: (403, {'Content-Type': 'application/json'}, reason))
    with Bench() as bench:
        bench.write('topic', 's3cret-topic')
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text()
                    + f'  channels:\n    x: {{kind: ntfy, url: "{server.url}", plain: true, topic-file: {bench.folder}/topic}}\n')
        run = bench.command('outside', 'test', 'x')
        assert run.returncode == 69 and 'no route for …, ask … please' in run.stderr, run


def test_a_service_that_takes_a_message_and_never_ends_its_answer_does_not_get_it_again():
    calls = []

    def half(connection):
        calls.append(connection.recv(10_000))
        connection.sendall(b'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{"id":')
        connection.close()

    trial(Raw(half).url, 'has taken the test message', status=0)
    assert len(calls) == 1


def test_a_queue_that_is_deleted_while_it_is_used_ends_the_process_and_status_says_that_nothing_runs():
    server = Server()
    with Bench([f'x: {{kind: webhook, url: "{server.url}/", plain: true}}']) as bench:
        process = bench.outside()
        bench.wait(lambda: 'lapwing outside runs.' in bench.command('outside', 'status').stdout, 10, 'does not run')
        for path in bench.folder.glob('outside.db*'):
            if not path.name.endswith('.lock'):
                path.unlink()
        bench.wait(lambda: process.poll() is not None, 15, 'goes on')
        assert process.returncode == 74 and 'deleted or replaced' in bench.log(), (process.returncode, bench.log())
        process = bench.outside()
        bench.wait(lambda: 'lapwing outside runs.' in bench.command('outside', 'status').stdout, 10, 'does not begin')
        process.kill()
        process.wait()
        assert 'does not run' in bench.command('outside', 'status').stdout
