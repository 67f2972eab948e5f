/** Why a node program could not be reached, or refused a request. */
export type Trouble =
  | 'unknown host'
  | 'refused'
  | 'silent'
  /** Both look the same from here: one tag is made of password and time. */
  | 'wrong password or clock'
  | 'nonsense'
  | 'said no'
  /** Another process of the console may be the one to command it by now. */
  | 'not ours'

/**
 * A request to a node program without a good answer. Whether it took effect is unknown, so the
 * caller has to check the open ports before trying again.
 */
export class NodeTrouble extends Error {
  readonly trouble: Trouble
  /** The program's own error text, where there was one; never more than a line. */
  readonly words: string

  constructor(trouble: Trouble, words = '') {
    super(words ? `${trouble}: ${words}` : trouble)
    this.trouble = trouble
    this.words = words.slice(0, 200)
  }
}

/** The trouble behind an error of a socket. */
export function troubleOf(error: unknown): NodeTrouble {
  if (error instanceof NodeTrouble) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/.test(code)) return new NodeTrouble('unknown host')
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return new NodeTrouble('silent')
  return new NodeTrouble('refused')
}
