import pg from 'pg'
import type { Log } from '../../base/log.ts'

/** All messages go through this channel. */
export const CHANNEL = 'sluice'
/** How often the connection proves that it receives, ms. */
const BEAT_MS = 5_000
/** After so long without a heartbeat it is replaced, ms. */
const SILENCE_MS = 15_000
const RETRY_MS = 1_000

type Deps = {
  url: string
  log: Log
  /** Sends a text to all listeners, by another connection. */
  send: (text: string) => Promise<unknown>
  receive: (text: string) => void
  /** Is called when it starts to listen: earlier messages were missed. */
  begun: () => void
}

/**
 * Listens on a connection of its own, and on another one whenever it is lost, until `stop`.
 *
 * Another connection sends it a heartbeat: a silently dropped link, or a pooler that passes on
 * nothing between two statements, is noticed because the heartbeat is not received.
 */
export function startListening({ url, log, send, receive, begun }: Deps): {
  stop: () => Promise<void>
} {
  let client: pg.Client | undefined
  let receivedAt = performance.now()
  const lost = new WeakSet<pg.Client>()
  let isDisconnected = false
  let isStopped = false
  let connecting: Promise<void> | undefined
  const timer = setInterval(() => void beat(), BEAT_MS)
  connecting = connect()

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await connecting
      await client?.end().catch(() => {})
    },
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => {
      receivedAt = performance.now()
      if (payload === '') return recover()
      receive(payload)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      client = next
      receivedAt = performance.now()
      begun()
    } catch {
      lose(next)
    }
  }

  function lose(one: pg.Client): void {
    // One end causes several events, and is replaced once.
    if (lost.has(one)) return
    lost.add(one)
    void one.end().catch(() => {})
    one.removeAllListeners('notification')
    if (client === one) client = undefined
    if (isStopped) return
    connecting = new Promise((resolve) => {
      setTimeout(() => resolve(isStopped || client ? undefined : connect()), RETRY_MS).unref()
    })
  }

  async function beat(): Promise<void> {
    const current = client
    if (!current) return
    if (performance.now() - receivedAt > SILENCE_MS) {
      if (!isDisconnected)
        log.error(
          {},
          'what other processes change is not heard of: set DATABASE_LISTEN_URL to a direct connection',
        )
      isDisconnected = true
      return lose(current)
    }
    // A heartbeat that was not sent cannot be received.
    await send('').catch(() => (receivedAt = performance.now()))
  }

  function recover(): void {
    if (isDisconnected) log.info({}, 'what other processes change is heard of again')
    isDisconnected = false
  }
}
