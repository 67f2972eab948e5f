import type { Wire } from '../../../base/wire.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { MAX_RAW_BYTES, type Raw } from './raw.ts'
import { openOpener, openSealer } from './sealing.ts'

/** A wire whose messages can be let wait again. */
export type SealedWire = Wire & Pick<Inbox<unknown>, 'onMessage'>

type Keys = { send: Buffer; receive: Buffer }

/**
 * Messages over a connection that others may touch: what was touched ends it. So does a message
 * that the listener cannot take: the other end may be anybody's machine. `failed` gets why.
 */
export function sealedWire(
  raw: Raw,
  keys: Keys,
  failed: (error: unknown) => void = () => {},
): SealedWire {
  const inbox = openInbox<unknown>()
  const seal = openSealer(keys.send)
  const open = openOpener(keys.receive)
  raw.onMessage((sealed) => {
    try {
      if (inbox.isEnded()) return
      if (inbox.push(JSON.parse(open(sealed).toString()))) return
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
      if (sealed.length > MAX_RAW_BYTES) {
        end()
        throw new RangeError('a message is too large for a link')
      }
      raw.send(sealed)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    backlog: raw.backlog,
    close: end,
  }

  function end(): void {
    inbox.end()
    raw.close()
  }
}
