/**
 * Why a call has no answer, which decides the message to the person:
 * `unsent` it never left this device, `unread` it was a read, `lost` it may have been done,
 * `open` it may have been done and can safely be sent again.
 */
export type Unanswered = 'unsent' | 'unread' | 'lost' | 'open'

/** Whether a write that failed may have been done. */
export const mayBeDone = ({ status, reason }: { status: number; reason: string }): boolean =>
  status >= 500 || (status === 0 && reason !== 'unsent')

/** A call without an answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly why: Unanswered

  constructor(why: Unanswered) {
    super(why)
    this.why = why
  }
}

/**
 * Makes a call once. Without an answer it throws what is known of the call.
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
