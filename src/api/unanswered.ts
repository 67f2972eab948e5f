/**
 * Why a call has no answer, which decides what may be said of it:
 * `unsent` it never left this device, `unread` it changes nothing, `lost` it may have been done,
 * `open` it may have been done and can be sent again, to be done once.
 */
export type Unanswered = 'unsent' | 'unread' | 'lost' | 'open'

/** Nothing came back of a call. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly why: Unanswered

  constructor(why: Unanswered) {
    super(why)
    this.why = why
  }
}

/**
 * Makes a call once and says what is known if nothing comes back.
 *
 * Only a device that had no network before and after has certainly sent nothing.
 */
export async function sendOnce(call: () => Promise<Response>, isRead = false): Promise<Response> {
  const hadNetwork = navigator.onLine
  try {
    return await call()
  } catch {
    if (isRead) throw new NoAnswer('unread')
    throw new NoAnswer(hadNetwork || navigator.onLine ? 'lost' : 'unsent')
  }
}
