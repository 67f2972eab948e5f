import type { LinkBudget, MachineFacts } from '../../../engine/nodeLinks.ts'
import type { Wire } from '../../../engine/wire.ts'
import { openInbox } from './inbox.ts'

/** What the console says to the agent itself. */
export type ToAgent =
  | { ping: number }
  | { addresses: string[] }
  | { upgrade: { hash: string; version: string } }
  | { leave: string }

/** What the agent says of itself; `time` is its clock. */
export type FromAgent = { pong: number; time: number } | { facts: MachineFacts }

/** What travels on a link: messages for the agent itself, and those of its engine's connections. */
type Carried<Own> =
  | { agent: Own }
  | { engine: number; message: unknown }
  | { engine: number; opened: true }
  | { engine: number; closed: true }

/** So many connections to engines a link carries; a node has one engine, and two while it changes. */
const MOST_LANES = 8

/** One link, shared by the agent and its engine's connections. */
export type Lanes<Out, In> = {
  send: (message: Out) => void
  onMessage: (listener: (message: In) => void) => void
  /** Begins a connection; the other end is notified. Only the agent does: it numbers them. */
  open: () => Wire
  /** Is called with each connection the other end begins. */
  onOpen: (listener: (wire: Wire) => void) => void
  onClose: (listener: () => void) => void
  close: () => void
}

/** Shares a link. What cannot be meant ends it, and what is more than `budget` allows. */
export function shareLink<Out, In>(
  wire: Wire,
  budget?: Pick<LinkBudget, 'own' | 'lane'>,
): Lanes<Out, In> {
  const own = openInbox<In>()
  const opened = openInbox<Wire>()
  const lanes = new Map<number, ReturnType<typeof openInbox<unknown>>>()
  let last = 0
  const send = (message: Carried<Out>) => wire.send(message)
  wire.onClose(() => {
    for (const lane of lanes.values()) lane.end()
    lanes.clear()
    own.end()
    opened.end()
  })
  wire.onMessage((message) => {
    if (!take(message as Carried<In>)) wire.close()
  })
  return {
    send: (message) => send({ agent: message }),
    onMessage: own.onMessage,
    open() {
      last += 1
      send({ engine: last, opened: true })
      return laneOf(last)
    },
    onOpen: opened.onMessage,
    onClose: wire.onClose,
    close: wire.close,
  }

  function take(message: Carried<In>): boolean {
    if (typeof message !== 'object' || message === null) return false
    if ('agent' in message) {
      budget?.own()
      return own.push(message.agent)
    }
    const { engine } = message
    if (!Number.isSafeInteger(engine)) return false
    if ('opened' in message) {
      budget?.lane()
      if (lanes.has(engine) || lanes.size >= MOST_LANES) return false
      return opened.push(laneOf(engine))
    }
    // What was on the way when a lane was closed here is for nobody.
    const lane = lanes.get(engine)
    if ('message' in message) return lane?.push(message.message) ?? true
    lanes.delete(engine)
    lane?.end()
    return true
  }

  function laneOf(engine: number): Wire {
    const inbox = openInbox<unknown>()
    lanes.set(engine, inbox)
    return {
      send(message) {
        if (lanes.get(engine) === inbox) send({ engine, message })
      },
      onMessage: inbox.onMessage,
      onClose: inbox.onClose,
      backlog: () => wire.backlog?.() ?? 0,
      close() {
        if (lanes.get(engine) !== inbox) return
        lanes.delete(engine)
        send({ engine, closed: true })
        inbox.end()
      },
    }
  }
}
