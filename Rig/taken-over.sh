#!/bin/bash
# What an attacker tries who has taken over the page. It runs in the place of the page, and names on its standard output what it could
# do. Used by Rig/tests/test_page_taken_over.py and tools/page-taken-over.
exec 2>/dev/null
for file in $(find /var/lib/lapwing /etc/lapwing /run/lapwing -path /var/lib/lapwing/panel -prune -o -print); do
  [ ! -S "$file" ] || continue
  if [ -d "$file" ]; then
    (: >"$file/.taken") && echo "wrote in $file" && rm "$file/.taken"
  else
    (: >>"$file") && echo "wrote $file"
  fi
  mv "$file" "$file.taken" && echo "moved $file"
done
for file in /var/lib/lapwing/bonds.json /run/lapwing/control.lock; do
  [ ! -e "$file" ] || (exec <"$file") && [ -e "$file" ] && echo "read $file"
done
lapwing status --json >/dev/null && echo status
lapwing sessions >/dev/null && echo sessions
lapwing config set alarms.co2-high.limit 2600 >/dev/null && echo limit
# A lock on all that can be opened holds no change up.
python3 - <<'PYTHON' && echo 'limit beside locks'
import fcntl, glob, os, subprocess
held = []
for top in ("/var/lib/lapwing", "/etc/lapwing", "/run/lapwing"):
    for folder, _, files in os.walk(top):
        for place in [folder, *(f"{folder}/{name}" for name in files)]:
            try:
                held.append(os.open(place, os.O_RDONLY | os.O_NONBLOCK))
                fcntl.flock(held[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                pass
raise SystemExit(subprocess.run(["lapwing", "config", "set", "alarms.co2-high.limit", "2600"], capture_output=True).returncode)
PYTHON
lapwing config set logbook.path /tmp/other.db >/dev/null && echo path
lapwing ack >/dev/null && echo ack
python3 - <<'PYTHON' && echo circle
import socket
link = socket.socket(socket.AF_UNIX)
link.connect("/run/lapwing/control")
link.sendall(b'{"verb":"circle","circle":{"state":{"stage":"standing"}}}\n')
raise SystemExit(b'"ok":true' not in link.recv(4096))
PYTHON
echo end
