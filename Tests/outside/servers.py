"""HTTP servers on loopback that do what services do, and what they do when they are ill.

Each keeps what it was sent in `calls`, and can be killed and started again at the same port: what it had taken stays."""
import http.server
import json
import socket
import ssl
import threading
import time


class Call:
    def __init__(self, method, path, headers, body):
        self.method, self.path, self.headers, self.body = method, path, headers, body
        self.at = time.monotonic()

    def json(self):
        return json.loads(self.body)


class Server:
    """`answer(call)` gives (status, headers, body). A handler of its own may be given for streams."""

    host = '127.0.0.1'

    def __init__(self, certificate=None, answer=None):
        self.certificate, self.calls, self.lock = certificate, [], threading.Lock()
        if answer:
            self.answer = answer
        self.port = None
        self.start()

    def answer(self, call):
        return 200, {}, b'{}'

    def handle(self, handler, call):
        status, headers, body = self.answer(call)
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header('Content-Length', str(len(body)))
        handler.end_headers()
        if call.method != 'HEAD':
            handler.wfile.write(body)

    def start(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'
            timeout = 60

            def any(self):
                body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
                call = Call(self.command, self.path, dict(self.headers), body)
                with outer.lock:
                    outer.calls.append(call)
                try:
                    outer.handle(self, call)
                except (ConnectionError, ssl.SSLError, OSError):
                    pass
                self.close_connection = True

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = any

            def log_message(self, *words):
                pass

        class Threads(http.server.ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request, address):
                pass

            def finish_request(self, request, address):
                if outer.certificate:
                    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                    # Python refuses weak certificates too.
                    context.set_ciphers('DEFAULT:@SECLEVEL=0')
                    context.load_cert_chain(outer.certificate)
                    request.settimeout(20)
                    request = context.wrap_socket(request, server_side=True)
                    outer.tls = request.version()
                super().finish_request(request, address)

        self.http = Threads((self.host, self.port or 0), Handler)
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, kwargs={'poll_interval': 0.05}, daemon=True).start()

    def stop(self):
        self.http.shutdown()
        self.http.server_close()

    @property
    def url(self):
        return f'{"https" if self.certificate else "http"}://localhost:{self.port}'

    def wait(self, count=1, timeout=20, where=lambda call: True):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            found = [call for call in list(self.calls) if where(call)]
            if len(found) >= count:
                return found
            time.sleep(0.02)
        raise AssertionError(f'{len(found)} of {count} calls within {timeout} s: {[call.path for call in self.calls][-10:]}')


class Raw:
    """A server that speaks no HTTP: `serve(connection)` does what it likes."""

    def __init__(self, serve):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port, self.held = self.listener.getsockname()[1], []
        self.serve = serve
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            self.held.append(connection)
            threading.Thread(target=self.one, args=(connection,), daemon=True).start()

    def one(self, connection):
        try:
            self.serve(connection)
        except OSError:
            pass

    @property
    def url(self):
        return f'http://localhost:{self.port}'
