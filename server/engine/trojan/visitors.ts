import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls } from 'node:tls'
import { plainAddress } from '../../network/address.ts'
import type { Outage, Visitor } from './outage.ts'

/** Where everybody is passed on to who is no customer. */
export type SiteAddress = {
  host: string
  port: number
  /** Whether it speaks TLS itself; it then answers in the protocol that was agreed with the visitor. */
  isTls: boolean
  /** The socket of the console, where it is the site, and what it knows its own engine by. */
  door?: { path: string; secret: string }
}

/** How long a site may take to accept a connection, ms. */
const CONNECT_MS = 10_000
/** How long a visitor has to close a connection that its site has ended, ms. */
const LINGER_MS = 10_000

/** Looks at what a visitor sends later on; returns what takes the connection over where it is a customer. */
export type Claim = (data: Buffer) => (() => void) | undefined

/** A connection to the site for one visitor. */
export type Passage = {
  /** Sends the visitor's first bytes, and passes everything on from then on, unless it is claimed. */
  begin(first: Buffer, claim?: Claim): void
  /** Closes the site's side; the visitor turned out to be a customer. */
  cancel(): void
}

/**
 * Connects to the site for a paused visitor. Until `begin` the visitor's bytes are held back, while
 * the site's own time for a silent visitor passes. Where the site cannot be reached, `outage` answers
 * in its place.
 */
export function openPassage(visitor: Visitor, site: SiteAddress, outage: Outage): Passage {
  let first: Buffer | undefined
  let claim: Claim | undefined
  let isReached = false
  let isLost = false
  let isCancelled = false
  const socket = connectTo(site, visitor)
  const timer = setTimeout(() => socket.destroy(), CONNECT_MS)
  socket.on(site.isTls ? 'secureConnect' : 'connect', () => {
    isReached = true
    clearTimeout(timer)
    const address = plainAddress(visitor.remoteAddress ?? '')
    if (site.door) socket.write(`${site.door.secret} ${address}\n`)
    socket.pipe(visitor)
    socket.on('end', () => visitor.setTimeout(LINGER_MS, () => visitor.destroy()))
    passOn()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    clearTimeout(timer)
    if (isCancelled) return
    if (isReached && socket.readableEnded) return
    if (isReached) return void visitor.destroy()
    isLost = true
    passOn()
  })
  visitor.on('close', () => socket.destroy())
  return { begin, cancel }

  function begin(bytes: Buffer, later?: Claim): void {
    first = bytes
    claim = later
    passOn()
  }

  function passOn(): void {
    if (first === undefined || visitor.destroyed) return
    if (isLost) return outage.answer(visitor, first)
    if (!isReached) return
    if (first.length > 0) socket.write(first)
    passVisitor(visitor, socket, (data) => {
      const takeOver = claim?.(data)
      if (takeOver) cancel()
      return takeOver
    })
  }

  function cancel(): void {
    isCancelled = true
    socket.unpipe(visitor)
    socket.destroy()
  }
}

/** Passes on what a visitor sends, until it is claimed. */
function passVisitor(visitor: Visitor, socket: Socket, claim: Claim): void {
  let isClaimed = false
  visitor.on('data', pass).on('end', leave)
  socket.on('drain', () => isClaimed || visitor.resume())
  if (visitor.readableEnded) leave()
  visitor.resume()

  function pass(data: Buffer): void {
    const takeOver = claim(data)
    if (!takeOver) {
      if (!socket.write(data)) visitor.pause()
      return
    }
    isClaimed = true
    visitor.off('data', pass).off('end', leave).pause()
    takeOver()
  }

  function leave(): void {
    socket.end()
  }
}

function connectTo({ host, port, isTls, door }: SiteAddress, visitor: Visitor): Socket {
  if (door) return connectPlain({ path: door.path, allowHalfOpen: true })
  const way = { host, port, noDelay: true, allowHalfOpen: true }
  if (!isTls) return connectPlain(way)
  const { servername: asked, alpnProtocol } = visitor
  const servername = typeof asked === 'string' && asked !== '' ? asked : isIP(host) ? '' : host
  return connectTls({
    ...way,
    servername,
    ...(typeof alpnProtocol === 'string' && { ALPNProtocols: [alpnProtocol] }),
    // One on this machine has nobody in between, and often a certificate nobody signed.
    rejectUnauthorized: !isLoopback(host),
    checkServerIdentity: (_name, peer) => checkServerIdentity(host, peer),
  })
}

const isLoopback = (host: string) => host === 'localhost' || /^127\.|^::1$/.test(host)
