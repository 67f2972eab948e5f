import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts a unit's command by hand, as its user, with its settings; what it says is the journal. */
const SYSTEMCTL = `#!/bin/sh
echo "$@" >> /tmp/systemctl.log
if [ "$1" = --no-block ]; then shift; fi
unit=/usr/lib/systemd/system/sluice.service
runs() { [ -f /tmp/main.pid ] && kill -0 "$(cat /tmp/main.pid)" 2> /dev/null; }
end() {
  touch /tmp/ended
  while runs; do kill -TERM "$(cat /tmp/main.pid)" || true; sleep 0.1; done
  rm -f /tmp/main.pid
}
begin() {
  # Before it runs, as journalctl may be asked at once.
  : >> /tmp/journal
  rm -f /tmp/ended
  set -a; . /etc/sluice.env; $(sed -n 's/^Environment=//p' "$unit" | sed 's/^/export /'); set +a
  cd /
  # As Restart=always.
  setsid sh -c 'while [ ! -f /tmp/ended ]; do "$@" & echo $! > /tmp/main.pid; wait $!; sleep 0.3; done' sh \\
    setpriv --reuid sluice --regid sluice --init-groups \\
    $(sed -n 's/^ExecStart=//p' "$unit") >> /tmp/journal 2>&1 < /dev/null &
  until runs; do sleep 0.05; done
}
case "$1" in
  restart) end; sleep 0.5; begin ;;
  try-restart) if runs; then end; sleep 0.5; begin; fi ;;
  disable) end ;;
  show) if runs; then cat /tmp/main.pid; else echo 0; fi ;;
esac
`

/** Puts programs into a machine that do what `sluice setup` and Debian's package ask of systemd. */
export function putStandInSystemd(root: string): void {
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true })
  const programs = { systemctl: SYSTEMCTL, journalctl: '#!/bin/sh\ncat /tmp/journal\n' }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(root, 'usr/bin', name), text)
    chmodSync(join(root, 'usr/bin', name), 0o755)
  }
}
