import { type PeerTerms, plain, type RawDevice, type RawPeer, single } from './device.ts'

/** Removes the preshared key a peer had. */
const NO_KEY = Buffer.alloc(32).toString('base64')

/** Peers as `wg addconf` reads them: each section replaces the device's entry of that peer. */
export function confText(peers: readonly PeerTerms[]): string {
  const sections = peers.map(({ publicKey, presharedKey, addresses }) => {
    const lines = ['[Peer]', `PublicKey = ${publicKey}`]
    lines.push(`PresharedKey = ${presharedKey ?? NO_KEY}`)
    if (addresses.length > 0) lines.push(`AllowedIPs = ${addresses.map(single).join(', ')}`)
    return `${lines.join('\n')}\n`
  })
  return sections.join('\n')
}

/** Parses `wg show <interface> dump`, see wg(8): the device first, then a line for each peer. */
export function readDump(text: string): RawDevice {
  const [device = '', ...lines] = text.split('\n')
  const [privateKey, , listenPort = '0'] = device.split('\t')
  const ownKey = privateKey === '(none)' || privateKey === '' ? undefined : privateKey
  return {
    listenPort: Number(listenPort),
    privateKey: ownKey,
    peers: lines.filter((line) => line !== '').map(peerIn),
  }
}

function peerIn(line: string): RawPeer {
  const [publicKey = '', preshared, endpoint, allowed = '', handshake, rx, tx] = line.split('\t')
  return {
    publicKey,
    presharedKey: orNothing(preshared),
    endpoint: orNothing(endpoint),
    addresses: allowed === '(none)' ? [] : allowed.split(',').filter(Boolean).map(plain),
    handshake: Number(handshake),
    rx: Number(rx),
    tx: Number(tx),
  }
}

const orNothing = (text: string | undefined) => (text === '(none)' ? undefined : text)
