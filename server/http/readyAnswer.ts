import { hash } from 'node:crypto'
import { CONTRACT } from '#contract'

/** A serialized JSON answer, and its entity tag. */
export class ReadyAnswer<Answer> {
  readonly bytes: Buffer
  readonly tag: string
  /** Only a type: that of the answer. */
  declare readonly answer: Answer

  constructor(answer: Answer) {
    this.bytes = Buffer.from(JSON.stringify(answer))
    // A browser that stored it under another contract gets it with the headers of this one.
    this.tag = `"${CONTRACT}-${hash('sha256', this.bytes, 'base64url').slice(0, 27)}"`
  }
}
