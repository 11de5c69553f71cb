"""Mail by a real server: Exim with TLS."""
import re
import time

from box import Bench
from certificates import Authority, self_signed
from mailserver import Exim
from servers import Raw


def channel(bench, name, port, tls, authority, to='["a@example.org", "b@example.org"]', password='password'):
    return (f'    {name}: {{kind: mail, host: localhost, port: {port}, tls: {tls}, user: lapwing, '
            f'password-file: {bench.folder}/{password}, from: box@example.org, to: {to}, ca-file: {authority.file}}}\n')


def test_mail_goes_by_starttls_and_by_tls_with_plain_and_login():
    with Bench(settings='  box-name: "Zürich – bed < 3"\n') as bench:
        authority = Authority(bench.folder)
        server = Exim(authority.leaf('good'))
        try:
            bench.write('password', 'open-sesame')
            bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                        + channel(bench, 'start', server.starttls, 'starttls', authority)
                        + channel(bench, 'whole', server.tls, 'tls', authority, to='c@example.org'))
            bench.outside()
            bench.box(bench.timeline([{'t': 1, 'fault': 'adapter-gone'}, {'t': 3, 'cleared': 'adapter-gone'}, {'t': 600}]))
            mails = server.mails(6)
            check_form(mails)
            log = (server.folder / 'mainlog').read_text()
            assert 'A=plain:lapwing' in log and 'A=login:lapwing' in log, log
            assert 'open-sesame' not in bench.log()
            return re.search(r'X=(\S+)', log)[1]
        finally:
            server.close()


def check_form(mails):
    for raw, mail in mails:
        # What Exim adds stands before it.
        assert all(len(line) <= 200 for line in raw.split(b'\n')), 'a line is too long'
        assert all(byte < 128 for byte in raw), 'not ASCII'
        assert not mail.defects and mail['Auto-Submitted'] == 'auto-generated'
        assert mail['From'].addresses[0].addr_spec == 'box@example.org'
        assert re.fullmatch(r'<[^@ ]+@example.org>', mail['Message-ID'])
        assert mail.get_content_type() == 'multipart/alternative'
        plain, html = mail.iter_parts()
        assert plain.get_content_type() == 'text/plain' and html.get_content_type() == 'text/html'
        assert 'Zürich – bed < 3' in plain.get_content(), plain.get_content()
        assert 'Zürich – bed &lt; 3' in html.get_content()
        assert abs(mail['Date'].datetime.timestamp() - time.time()) < 120
    # Exim delivers a copy for each recipient.
    one = list({mail['Message-ID']: mail for _, mail in mails if 'b@example.org' in mail['To']}.values())
    assert len(one) == 2, [str(mail) for _, mail in mails]
    began, ended = sorted(one, key=lambda mail: mail['Subject'].startswith('Ended'))
    assert began['Importance'] == 'high' and ended['In-Reply-To'] == began['Message-ID'], (str(began), str(ended))
    assert [address.addr_spec for address in began['To'].addresses] == ['a@example.org', 'b@example.org']


def test_mail_faults_have_their_sentences_and_no_password_leaves_without_tls():
    with Bench() as bench:
        authority = Authority(bench.folder)
        server, alone = Exim(authority.leaf('good')), Exim(self_signed(bench.folder))
        received = []

        def without_tls(connection):
            connection.sendall(b'220 here\r\n')
            received.append(connection.recv(1000))
            connection.sendall(b'250-here\r\n250 AUTH PLAIN LOGIN\r\n')
            received.append(connection.recv(1000))

        def injects(connection):
            connection.sendall(b'220 here\r\n')
            connection.recv(1000)
            connection.sendall(b'250-here\r\n250 STARTTLS\r\n')
            connection.recv(1000)
            connection.sendall(b'220 go on\r\n250 forged\r\n')
            received.append(connection.recv(1000))

        silent = Raw(lambda connection: time.sleep(90))
        try:
            bench.write('password', 'open-sesame')
            bench.write('wrong', 'wrong')
            bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                        + channel(bench, 'wrong', server.starttls, 'starttls', authority, password='wrong')
                        + channel(bench, 'unknown', server.starttls, 'starttls', authority, to='unknown@example.org')
                        + channel(bench, 'busy', server.starttls, 'starttls', authority, to='busy@example.org')
                        + channel(bench, 'some', server.starttls, 'starttls', authority,
                                  to='[unknown@example.org, a@example.org]')
                        + channel(bench, 'alone', alone.tls, 'tls', authority)
                        + channel(bench, 'alone-start', alone.starttls, 'starttls', authority)
                        + channel(bench, 'clear', Raw(without_tls).port, 'starttls', authority)
                        + channel(bench, 'inject', Raw(injects).port, 'starttls', authority)
                        + channel(bench, 'silent', silent.port, 'starttls', authority))
            cases = {'wrong': 'refuses user or password', 'unknown': 'refuses the recipients (550',
                     'busy': 'refuses the recipients (451', 'alone': 'self-signed',
                     'alone-start': 'certificate is refused', 'clear': 'offers no STARTTLS',
                     'inject': 'may be forged', 'some': 'refuses recipient 1 (550) of 2; the others have it'}
            for name, words in cases.items():
                run = bench.command('outside', 'test', name)
                assert run.returncode == 69 and words in run.stderr, (name, run)
            assert not any(b'AUTH' in data for data in received), received
            run = bench.command('outside', 'test', 'silent', timeout=80)
            assert run.returncode == 69 and 'no answer within 60 s' in run.stderr, run
        finally:
            server.close()
            alone.close()


def test_a_port_that_begins_with_tls_is_said_to_be_one():
    with Bench() as bench:
        authority = Authority(bench.folder)
        server = Exim(authority.leaf('good'))
        try:
            bench.write('password', 'open-sesame')
            bench.write('lapwing.yaml', (bench.folder / 'lapwing.yaml').read_text() + '  channels:\n'
                        + channel(bench, 'mixed', server.tls, 'starttls', authority))
            run = bench.command('outside', 'test', 'mixed', timeout=90)
            assert run.returncode == 69 and 'begins with TLS' in run.stderr and 'tls: tls' in run.stderr, run
        finally:
            server.close()
