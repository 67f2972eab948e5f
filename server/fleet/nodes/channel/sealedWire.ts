import { jsonShapeOf } from '../../../base/jsonShape.ts'
import type { Wire } from '../../../engine/wire.ts'
import { type Bounds, LINKED, STRANGER } from './bounds.ts'
import { type Inbox, openInbox } from './inbox.ts'
import type { Raw } from './raw.ts'
import { openOpener, openSealer } from './sealing.ts'

/** A wire whose messages can be let wait again. */
export type SealedWire = Wire &
  Pick<Inbox<unknown>, 'onMessage'> & {
    /** From here on the other end is known: its messages may be as long as those of ours. */
    trust: () => void
  }

type Keys = { send: Buffer; receive: Buffer }

type Watch = {
  /** Gets why the wire was ended. */
  failed?: (error: unknown) => void
  /** Is told what a message brings before it is parsed; throws where that is too much. */
  spend?: (message: { bytes: number; values: number }) => void
}

/**
 * Messages over a connection that others may touch: what was touched ends it. So does a message
 * that the listener cannot take, and one that is longer or deeper than any of ours: the other end
 * may be anybody's machine, and nobody at all until `trust`.
 */
export function sealedWire(
  raw: Raw,
  keys: Keys,
  { failed = () => {}, spend = () => {} }: Watch = {},
): SealedWire {
  const inbox = openInbox<unknown>()
  const seal = openSealer(keys.send)
  const open = openOpener(keys.receive)
  let bounds = STRANGER
  raw.onMessage((sealed) => {
    try {
      if (inbox.isEnded()) return
      const text = open(sealed, bounds)
      spend({ bytes: text.length, values: valuesIn(text, bounds) })
      if (inbox.push(JSON.parse(text.toString()))) return
    } catch (error) {
      failed(error)
    }
    end()
  })
  raw.onClose(inbox.end)
  return {
    send(message) {
      if (inbox.isEnded()) return
      const sealed = seal(Buffer.from(JSON.stringify(message)))
      if (sealed.length > LINKED.raw) {
        end()
        throw new RangeError('a message is too large for a link')
      }
      raw.send(sealed)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    backlog: raw.backlog,
    close: end,
    trust: () => void (bounds = LINKED),
  }

  function end(): void {
    inbox.end()
    raw.close()
  }
}

/** How many values a message has. Throws for one of a shape that no message of ours has. */
function valuesIn(text: Buffer, most: Bounds): number {
  const { depth, values } = jsonShapeOf(text)
  if (depth > most.depth) throw new RangeError('a message is too deep for a link')
  if (values > most.values) throw new RangeError('a message has too many values for a link')
  return values
}
