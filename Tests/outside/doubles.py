"""Doubles of ntfy, Pushover and Twilio, written from their documentation (docs.ntfy.sh/publish, docs.ntfy.sh/subscribe/api, docs.ntfy.sh/config,
pushover.net/api and pushover.net/api/receipts, and what `Twilio` names), not from Lapwing's code.

What they leave out:
- ntfy: rate limits, attachments, users and access control beyond one token, the cache's end, WebSocket and SSE; ids are 12
  random characters, as there. A keepalive line comes every 45 s there, every 2 s here.
- Pushover: quota headers, sounds, images, groups, callbacks, `retry` and `expire` are checked, but nothing is repeated."""
import base64
import json
import queue
import random
import re
import string
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree

from servers import Server


def name(length):
    return ''.join(random.choices(string.ascii_letters + string.digits, k=length))


class Ntfy(Server):
    is_well = True

    def __init__(self, certificate=None, token=None, is_open=False):
        # `is_open`: everybody may read, as at ntfy.sh without a reserved topic.
        self.token, self.messages, self.followers, self.is_open = token, [], [], is_open
        super().__init__(certificate)

    def publish(self, topic, text, **more):
        message = {'id': name(12), 'time': int(time.time()), 'event': 'message', 'topic': topic, 'message': text, **more}
        self.messages.append(message)
        for wanted, line in self.followers:
            if wanted == topic:
                line.put(message)
        return message

    def press(self, message, button=0):
        """What a phone does when its owner presses the button of a message."""
        action = message['actions'][button]
        assert action['action'] == 'http' and action['method'] == 'POST', action
        return self.publish(urllib.parse.urlparse(action['url']).path.strip('/'), action['body'])

    def handle(self, handler, call):
        parts = urllib.parse.urlparse(call.path)
        topic = parts.path.strip('/')
        if self.is_open and call.method == 'GET' and 'poll=1' in parts.query:
            return self.reply(handler, 200, {})
        if self.token and call.headers.get('Authorization') != f'Bearer {self.token}':
            return self.reply(handler, 403, {'code': 40301, 'http': 403, 'error': 'forbidden'})
        if call.method == 'GET' and topic == 'v1/health':
            return self.reply(handler, 200, {'healthy': self.is_well})
        if call.method == 'GET' and topic.endswith('/json'):
            return self.stream(handler, topic[:-5], urllib.parse.parse_qs(parts.query).get('since', ['none'])[0])
        if call.method in ('POST', 'PUT') and topic == '':
            body = json.loads(call.body)
            if not re.fullmatch(r'[-_A-Za-z0-9]{1,64}', body.get('topic', '')):
                return self.reply(handler, 400, {'code': 40009, 'http': 400, 'error': 'invalid topic'})
            if body.get('priority') not in (None, 1, 2, 3, 4, 5):
                return self.reply(handler, 400, {'code': 40007, 'http': 400, 'error': 'invalid priority'})
            more = {key: body[key] for key in ('title', 'priority', 'tags', 'actions', 'click') if key in body}
            sequence = call.headers.get('X-Sequence-ID')
            return self.reply(handler, 200, self.publish(body['topic'], body['message'], sequence_id=sequence, **more))
        if call.method in ('POST', 'PUT'):
            return self.reply(handler, 200, self.publish(topic, call.body.decode()))
        return self.reply(handler, 404, {'code': 40401, 'http': 404, 'error': 'page not found'})

    def reply(self, handler, status, body):
        data = json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header('Content-Type', 'application/json')
        handler.send_header('Content-Length', str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def stream(self, handler, topic, since):
        line = queue.Queue()
        self.followers.append((topic, line))
        handler.send_response(200)
        handler.send_header('Content-Type', 'application/x-ndjson; charset=utf-8')
        handler.send_header('Transfer-Encoding', 'chunked')
        handler.end_headers()

        def send(value):
            data = json.dumps(value).encode() + b'\n'
            handler.wfile.write(f'{len(data):x}\r\n'.encode() + data + b'\r\n')
            handler.wfile.flush()

        send({'id': name(12), 'time': int(time.time()), 'event': 'open', 'topic': topic})
        known = [message for message in self.messages if message['topic'] == topic]
        ids = [message['id'] for message in known]
        if since in ids:
            known = known[ids.index(since) + 1:]
        elif since.isdigit():
            known = [message for message in known if message['time'] >= int(since)]
        for message in known:
            send(message)
        while True:
            try:
                send(line.get(timeout=2))
            except queue.Empty:
                send({'id': name(12), 'time': int(time.time()), 'event': 'keepalive', 'topic': topic})


class Pushover(Server):
    token, user = 'a' * 30, 'u' * 30

    def __init__(self, certificate=None):
        self.messages, self.receipts, self.polls = [], {}, []
        super().__init__(certificate)

    def answer(self, call):
        parts = urllib.parse.urlparse(call.path)
        form = {key: values[0] for key, values in
                urllib.parse.parse_qs(call.body.decode() if call.method == 'POST' else parts.query).items()}
        if form.get('token') != self.token:
            return self.failure('token', 'application token is invalid')
        if parts.path == '/1/messages.json' and call.method == 'POST':
            return self.message(form)
        if parts.path == '/1/users/validate.json' and call.method == 'POST':
            return self.success({}) if form.get('user') == self.user else self.failure('user', 'user key is invalid')
        match = re.fullmatch(r'/1/receipts/(\w+)(\.json|/cancel\.json)', parts.path)
        if not match or match[1] not in self.receipts:
            return self.failure('receipt', 'receipt not found; may be invalid or expired', 404)
        receipt = self.receipts[match[1]]
        if match[2] == '/cancel.json':
            receipt['cancelled'] = True
            return self.success({})
        now = time.monotonic()
        self.polls.append((match[1], now))
        return self.success({key: receipt[key] for key in ('acknowledged', 'acknowledged_at', 'expired')})

    def message(self, form):
        if form.get('user') != self.user:
            return self.failure('user', 'user identifier is not a valid user, group, or subscribed user key')
        if not form.get('message') or len(form['message']) > 1024 or len(form.get('title', '')) > 250:
            return self.failure('message', 'cannot be blank, or is too long')
        if not -2 <= int(form.get('priority', 0)) <= 2:
            return self.failure('priority', 'is invalid')
        answer = {}
        if form.get('priority') == '2':
            if int(form.get('retry', 0)) < 30 or not 0 < int(form.get('expire', 0)) <= 10800:
                return self.failure('retry', 'must be supplied with priority=2')
            answer['receipt'] = name(30)
            self.receipts[answer['receipt']] = {
                'acknowledged': 0, 'acknowledged_at': 0, 'expired': 0, 'cancelled': False, 'form': form}
        self.messages.append(form)
        return self.success(answer)

    def acknowledge(self, receipt):
        self.receipts[receipt].update(acknowledged=1, acknowledged_at=int(time.time()))

    def success(self, more):
        return 200, {'Content-Type': 'application/json'}, json.dumps({'status': 1, 'request': name(36), **more}).encode()

    def failure(self, key, text, status=400):
        body = {key: 'invalid', 'errors': [text], 'status': 0, 'request': name(36)}
        return status, {'Content-Type': 'application/json'}, json.dumps(body).encode()


class Twilio(Server):
    """Text messages and calls (twilio.com/docs/messaging/api/message-resource, twilio.com/docs/voice/api/call-resource,
    twilio.com/docs/voice/twiml/gather). A call is queued, rings after `rings_after` s, and is answered by `pick_up`. It leaves out
    callbacks, answering machines, other verbs than Say and Gather, prices and lists."""
    account, token, status = 'AC' + 'a' * 32, 't' * 32, 'active'

    def __init__(self, certificate=None, rings_after=0.5, lies=False):
        # `lies`: takes calls and never makes one.
        self.texts, self.phones, self.rings_after, self.lies = {}, {}, rings_after, lies
        super().__init__(certificate)

    @property
    def folder(self):
        return f'{self.url}/2010-04-01/Accounts/{self.account}'

    def answer(self, call):
        wanted = 'Basic ' + base64.b64encode(f'{self.account}:{self.token}'.encode()).decode()
        if call.headers.get('Authorization') != wanted:
            return self.failure(401, 20003, 'Authenticate')
        if call.path == f'/2010-04-01/Accounts/{self.account}.json' and call.method == 'GET':
            shown = json.dumps({'sid': self.account, 'status': self.status, 'type': 'Full'}).encode()
            return 200, {'Content-Type': 'application/json'}, shown
        match = re.fullmatch(rf'/2010-04-01/Accounts/{self.account}/(Messages|Calls)(?:/(\w+))?\.json', call.path)
        if not match:
            return self.failure(404, 20404, f'The requested resource {call.path} was not found')
        kind, sid = match.groups()
        known = self.texts if kind == 'Messages' else self.phones
        form = {key: values[0] for key, values in urllib.parse.parse_qs(call.body.decode()).items()}
        if call.method == 'POST' and not sid:
            return self.text(form) if kind == 'Messages' else self.call(form)
        if sid not in known:
            return self.failure(404, 20404, 'not found')
        if call.method == 'POST' and form.get('Status') in ('canceled', 'completed'):
            known[sid]['status'] = form['Status']
        return self.success(200, known[sid])

    def text(self, form):
        if not re.fullmatch(r'\+\d{7,15}', form.get('To', '')):
            return self.failure(400, 21211, f"The 'To' number {form.get('To')} is not a valid phone number.")
        if not form.get('Body') or len(form['Body']) > 1600:
            return self.failure(400, 21617, 'The concatenated message body exceeds the 1600 character limit.')
        sid = 'SM' + name(32).lower()
        self.texts[sid] = {'sid': sid, 'status': 'queued', 'form': form}
        return self.success(201, self.texts[sid])

    def call(self, form):
        spoken = xml.etree.ElementTree.fromstring(form['Twiml'])
        assert spoken.tag == 'Response' and len(form['Twiml']) <= 4000, form
        assert all(element.tag in ('Response', 'Gather', 'Say') for element in spoken.iter()), form['Twiml']
        sid = 'CA' + name(32).lower()
        self.phones[sid] = {'sid': sid, 'status': 'queued', 'form': form, 'spoken': spoken, 'at': time.monotonic(),
                            'uri': f'/2010-04-01/Accounts/{self.account}/Calls/{sid}.json'}
        return self.success(201, self.phones[sid])

    def pick_up(self, sid, key=None):
        """The person listens, and may press a key. Gives what is spoken then."""
        self.phones[sid]['status'] = 'in-progress'
        gather = self.phones[sid]['spoken'].find('Gather')
        if key is None or gather is None:
            return None
        body = urllib.parse.urlencode({'CallSid': sid, 'AccountSid': self.account, 'Digits': key, 'CallStatus': 'in-progress'})
        request = urllib.request.Request(gather.attrib['action'], body.encode(), {'X-Forwarded-For': '192.0.2.8'})
        with urllib.request.urlopen(request, timeout=10) as answer:
            return ''.join(xml.etree.ElementTree.fromstring(answer.read()).itertext())

    def said(self, sid):
        return ' '.join(self.phones[sid]['spoken'].itertext())

    def success(self, status, entry):
        if entry['status'] == 'queued' and 'at' in entry and not self.lies and time.monotonic() - entry['at'] > self.rings_after:
            entry['status'] = 'ringing'
        shown = {key: entry[key] for key in ('sid', 'status', 'uri') if key in entry}
        return status, {'Content-Type': 'application/json'}, json.dumps(shown).encode()

    def failure(self, status, code, text):
        body = {'code': code, 'message': text, 'status': status, 'more_info': f'https://www.twilio.com/docs/errors/{code}'}
        return status, {'Content-Type': 'application/json'}, json.dumps(body).encode()
