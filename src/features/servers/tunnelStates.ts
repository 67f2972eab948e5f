import { msg } from '@lingui/core/macro'
import type { Answer } from '#contract'

/** What a machine answers about WireGuard. */
export type TunnelAnswer = Answer<'checkWireGuard'>

/** What it says in a sentence, and what to do about it. */
export const TUNNEL_STATES = {
  ready: { what: msg`The machine can do it, and nothing is in the way.` },
  noRights: {
    what: msg`The machine cannot create a WireGuard interface: the program needs root or CAP_NET_ADMIN there.`,
    remedy: msg`Start the program as root, or give its service AmbientCapabilities=CAP_NET_ADMIN, and restart it.`,
  },
  noTun: {
    what: msg`The machine has neither WireGuard in its kernel nor /dev/net/tun.`,
    remedy: msg`Ask the hosting provider to turn TUN on.`,
  },
  noProgram: {
    what: msg`The machine lacks WireGuard’s programs. Run there as root:`,
    command: 'apt-get install -y iproute2 wireguard-tools wireguard-go',
  },
  noFirewall: {
    what: msg`The machine lacks nftables, which keeps customers apart. Run there as root:`,
    command: 'apt-get install -y nftables',
  },
  noAmnezia: {
    what: msg`The machine has neither awg nor amneziawg-go, or its program is older.`,
    remedy: msg`Install AmneziaWG there, which Debian does not have, and upgrade the machine.`,
  },
  portTaken: { what: msg`Something else on the machine has this UDP port.` },
  rangeTaken: { what: msg`The machine already has a network in this range.` },
  away: {
    what: msg`The machine does not answer, so we cannot tell whether it can.`,
    remedy: msg`Check that it is on and that its agent runs.`,
  },
  later: {
    what: msg`The machine itself is checked once it has joined; conflicts there are shown then.`,
  },
  rangeShared: {
    what: msg`Another of your servers has this range. Both work, but a device cannot be connected to both at once.`,
  },
} satisfies Record<TunnelAnswer['state'], unknown>

/** What carries WireGuard on a machine. */
export const BACKENDS = {
  kernel: msg`WireGuard in the kernel`,
  userspace: msg`wireguard-go (uses more CPU than the kernel)`,
  amneziawg: msg`AmneziaWG (not tested)`,
}
