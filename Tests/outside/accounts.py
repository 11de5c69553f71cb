"""A double of the account's server, written from section 7 of the specification: whole rows, the last write wins, UUIDs only. With
`is_hub` it is also a hub of Lapwing, by docs/sync.md. It speaks snake_case, or camelCase as the server's own code does."""
import json
import re
import secrets
import uuid

from servers import Server


def snake(value):
    if isinstance(value, dict):
        return {re.sub('([A-Z])', lambda found: '_' + found.group().lower(), key): snake(part) for key, part in value.items()}
    return [snake(part) for part in value] if isinstance(value, list) else value


def camel(value):
    if isinstance(value, dict):
        return {re.sub('_([a-z])', lambda found: found.group(1).upper(), key): camel(part) for key, part in value.items()}
    return [camel(part) for part in value] if isinstance(value, list) else value


class Hub:
    def __init__(self):
        self.stored, self.marks = {}, ['0']

    def answer(self, request):
        number, _, mark = (request.get('cursor') or '0.0').partition('.')
        since = int(number)
        is_full = since >= len(self.marks) or self.marks[since] != mark
        accepted, refused = {}, set()
        for change in [] if is_full else request['changes']:
            item, before = change['item'], self.stored.get(change['item']['id'])
            if before and before['item'] == item:
                accepted[item['id']] = before['version']
            elif (before or {}).get('version') == change.get('version'):
                self.marks.append(str(secrets.randbits(60)))
                self.stored[item['id']] = {'item': item, 'version': len(self.marks) - 1}
                accepted[item['id']] = len(self.marks) - 1
            else:
                refused.add(item['id'])
        news = [state for id, state in sorted(self.stored.items())
                if id not in accepted and (is_full or state['version'] > since or id in refused)]
        return {'cursor': f'{len(self.marks) - 1}.{self.marks[-1]}', 'is_full': is_full, 'accepted': accepted, 'changes': news}


class Accounts(Server):
    def __init__(self, is_hub=False, is_camel=False, certificate=None, has_sync=True):
        self.hub, self.is_camel, self.has_sync = Hub() if is_hub else None, is_camel, has_sync
        self.codes, self.tokens, self.rows, self.mail, self.time = {}, {}, {}, [], 0
        # Answers instead of the true ones, in their order; a function gets the call.
        self.instead = []
        super().__init__(certificate)

    def answer(self, call):
        if self.instead:
            status, headers, body = self.instead.pop(0)
            return status, headers, body
        status, value = self.judge(call)
        shape = (lambda value: value) if self.is_camel else snake
        hub = value.pop('lapwing', None) if isinstance(value, dict) else None
        value = shape(value)
        if hub:
            value['lapwing'] = hub
        return status, {'Content-Type': 'application/json'}, json.dumps(value).encode()

    def judge(self, call):
        body = json.loads(call.body) if call.body else {}
        hub = body.pop('lapwing', None) if isinstance(body, dict) else None
        body, path = camel(body), call.path.partition('?')[0]
        if path == '/auth/magic-link':
            if body['email'] != body['email'].strip().lower():
                return 400, {'error': 'Invalid email'}
            self.codes[body['email']] = f'{secrets.randbelow(10 ** 6):06}'
            self.mail.append((body['email'], self.codes[body['email']]))
            return 200, {'sent': True}
        if path == '/auth/verify':
            if body['code'] != self.codes.pop(body['email'], None):
                return 401, {'error': 'Invalid or expired code'}
            return self.sign_in(body['email'])
        if path == '/auth/google':
            return self.sign_in('g@example.org') if body.get('idToken') == 'good' else (401, {'error': 'Invalid token'})
        user = self.tokens.get(call.headers.get('Authorization', '').removeprefix('Bearer '))
        if not user:
            return 401, {'error': 'Unauthorized'}
        if path == '/auth/me':
            return 200, {'id': 'u1', 'email': user, 'name': None, 'avatarUrl': None}
        return self.scenarios(call, path, body, hub)

    def sign_in(self, email):
        token = secrets.token_urlsafe(40)
        self.tokens[token] = email
        return 200, {'token': token, 'user': {'id': 'u1', 'email': email, 'name': None, 'avatarUrl': None}}

    def now(self):
        self.time += 1
        return f'2026-12-01T00:00:{self.time // 1000:02}.{self.time % 1000:03}Z'

    def scenarios(self, call, path, body, hub):
        id = path.removeprefix('/scenarios').strip('/')
        if path == '/scenarios/sync' and self.has_sync:
            for row in body['changes']:
                uuid.UUID(row['id'])
                before = self.rows.get(row['id'])
                if before is None and row.get('deletedAt'):
                    continue
                if before is None or row['updatedAt'] > before['updatedAt']:
                    self.rows[row['id']] = row
            answer = {'serverChanges': [row for row in self.rows.values() if row['updatedAt'] > (body.get('lastSyncAt') or '')],
                      'syncedAt': self.now()}
            if self.hub and hub:
                answer['lapwing'] = self.hub.answer(hub)
            return 200, answer
        if path == '/scenarios' and call.method == 'GET':
            return 200, list(self.rows.values())
        if path == '/scenarios' and call.method == 'POST':
            self.rows[str(uuid.UUID(body['id']))] = {**body, 'updatedAt': body.get('updatedAt') or self.now()}
            return 201, self.rows[body['id']]
        if id not in self.rows or path == '/scenarios/sync':
            return 404, {'error': 'Not found'}
        if call.method == 'PUT':
            self.rows[id] = {**self.rows[id], **body}
            return 200, self.rows[id]
        if call.method == 'DELETE':
            self.rows[id]['deletedAt'] = self.rows[id]['updatedAt'] = self.now()
            return 200, {'deleted': True}
        return 405, {'error': 'Method not allowed'}
