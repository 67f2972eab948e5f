/**
 * The agent as systemd keeps it; `$DIR` is filled in by the shell. Only the agent is stopped and
 * started: the engine lives on, so that customers notice nothing. CAP_NET_ADMIN is for the
 * interfaces of WireGuard, and so is the folder in /run: userspace WireGuard has its sockets there.
 */
export const SERVICE = `[Unit]
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
