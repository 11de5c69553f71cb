"""A program on the way to the box, as people put it in front of their page."""

import http.client
import http.server
import threading
import urllib.parse


class Proxy(http.server.BaseHTTPRequestHandler):
    """Makes everybody a stranger of the network, as a proxy on the box does."""

    target = ""

    def pass_on(self):
        there = http.client.HTTPConnection(urllib.parse.urlsplit(self.target).netloc)
        fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        there.request(self.command, self.path, body, fields | {"X-Forwarded-For": "192.0.2.7", "Connection": "close"})
        answer = there.getresponse()
        content = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = pass_on

    def log_message(self, *_):
        pass


def proxied(url):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Own", (Proxy,), {"target": url}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"
