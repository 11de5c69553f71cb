"""Exim (Debian's exim4-daemon-light) as an unprivileged process in a folder of its own: STARTTLS on one port, TLS from the start on
another, users by AUTH PLAIN on the first and AUTH LOGIN on the second. Mail lands in a Maildir.

Exim and not Postfix or OpenSMTPD: those two need root and folders of the system."""
import email
import email.policy
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

SETTINGS = r'''
spool_directory = FOLDER/spool
log_file_path = FOLDER/%slog
pid_file_path = FOLDER/pid
primary_hostname = localhost
local_interfaces = 127.0.0.1
daemon_smtp_ports = STARTTLS : TLS
tls_on_connect_ports = TLS
tls_advertise_hosts = *
tls_certificate = FOLDER/certificate.pem
tls_privatekey = FOLDER/certificate.pem
deliver_drop_privilege = true
keep_environment =
host_lookup =
rfc1413_query_timeout = 0s
acl_smtp_rcpt = recipients
acl_smtp_data = accept
begin acl
recipients:
  defer condition = ${if eq{$local_part}{busy}}
  deny condition = ${if eq{$local_part}{unknown}}
  accept authenticated = *
  deny
begin routers
all:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = FOLDER/mail
  maildir_format
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${if and{{eq{$auth2}{lapwing}}{eq{$auth3}{open-sesame}}}}
  server_set_id = $auth2
  server_advertise_condition = ${if and{{def:tls_in_cipher}{eq{$received_port}{STARTTLS}}}}
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = <| Username: | Password:
  server_condition = ${if and{{eq{$auth1}{lapwing}}{eq{$auth2}{open-sesame}}}}
  server_set_id = $auth1
  server_advertise_condition = ${if and{{def:tls_in_cipher}{eq{$received_port}{TLS}}}}
'''


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as listener:
        return listener.getsockname()[1]


class Exim:
    def __init__(self, certificate: Path):
        self.folder = Path(tempfile.mkdtemp(prefix='exim-'))
        self.starttls, self.tls = free_port(), free_port()
        text = SETTINGS
        for word, value in (('FOLDER', self.folder), ('STARTTLS', self.starttls), ('TLS', self.tls)):
            text = text.replace(f'= {word}\n', f'= {value}\n').replace(f'{{{word}}}', f'{{{value}}}')
            text = text.replace(f'= {word} ', f'= {value} ').replace(f': {word}\n', f': {value}\n').replace(
                f'{word}/', f'{value}/')
        for name in ('spool', 'mail'):
            (self.folder / name).mkdir()
        (self.folder / 'exim.conf').write_text(text)
        (self.folder / 'certificate.pem').write_text(Path(certificate).read_text())
        (self.folder / 'certificate.pem').chmod(0o600)
        command = ['/usr/sbin/exim4', '-C', str(self.folder / 'exim.conf'), '-bdf', '-q1m']
        if os.geteuid() == 0:
            for path in [self.folder, *self.folder.rglob('*')]:
                shutil.chown(path, 'Debian-exim', 'Debian-exim')
            command = ['setpriv', '--reuid=Debian-exim', '--regid=Debian-exim', '--init-groups', '--', *command]
        self.log = open(self.folder / 'output', 'wb')
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        cwd=self.folder)
        self.wait_for_port(self.starttls)
        self.wait_for_port(self.tls)

    def wait_for_port(self, port):
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                socket.create_connection(('127.0.0.1', port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError('exim does not start: ' + (self.folder / 'output').read_text())

    def mails(self, count, timeout=20):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            files = sorted((self.folder / 'mail').glob('new/*'), key=lambda path: path.stat().st_mtime)
            if len(files) >= count:
                return [(path.read_bytes(), email.message_from_bytes(path.read_bytes(), policy=email.policy.default))
                        for path in files]
            time.sleep(0.05)
        log = self.folder / 'mainlog'
        raise AssertionError(f'{len(files)} of {count} mails: {log.read_text() if log.exists() else "no log"}')

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
