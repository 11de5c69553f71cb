"""Certificates for servers on loopback, made by openssl: an authority, and leaves that are good, expired, for another name,
and self-signed."""
import subprocess
from pathlib import Path


def openssl(*words):
    subprocess.run(['openssl', *words], check=True, capture_output=True)


class Authority:
    def __init__(self, folder: Path, name='authority'):
        self.folder, self.name = folder, name
        self.key, self.file = folder / f'{name}.key', folder / f'{name}.pem'
        openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30',
                '-keyout', str(self.key), '-out', str(self.file), '-subj', f'/CN=Test {name}')

    def leaf(self, name, host='localhost', days=None, names=True, bits=None, digest='sha256'):
        """A certificate and its key in one file. `days`: (from, to) as openssl ca writes dates; none: now and for a month.
        Without `names` the host is the common name alone. `bits`: of an RSA key, in place of an elliptic one."""
        kind = ['rsa:' + str(bits)] if bits else ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
        key, request, out = (self.folder / f'{name}.{part}' for part in ('key', 'csr', 'crt'))
        names = f'subjectAltName=DNS:{host}' + (',IP:127.0.0.1' if host == 'localhost' else '') if names else ''
        openssl('req', '-newkey', *kind, '-nodes', '-keyout', str(key), '-out', str(request), '-subj', f'/CN={host}')
        extensions = self.folder / f'{name}.ext'
        extensions.write_text(names + '\n')
        if days is None:
            openssl('x509', '-req', '-in', str(request), '-CA', str(self.file), '-CAkey', str(self.key), '-CAcreateserial',
                    '-days', '30', '-extfile', str(extensions), '-out', str(out), f'-{digest}')
        else:
            index = self.folder / f'{name}.index'
            index.write_text('')
            settings = self.folder / f'{name}.cnf'
            settings.write_text(f'[ca]\ndefault_ca=x\n[x]\ndatabase={index}\nrand_serial=yes\nnew_certs_dir={self.folder}\n'
                                'default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n')
            openssl('ca', '-batch', '-config', str(settings), '-cert', str(self.file), '-keyfile', str(self.key), '-in',
                    str(request), '-out', str(out), '-startdate', days[0], '-enddate', days[1], '-extfile', str(extensions),
                    '-notext')
        both = self.folder / f'{name}.both.pem'
        both.write_text(out.read_text() + key.read_text())
        return both


def self_signed(folder: Path, name='alone'):
    key, out, both = (folder / f'{name}.{part}' for part in ('key', 'crt', 'both.pem'))
    openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30', '-keyout',
            str(key), '-out', str(out), '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost')
    both.write_text(out.read_text() + key.read_text())
    return both
