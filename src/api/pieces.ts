/** Bytes sent at a time: some seconds on a slow network. */
const PIECE_BYTES = 500_000
/** How often in a row the server may say that it has less than was sent. */
const MAX_STEPS_BACK = 3

/** One piece of a file, in base64, and where it belongs. */
export type Piece = { upload: string; from: number; size: number; data: string }

type Options = {
  /** Names the sending of this file, as `newUpload` draws it. */
  upload: string
  /** Where to go on, bytes. */
  from: number
  /** Whether nobody wants it any more. */
  isStopped: () => boolean
  /** Is told how much is there, before each piece. */
  onSent: (bytes: number) => void
  /** Sends a piece. Answers how much is there. */
  send: (piece: Piece) => Promise<{ received: number }>
}

/** Sends a file in pieces. Returns whether all of it is there; throws what sending throws. */
export async function sendPieces(file: Blob, options: Options): Promise<boolean> {
  const { upload, isStopped, onSent, send } = options
  let back = 0
  for (let from = options.from; from < file.size && !isStopped();) {
    onSent(from)
    const data = await base64Of(file.slice(from, from + PIECE_BYTES))
    const { received } = await send({ upload, from, size: file.size, data })
    back = received > from ? 0 : back + 1
    if (back > MAX_STEPS_BACK) throw new Error('the server keeps nothing of it')
    from = received
  }
  return !isStopped()
}

/** A name for the sending of a file. */
export const newUpload = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.readAsDataURL(piece)
  })
}
