#!/bin/sh
# Runs a command as the user sluice in a container (Containerfile). Rights that a container is given
# belong to root: the two that Sluice can use are handed on, where they are there.
set -e

# Data of an earlier image may be another user's.
chown sluice:sluice /data
kept=
for right in net_bind_service net_admin; do
  # In the bounding set of this container or not: setpriv refuses what it does not have.
  if setpriv --inh-caps "+$right" --ambient-caps "+$right" true 2> /dev/null; then
    kept="$kept,+$right"
  fi
done
kept=${kept#,}
exec setpriv --reuid sluice --regid sluice --init-groups --no-new-privs \
  ${kept:+--inh-caps "$kept" --ambient-caps "$kept"} -- "$@"
