/** What arrives on one end of a connection, buffered until there is a listener. */
export type Inbox<Message> = {
  /** Hands over a message; false when nobody listens and too many wait already. */
  push: (message: Message) => boolean
  /** Sets who gets the messages; undefined lets them wait again. */
  onMessage: (listener: ((message: Message) => void) | undefined) => void
  /** Is called once when the connection has ended, also when that was before. */
  onClose: (listener: () => void) => void
  /** Says that the connection has ended; says so once. */
  end: () => void
  isEnded: () => boolean
}

/** So many messages wait for a listener; nobody sends more before the first answer. */
const MOST_WAITING = 256

export function openInbox<Message>(): Inbox<Message> {
  const waiting: Message[] = []
  const closers: (() => void)[] = []
  let listener: ((message: Message) => void) | undefined
  let isEnded = false

  return {
    push(message) {
      if (isEnded) return true
      if (listener && waiting.length === 0) listener(message)
      else waiting.push(message)
      return waiting.length <= MOST_WAITING
    },
    onMessage(next) {
      listener = next
      // A listener may unset itself while it is given what waits.
      while (listener && waiting.length > 0) listener(waiting.shift()!)
    },
    onClose(closer) {
      if (isEnded) closer()
      else closers.push(closer)
    },
    end() {
      if (isEnded) return
      isEnded = true
      for (const closer of closers.splice(0)) closer()
    },
    isEnded: () => isEnded,
  }
}
