import type { Runtime } from './runtime.ts'

/**
 * The agent as systemd keeps it; `$DIR` is filled in by the shell. Only the agent is stopped and
 * started: the engine lives on, so that customers notice nothing. CAP_NET_ADMIN is for the
 * interfaces of WireGuard, and so is the folder in /run: userspace WireGuard has its sockets there.
 */
const SERVICE = `[Unit]
Description=Sluice node
Wants=network-online.target
After=network-online.target

[Service]
Environment=SLUICE_NODE_DIR=$DIR
ExecStart=$DIR/node $DIR/sluice-node.mjs run
Restart=always
RestartSec=2
KillMode=process
LimitNOFILE=1048576
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_NET_BIND_SERVICE CAP_NET_ADMIN
ProtectSystem=strict
ReadWritePaths=$DIR
RuntimeDirectory=wireguard
RuntimeDirectoryPreserve=yes
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
`

/** What the script needs to know; nothing of it is a secret. */
export type ScriptParts = {
  site: string
  tokenHash: string
  consoleKey: string
  /** SHA-256 of the agent program. */
  agent: string
  runtime: Runtime
}

/**
 * The script that makes a machine a node: for `sh`, with what Debian's smallest system has and curl.
 * It may be run again after a failure, with a new link.
 */
export function joinScript({ site, tokenHash, consoleKey, agent, runtime }: ScriptParts): string {
  const major = runtime.version.split('.')[0]
  return `#!/bin/sh
# Makes this machine a node of ${site}. To undo it: sluice-node remove
set -eu
SITE='${quoted(site)}'
LINK="$SITE/api/node/join/${tokenHash}"
KEY='${consoleKey}'
AGENT_SHA256='${agent}'
NODE_SHA256='${runtime.hash}'
NODE_PLATFORM='${runtime.platform}'
DIR="\${SLUICE_NODE_DIR:-/var/lib/sluice-node}"
export SLUICE_NODE_DIR="$DIR"

say() { echo "sluice-node: $*"; }
fail() { echo "sluice-node: $*" >&2; exit 1; }
fetch() { curl -fsS --retry 3 --connect-timeout 20 "$1" -o "$2"; }
has_hash() { echo "$2  $1" | sha256sum -c --status 2>/dev/null; }
install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1 && return
  apt-get update >/dev/null && apt-get install -y --no-install-recommends "$@" >/dev/null
}
runs() { [ -x "$1" ] && "$1" -e 'process.exit(Number(process.versions.node.split(".")[0]) >= ${major} ? 0 : 1)' 2>/dev/null; }

# Nothing runs before all of it has arrived.
main() {
  TOKEN="\${1:-}"
  [ -n "$TOKEN" ] || fail "the token is missing: paste the whole line from the console."
  [ "$(id -u)" = 0 ] || fail "this must be run as root."
  [ "$(uname -s)" = Linux ] || fail "a node must be a Linux machine."
  command -v curl >/dev/null || fail "curl is missing: apt-get install curl ca-certificates"
  mkdir -p "$DIR"
  chmod 700 "$DIR"
  install_runtime
  install_agent
  "$DIR/node" "$DIR/sluice-node.mjs" join "$SITE" "$TOKEN" "$KEY" || exit 1
  install_command
  start
}

install_runtime() {
  if has_hash "$DIR/node" "$NODE_SHA256"; then return; fi
  case "$(uname -m)" in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) arch="$(uname -m)" ;;
  esac
  platform="linux-$arch"
  for loader in /lib/ld-musl-*; do
    if [ -e "$loader" ]; then platform="$platform-musl"; fi
  done
  if [ "$platform" = "$NODE_PLATFORM" ]; then
    # Node wants it, and Debian's smallest system has everything else.
    if command -v apt-get >/dev/null && ! ldconfig -p | grep -q 'libatomic\\.so\\.1'; then
      say "installing libatomic1"
      install_packages libatomic1 || true
    fi
    say "fetching Node ${runtime.version} from the console"
    if fetch "$LINK/runtime/$platform" "$DIR/node.gz" && gunzip -c "$DIR/node.gz" >"$DIR/node.new" &&
      has_hash "$DIR/node.new" "$NODE_SHA256" && chmod 755 "$DIR/node.new" && runs "$DIR/node.new"; then
      rm -f "$DIR/node.gz"
      mv "$DIR/node.new" "$DIR/node"
      return
    fi
    rm -f "$DIR/node.gz" "$DIR/node.new"
    say "the console's Node does not run here"
  fi
  if runs "$DIR/node"; then return; fi
  say "fetching Node ${major} from npm, for $platform"
  if ! command -v npm >/dev/null; then
    install_packages npm || fail "npm could not be installed."
  fi
  npm install --silent --no-save --no-audit --no-fund --prefix "$DIR/runtime" "node-$platform@${major}" ||
    fail "there is no Node ${major} for $platform."
  cp "$DIR/runtime/node_modules/node-$platform/bin/node" "$DIR/node.new"
  rm -rf "$DIR/runtime"
  runs "$DIR/node.new" || fail "the Node from npm does not run here."
  mv "$DIR/node.new" "$DIR/node"
}

install_agent() {
  fetch "$SITE/api/node/agent" "$DIR/sluice-node.new" || fail "the console does not hand out its program."
  has_hash "$DIR/sluice-node.new" "$AGENT_SHA256" ||
    fail "what arrived is not the console's program. Was the console updated just now? Make a new link."
  mv "$DIR/sluice-node.new" "$DIR/sluice-node.mjs"
}

install_command() {
  cat >/usr/local/bin/sluice-node <<END
#!/bin/sh
SLUICE_NODE_DIR='$DIR' exec '$DIR/node' '$DIR/sluice-node.mjs' "\\$@"
END
  chmod 755 /usr/local/bin/sluice-node
}

start() {
  rm -f "$DIR/linked"
  if [ -d /run/systemd/system ]; then
    cat >/etc/systemd/system/sluice-node.service <<END
${SERVICE}END
    systemctl daemon-reload
    systemctl enable --quiet sluice-node
    systemctl restart sluice-node
    how="as the service sluice-node (systemctl status sluice-node)"
  else
    if [ -f "$DIR/loop.pid" ]; then kill -TERM -"$(cat "$DIR/loop.pid")" 2>/dev/null || true; fi
    cat >"$DIR/loop.sh" <<END
echo \\$\\$ >'$DIR/loop.pid'
ulimit -n "\\$(ulimit -Hn)" 2>/dev/null
while :; do
  if [ "\\$(wc -c <'$DIR/agent.log')" -gt 5000000 ]; then : >'$DIR/agent.log'; fi
  '$DIR/node' '$DIR/sluice-node.mjs' run
  sleep 2
done
END
    setsid sh "$DIR/loop.sh" >>"$DIR/agent.log" 2>&1 </dev/null &
    how="in the background until the next restart: there is no systemd here (log: $DIR/agent.log)"
  fi
  tries=0
  until [ -f "$DIR/linked" ] || [ $tries -ge 30 ]; do
    sleep 1
    tries=$((tries + 1))
  done
  say "the program and its state are in $DIR; it runs $how."
  if [ -f "$DIR/linked" ]; then
    say "this machine is linked to $SITE. To undo all of this: sluice-node remove"
  else
    say "it is not linked to $SITE yet, and goes on trying. To undo all of this: sluice-node remove"
  fi
}

main "$@"
`
}

// SITE is an address that was checked; it ends up in single quotes.
const quoted = (text: string) => text.replaceAll("'", '%27')
