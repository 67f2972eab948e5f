/** The receiving end of the frames of one WebSocket. */
export type FrameReader = {
  /** The payload in `data`; undefined where it is no stream of frames. It is unmasked where it lies. */
  read(data: Buffer): Buffer[] | undefined
}

type Heard = {
  ping: (payload: Buffer) => void
  /** Nothing is read any more. */
  close: () => void
  /** Where messages matter: what one ends with, behind what was read of it before. */
  message?: (last: Buffer[]) => void
}

type Frame = {
  opcode: number
  /** Whether a message ends with it. */
  isLast: boolean
  left: number
  mask: Buffer | undefined
  at: number
  control: Buffer
}

const TEXT = 1
const BINARY = 2
const CLOSE = 8
const PING = 9
const PONG = 10
const FIN = 0x80
const RESERVED = 0x70
const MASKED = 0x80
const MASK_BYTES = 4
/** Most bytes of a control frame's payload. */
const CONTROL_BYTES = 125
/** Payload of one frame that is sent: it fits into a TLS record, and no client finds it too large. */
const FRAME_BYTES = 16_000
/** "Nothing is wrong, there is just no more." */
const NORMAL_END = Buffer.from([1_000 >> 8, 1_000 & 0xff])
const NOTHING: Buffer = Buffer.alloc(0)

/**
 * Reads frames (RFC 6455, 5.2) however the network splits them. What belongs to a message is passed on
 * as it comes, whatever length is claimed for it: only a frame's head and the little of a control frame
 * are kept.
 */
export function openFrameReader(isMasked: boolean, heard: Heard): FrameReader {
  let head = NOTHING
  let frame: Frame | undefined
  let isClosed = false

  return { read }

  function read(data: Buffer): Buffer[] | undefined {
    const pieces: Buffer[] = []
    for (let rest = data; rest.length > 0 && !isClosed;) {
      if (!frame) {
        const all: Buffer = head.length === 0 ? rest : Buffer.concat([head, rest])
        const next = headOf(all, isMasked)
        if (next === 'invalid') return undefined
        // What it is a part of would be held with it.
        head = next === 'incomplete' ? Buffer.from(all) : NOTHING
        if (next === 'incomplete') break
        frame = next.frame
        rest = all.subarray(next.bytes)
      }
      const part = rest.subarray(0, frame.left)
      rest = rest.subarray(part.length)
      take(frame, part, pieces)
    }
    return pieces
  }

  function take(current: Frame, part: Buffer, pieces: Buffer[]): void {
    if (current.mask) unmask(part, current.mask, current.at)
    current.at += part.length
    current.left -= part.length
    if (current.opcode >= CLOSE) current.control = Buffer.concat([current.control, part])
    else if (part.length > 0) pieces.push(part)
    if (current.left > 0) return
    frame = undefined
    if (current.opcode < CLOSE && current.isLast) heard.message?.(pieces.splice(0))
    if (current.opcode === PING) heard.ping(current.control)
    if (current.opcode !== CLOSE) return
    isClosed = true
    heard.close()
  }
}

function headOf(
  data: Buffer,
  isMasked: boolean,
): { bytes: number; frame: Frame } | 'incomplete' | 'invalid' {
  const [first, second] = data
  if (first === undefined || second === undefined) return 'incomplete'
  const opcode = first & 0x0f
  const isControl = opcode >= CLOSE
  if ((first & RESERVED) !== 0 || opcode > PONG || (opcode > BINARY && !isControl)) return 'invalid'
  if (((second & MASKED) !== 0) !== isMasked) return 'invalid'
  const short = second & 0x7f
  if (isControl && (short > CONTROL_BYTES || (first & FIN) === 0)) return 'invalid'
  const at = { 126: 4, 127: 10 }[short] ?? 2
  const bytes = at + (isMasked ? MASK_BYTES : 0)
  if (data.length < bytes) return 'incomplete'
  const left = at === 2 ? short : at === 4 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2))
  if (left > Number.MAX_SAFE_INTEGER) return 'invalid'
  const mask = isMasked ? Buffer.from(data.subarray(at, bytes)) : undefined
  // One without payload is over with its head.
  return {
    bytes,
    frame: { opcode, isLast: (first & FIN) !== 0, left, mask, at: 0, control: NOTHING },
  }
}

/** Takes the mask off, four bytes at a time where they lie so that this is possible. */
function unmask(part: Buffer, mask: Buffer, at: number): void {
  const before = Math.min(part.length, (4 - (part.byteOffset & 3)) & 3)
  const words = (part.length - before) >> 2
  for (let i = 0; i < before; i += 1) part[i]! ^= mask[(at + i) & 3]!
  // Too short a part may lie where no word does.
  if (words > 0) unmaskWords(part, mask, { at, before, words })
  for (let i = before + words * 4; i < part.length; i += 1) part[i]! ^= mask[(at + i) & 3]!
}

function unmaskWords(
  part: Buffer,
  mask: Buffer,
  { at, before, words }: { at: number; before: number; words: number },
): void {
  const turned = Buffer.from([0, 1, 2, 3].map((i) => mask[(at + before + i) & 3]!))
  const [word = 0] = new Uint32Array(turned.buffer.slice(turned.byteOffset, turned.byteOffset + 4))
  const view = new Uint32Array(part.buffer, part.byteOffset + before, words)
  for (let i = 0; i < words; i += 1) view[i]! ^= word
}

/** A server's frames with a payload, one behind the other. */
export function framesOf(payload: Buffer): Buffer {
  const count = Math.ceil(payload.length / FRAME_BYTES)
  const frames = Buffer.allocUnsafe(payload.length + count * 4)
  let end = 0
  for (let from = 0; from < payload.length; from += FRAME_BYTES) {
    const part = payload.subarray(from, from + FRAME_BYTES)
    frames[end++] = FIN | BINARY
    if (part.length > CONTROL_BYTES) {
      frames[end++] = 126
      end = frames.writeUInt16BE(part.length, end)
    } else frames[end++] = part.length
    end += part.copy(frames, end)
  }
  return frames.subarray(0, end)
}

/** A server's frames without a payload of the stream; `payload` has at most 125 bytes. */
const controlFrame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([FIN | opcode, payload.length]), payload])

export const pingFrame = (): Buffer => controlFrame(PING, NOTHING)
export const pongFrame = (payload: Buffer): Buffer => controlFrame(PONG, payload)
export const closeFrame = (): Buffer => controlFrame(CLOSE, NORMAL_END)

/** A client's frame: of text where `isText`, and masked as it has to be. At most 65,535 bytes. */
export function maskedFrame(payload: Buffer, mask: Buffer, isText = false): Buffer {
  const body = Buffer.from(payload)
  unmask(body, mask, 0)
  const head = Buffer.from([FIN | (isText ? TEXT : BINARY), MASKED | 126, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, mask, body])
}
