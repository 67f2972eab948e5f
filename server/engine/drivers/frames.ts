import { createHash } from 'node:crypto'
import { NodeTrouble } from './trouble.ts'

const TIME_BYTES = 6
const TAG_BYTES = 4
const MAX_FRAME_BYTES = 65_535

/**
 * A request of the deployed manager's protocol: length, time in ms, JSON, and the first bytes of an
 * MD5 of time, JSON and password. Wire facts: the captured frames in the tests.
 */
export function frameOf(command: object, { password, at }: { password: string; at: number }) {
  const text = JSON.stringify(command)
  const body = Buffer.from(text)
  const length = TIME_BYTES + body.length + TAG_BYTES
  if (length > MAX_FRAME_BYTES) throw new NodeTrouble('nonsense', 'the question is too long')
  const head = Buffer.alloc(2 + TIME_BYTES)
  head.writeUInt16BE(length)
  head.writeUIntBE(at, 2, TIME_BYTES)
  const tag = createHash('md5').update(`${at}${text}${password}`).digest().subarray(0, TAG_BYTES)
  return Buffer.concat([head, body, tag])
}

/** An answer: 0 is done, 2 the wrong password or time, anything else a refusal. */
export type FrameAnswer = { code: number; data: unknown }

/** More ports than any node has. */
const MAX_ANSWER_BYTES = 4 << 20
const LENGTH_BYTES = 4

/** Assembles an answer from the pieces it arrives in; undefined until it is complete. */
export function answerReader() {
  const pieces: Buffer[] = []
  let size = 0
  let wanted: number | undefined

  return function read(piece: Buffer): FrameAnswer | undefined {
    pieces.push(piece)
    size += piece.length
    if (wanted === undefined && size >= LENGTH_BYTES) {
      wanted = Buffer.concat(pieces).readUInt32BE()
      if (wanted > MAX_ANSWER_BYTES) throw new NodeTrouble('nonsense', 'the answer is too long')
    }
    if (wanted === undefined || size < LENGTH_BYTES + wanted) return undefined
    return parsed(
      Buffer.concat(pieces)
        .subarray(LENGTH_BYTES, LENGTH_BYTES + wanted)
        .toString(),
    )
  }
}

function parsed(text: string): FrameAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer === 'object' && answer !== null && 'code' in answer) {
      const data = 'data' in answer ? answer.data : undefined
      if (typeof answer.code === 'number') return { code: answer.code, data }
    }
  } catch {
    // Reported below.
  }
  throw new NodeTrouble('nonsense')
}
