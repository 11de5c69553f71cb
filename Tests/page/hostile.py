"""What programs send that mean no good: over real sockets, in large amounts, and all at once."""

import contextlib
import os
import random
import re
import socket


def port_of(box):
    return int(re.search(r":(\d+)/", box.url)[1])


def connect(box, timeout=10):
    return socket.create_connection(("127.0.0.1", port_of(box)), timeout=timeout)


def ask(box, path="/", fields=(), body=None, method=None, timeout=20):
    """The whole answer to one request, as bytes."""
    method = method or ("POST" if body is not None else "GET")
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *fields]
    if body is not None:
        head.append(f"Content-Length: {len(body)}")
    with connect(box, timeout) as link:
        link.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + (body or b""))
        return read(link)


def read(link):
    parts = []
    with contextlib.suppress(ConnectionError):
        while part := link.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def read_until(link, text):
    """What comes until a text is in it, or the other end closes."""
    got = b""
    while text not in got and (part := link.recv(1 << 16)):
        got += part
    return got


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0


def anonymous_megabytes(process):
    """What a process has of its own in memory."""
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(r"RssAnon:\s+(\d+) kB", file.read())[1]) / 1000


def descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def throw_bytes(box, total, seed=24):
    """Random bytes on many connections: half of them pure, half behind the beginning of a request. Returns how many were sent."""
    random.seed(seed)
    starts = [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n",
              b"POST /enter HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", b"GET /", b"\x16\x03\x01\x02\x00"]
    sent = 0
    while sent < total:
        data = random.choice(starts) + random.randbytes(random.choice([1, 100, 4000, 20_000, 200_000]))
        with contextlib.suppress(OSError), connect(box) as link:
            sent += len(data)
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
            read(link)
    return sent
