import { hash } from 'node:crypto'

/** A JSON answer as it goes over the wire, and a tag that names what it says. */
export class ReadyAnswer<Answer> {
  readonly bytes: Buffer
  readonly tag: string
  /** Only a type: what the answer says. */
  declare readonly answer: Answer

  constructor(answer: Answer) {
    this.bytes = Buffer.from(JSON.stringify(answer))
    this.tag = `"${hash('sha256', this.bytes, 'base64url').slice(0, 27)}"`
  }
}
