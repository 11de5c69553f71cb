"""The webhook: signed JSON, certificates, and what is sent."""
import base64
import hashlib
import hmac
import re
import secrets

from box import Bench
from certificates import Authority, self_signed
from servers import Server

ALARM = [{'t': 1, 'fault': 'adapter-gone'}, {'t': 3, 'cleared': 'adapter-gone'}, {'t': 600}]


def signature(secret, call):
    """By the text of Standard Webhooks 1.0, not by Lapwing's code."""
    key = base64.b64decode(secret.removeprefix('whsec_'))
    signed = f'{call.headers["webhook-id"]}.{call.headers["webhook-timestamp"]}.'.encode() + call.body
    return 'v1,' + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()


def test_an_alarm_and_its_end_reach_a_signed_webhook_by_tls_1_3():
    secret = 'whsec_' + base64.b64encode(secrets.token_bytes(32)).decode()
    with Bench() as bench:
        authority = Authority(bench.folder)
        server = Server(authority.leaf('good'))
        bench.write('secret', secret + '\n')
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                    f'    hook: {{kind: webhook, url: "{server.url}/hook", secret-file: {bench.folder}/secret, '
                    f'ca-file: {authority.file}}}\n')
        bench.outside()
        bench.box(bench.timeline(ALARM))
        began, ended = server.wait(2)[:2]
        assert server.tls == 'TLSv1.3', server.tls
        for call in (began, ended):
            assert call.method == 'POST' and call.path == '/hook'
            assert call.headers['webhook-signature'] == signature(secret, call)
            assert re.fullmatch(r'[0-9a-z]+-[0-9]+', call.headers['webhook-id'])
        first, second = began.json(), ended.json()
        assert first['type'] == 'alarm.began' and second['type'] == 'alarm.ended', (first, second)
        assert first['data']['condition'] == 'adapter-gone' and first['data']['priority'] == 'high'
        assert first['data']['technical'] is True and second['data']['alarm'] == first['data']['id']
        assert re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', first['timestamp'])
        status = bench.command('outside', 'status').stdout
        assert 'hook: 0 waiting, 2 sent' in status, status
        shown = bench.command('config', 'show').stdout
        assert secret not in shown + bench.log() and '/hook"' not in shown
        return first['data']['title']


def test_certificates_are_checked_and_each_fault_has_its_sentence():
    with Bench() as bench:
        mine, other = Authority(bench.folder), Authority(bench.folder, 'stranger')
        cases = {
            'good': (mine.leaf('good'), 0, 'has taken the test message'),
            'expired': (mine.leaf('expired', days=('20200101000000Z', '20210101000000Z')), 69, 'has expired'),
            'early': (mine.leaf('early', days=('20400101000000Z', '20450101000000Z')), 69, 'not valid yet'),
            'host': (mine.leaf('host', host='elsewhere.example'), 69, 'for another name'),
            'bare': (mine.leaf('bare', names=False), 69, 'a subject alternative name (SAN)'),
            'short': (mine.leaf('short', bits=1024), 69, 'certificate is weak'),
            'sha1': (mine.leaf('sha1', bits=2048, digest='sha1'), 69, 'certificate is weak'),
            'rsa': (mine.leaf('rsa', bits=2048), 0, 'has taken the test message'),
            'alone': (self_signed(bench.folder), 69, 'self-signed'),
            'stranger': (other.leaf('stranger-leaf'), 69, 'not signed by an authority of ca-file'),
        }
        servers = {name: Server(case[0]) for name, case in cases.items()}
        system = Server(mine.leaf('system'))
        lines = [f'{name}: {{kind: webhook, url: "{server.url}/", ca-file: {mine.file}}}'
                 for name, server in servers.items()]
        lines.append(f'system: {{kind: webhook, url: "{system.url}/"}}')
        bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                    + ''.join(f'    {line}\n' for line in lines))
        for name, (_, status, words) in cases.items():
            run = bench.command('outside', 'test', name)
            assert run.returncode == status and words in run.stdout + run.stderr, (name, run)
            assert len(servers[name].calls) == (1 if status == 0 else 0), name
        run = bench.command('outside', 'test', 'system')
        assert run.returncode == 69 and 'known authority' in run.stderr, run
        assert not system.calls
    return f'{len(cases) + 1} certificates'


def test_a_test_message_needs_consent_too():
    server = Server()
    with Bench([f'{kind}: {{kind: {kind}, url: "{server.url}/", plain: true}}' for kind in ('webhook', 'ping')]) as bench:
        text = (bench.folder / 'lapwing.yaml').read_text()
        bench.write('lapwing.yaml', '\n'.join(line for line in text.split('\n') if not line.startswith('consent')))
        for name in ('webhook', 'ping'):
            run = bench.command('outside', 'test', name)
            assert run.returncode == 78 and 'consent.messages' in run.stderr, run
        assert not server.calls


def test_the_configuration_refuses_what_is_not_safe():
    def check(channel, words, status=78, secret_mode=0o600):
        with Bench([channel.replace('DIR', '/nowhere')]) as bench:
            text = (bench.folder / 'lapwing.yaml').read_text().replace('/nowhere', str(bench.folder))
            bench.write('lapwing.yaml', text)
            bench.write('secret', 'topsecret\n', secret_mode)
            run = bench.command('outside', 'test', 'x')
            assert run.returncode == status and words in run.stderr, run
            assert 'topsecret' not in run.stderr + run.stdout

    check('x: {kind: webhook, url: "http://example.org/"}', 'is not secure')
    check('x: {kind: webhook, url: "ftp://example.org/"}', 'https://host/path')
    check('x: {kind: webhook}', 'needs url or url-file')
    check('x: {kind: fax, url: "https://a/"}', 'one of webhook')
    check('x: {kind: webhook, url: "https://a/", topic-file: b}', 'is no key of webhook')
    check('x: {kind: ntfy, topic-file: DIR/secret}', 'others can read', secret_mode=0o644)
    check('x: {kind: ntfy, topic-file: credential}', 'systemd has handed over no credentials')
    check('x: {kind: ntfy, topic-file: DIR/none}', 'No such file', status=66)
    check('x: {kind: webhook, url: "https://a/", secret-file: DIR/secret}', 'whsec_')
    check('x: {kind: mail, host: a, from: b, to: c, tls: none, password-file: DIR/secret}', 'not sent without TLS')
    check('x: {kind: webhook, url: "https://a/", ca-file: DIR/secret}', 'no certificates can be read')
