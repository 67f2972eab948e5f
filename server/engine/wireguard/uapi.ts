import { type Amnezia, amneziaOf } from '#rules/amnezia.ts'
import { type PeerTerms, plain, type RawDevice, type RawPeer, single } from './device.ts'
import { hexOf, keyOf } from './keys.ts'

// The cross-platform protocol of userspace WireGuard: https://www.wireguard.com/xplatform/

const NO_KEY = '0'.repeat(64)

/** The lines that add, change and remove peers. */
export function setText(peers: readonly PeerTerms[], gone: readonly string[]): string {
  const lines = ['set=1']
  for (const { publicKey, presharedKey, addresses } of peers) {
    lines.push(`public_key=${hexOf(publicKey)}`)
    lines.push(`preshared_key=${presharedKey === undefined ? NO_KEY : hexOf(presharedKey)}`)
    lines.push('replace_allowed_ips=true')
    for (const address of addresses) lines.push(`allowed_ip=${single(address)}`)
  }
  for (const key of gone) lines.push(`public_key=${hexOf(key)}`, 'remove=true')
  return `${lines.join('\n')}\n\n`
}

/** The lines that set a device's key and port. */
export const configureText = (privateKey: string, listenPort: number): string =>
  `set=1\nprivate_key=${hexOf(privateKey)}\nlisten_port=${listenPort}\n\n`

/** The lines that set what AmneziaWG changes about the packets. */
export function disguiseText(numbers: Amnezia): string {
  const lines = Object.entries(amneziaOf(numbers)).map(([name, value]) => `${name}=${value}`)
  return `set=1\n${lines.join('\n')}\n\n`
}

/** Reads an answer line by line as it arrives; at its end `errno` is set, 0 for success. */
export type Answer = RawDevice & { take: (line: string) => void; errno?: number }

/** Starts with nothing read. */
export function openAnswer(): Answer {
  let peer: RawPeer | undefined
  const answer: Answer = { listenPort: 0, peers: [], take }
  return answer

  function take(line: string): void {
    const at = line.indexOf('=')
    const [name, value] = [line.slice(0, at), line.slice(at + 1)]
    if (name === 'errno') answer.errno = Number(value)
    else if (name === 'listen_port') answer.listenPort = Number(value)
    else if (name === 'private_key') answer.privateKey = keyOf(value)
    else if (name === 'public_key') {
      peer = { publicKey: keyOf(value), addresses: [], handshake: 0, rx: 0, tx: 0 }
      answer.peers.push(peer)
    } else if (peer) ofPeer(peer, name, value)
  }
}

function ofPeer(peer: RawPeer, name: string, value: string): void {
  if (name === 'rx_bytes') peer.rx = Number(value)
  else if (name === 'tx_bytes') peer.tx = Number(value)
  else if (name === 'last_handshake_time_sec') peer.handshake = Number(value)
  else if (name === 'endpoint') peer.endpoint = value
  else if (name === 'allowed_ip') peer.addresses.push(plain(value))
  else if (name === 'preshared_key' && value !== NO_KEY) peer.presharedKey = keyOf(value)
}
