/** A JPEG's segment. */
export function jpegPart(marker: number, data: readonly number[]): Buffer {
  const length = data.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...data])
}

/** The head of a colour frame, 8 bits. */
export const jpegFrame = (width: number, height: number, marker = 0xc0, rest = [3]) => {
  const components = Array.from({ length: rest[0] ?? 3 }, (_one, at) => [at + 1, 0x11, 0]).flat()
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return jpegPart(marker, [8, ...size, ...rest, ...components])
}

export const jpegScan = Buffer.concat([
  jpegPart(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3f, 0]),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])

type Parts = { frame?: Buffer; before?: Buffer[]; scans?: Buffer[]; end?: Buffer }

/** As a browser writes it, with these parts in it; what it draws is noise. */
export function jpeg(width: number, height: number, parts: Parts = {}): Buffer {
  const { frame = jpegFrame(width, height), before = [], scans = [jpegScan] } = parts
  const { end = Buffer.from([0xff, 0xd9]) } = parts
  const start = Buffer.from([0xff, 0xd8])
  const table = jpegPart(0xdb, [0, ...Array<number>(64).fill(1)])
  return Buffer.concat([start, ...before, table, frame, ...scans, end])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** A lossy picture's data. */
export function webpLossy(width: number, height: number): Buffer {
  const data = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 7])
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  return data
}

/** A lossless picture's data. */
export function webpLossless(width: number, height: number): Buffer {
  const data = Buffer.from([0x2f, 0, 0, 0, 0, 7])
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return data
}

/** A WebP of these chunks. */
export const webp = (...chunks: Buffer[]) =>
  webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
