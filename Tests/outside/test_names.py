"""Name servers that hang or drop questions. They need root and a name space of mounts, so that only one process has them."""
import os
import shutil
import socket
import subprocess
import threading
import time

import box
from box import Bench, Follower, faults
from servers import Server


def test_a_name_server_that_never_answers_delays_its_own_channel_only():
    if os.geteuid() != 0 or not shutil.which('unshare'):
        return 'left out: it needs root'
    silent = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    silent.bind(('127.0.0.99', 53))
    asked = []
    threading.Thread(target=lambda: [asked.append(silent.recv(500)) for _ in range(1000)], daemon=True).start()
    server = Server()
    with Bench(['lost: {kind: webhook, url: "https://hooks.example.com/"}',
                f'hook: {{kind: webhook, url: "http://127.0.0.1:{server.port}/", plain: true}}'],
               '  cool-down: 0\n') as bench:
        names = bench.write('resolv.conf', 'nameserver 127.0.0.99\n')
        bench.box(bench.timeline(faults(12, 5)))
        follower = Follower(bench)
        log = open(bench.folder / 'outside.log', 'ab')
        command = f'mount --bind {names} /etc/resolv.conf && exec {box.BINARY} outside run --config {bench.folder}/lapwing.yaml'
        process = subprocess.Popen(['unshare', '--mount', 'sh', '-c', command], stdout=log, stderr=log)
        bench.processes.append(process)
        bench.wait(lambda: len(server.calls) >= 5 and asked, 20, lambda: f'the other channel waits too: {bench.log()}')
        bench.wait(lambda: set(follower.expected()) <= {call.headers['webhook-id'] for call in server.calls}, 5,
                   lambda: f'the other channel waits too: {bench.log()}')
        bench.wait(lambda: 'no connection within 10 s' in bench.log(), 15, bench.log())
        process.terminate()
        assert process.wait(10) == 0
        return f'{len(server.calls)} messages of the other channel meanwhile'


def answer(question):
    """The address 127.0.0.1 for a question for A; nothing at all for AAAA, as some routers do."""
    end = question.index(b'\0', 12) + 5
    kind = int.from_bytes(question[end - 4:end - 2], 'big')
    if kind != 1:
        return None
    head = question[:2] + b'\x81\x80' + b'\0\1\0\1\0\0\0\0'
    return head + question[12:end] + b'\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\0\0\1'


def test_a_router_that_drops_the_questions_for_ipv6_delays_nothing():
    if os.geteuid() != 0 or not shutil.which('unshare'):
        return 'left out: it needs root'
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(('127.0.0.98', 53))

    def serve():
        while True:
            question, sender = names.recvfrom(500)
            reply = answer(question)
            if reply:
                names.sendto(reply, sender)
    threading.Thread(target=serve, daemon=True).start()
    server = Server()
    with Bench([f'hook: {{kind: webhook, url: "http://hooks.example.com:{server.port}/", plain: true}}']) as bench:
        resolver = bench.write('resolv.conf', 'nameserver 127.0.0.98\n')
        command = (f'mount --bind {resolver} /etc/resolv.conf && '
                   f'exec {box.BINARY} outside test hook --config {bench.folder}/lapwing.yaml')
        began = time.monotonic()
        run = subprocess.run(['unshare', '--mount', 'sh', '-c', command], capture_output=True, text=True, timeout=60)
        seconds = time.monotonic() - began
        assert run.returncode == 0 and len(server.calls) == 1, run
        # The look-up of IPv6 alone takes 10 s until it is given up.
        assert seconds < 8, seconds
        return f'{seconds:.1f} s'
