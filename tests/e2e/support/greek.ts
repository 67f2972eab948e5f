/**
 * A font in which every character is a bar, as typesetters greek a text: how wide words are, and so
 * where lines break, is the same on every machine, with any fonts.
 *
 * Returns a data URL of a TrueType file.
 */
export function greekFont(): string {
  const outlines = GLYPHS.map(({ ink }) => (ink ? bar(...ink) : Buffer.alloc(0)))
  const ends = outlines.map((_, at) =>
    outlines.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0),
  )
  const tables: Record<string, Buffer> = {
    'OS/2': os2(),
    cmap: cmap(),
    glyf: Buffer.concat(outlines),
    head: head(),
    hhea: words(1, 0, ASCENT, DESCENT, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS.length),
    hmtx: words(...GLYPHS.flatMap(({ advance, ink }) => [advance, ink?.[0] ?? 0])),
    loca: longs(0, ...ends),
    maxp: words(1, 0, GLYPHS.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    name: names(),
    post: Buffer.concat([longs(0x30000, 0), words(-100, 50), longs(0, 0, 0, 0, 0)]),
  }
  return `data:font/ttf;base64,${file(tables).toString('base64')}`
}

const EM = 1000
const ASCENT = 900
const DESCENT = -250

/** The first is for what has none. Widths are a little above those those of usual fonts: what fits here fits there. */
const GLYPHS: { advance: number; ink?: [from: number, to: number] }[] = [
  { advance: 560, ink: [60, 500] },
  { advance: 560, ink: [60, 500] },
  { advance: 1000, ink: [80, 920] },
  { advance: 280 },
]
const [NARROW, WIDE, BLANK] = [1, 2, 3]

/** Which characters have which width: those of China, Japan and Korea are square, and pictures too. */
const RANGES = [
  [0x20, 0x20, BLANK],
  [0x21, 0x9f, NARROW],
  [0xa0, 0xa0, BLANK],
  [0xa1, 0x10ff, NARROW],
  [0x1100, 0x115f, WIDE],
  [0x1160, 0x2e7f, NARROW],
  [0x2e80, 0xffdc, WIDE],
  [0xffe0, 0xffef, WIDE],
  [0x1_f000, 0x1_faff, WIDE],
] as const

/** Whole numbers of 16 bits. */
function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  numbers.forEach((number, at) => bytes.writeUInt16BE(number & 0xffff, at * 2))
  return bytes
}

/** Whole numbers of 32 bits. */
function longs(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  numbers.forEach((number, at) => bytes.writeUInt32BE(number >>> 0, at * 4))
  return bytes
}

/** One contour of four points, as high as a capital letter. */
function bar(from: number, to: number): Buffer {
  const box = words(1, from, 0, to, 700, 3, 0)
  const onCurve = Buffer.alloc(4, 1)
  return Buffer.concat([
    box,
    onCurve,
    words(from, 0, to - from, 0, 0, 700, 0, -700),
    Buffer.alloc(2),
  ])
}

function cmap(): Buffer {
  const groups = longs(...RANGES.flat())
  const subtable = [words(13, 0), longs(16 + groups.length, 0, RANGES.length), groups]
  return Buffer.concat([words(0, 1, 3, 10), longs(12), ...subtable])
}

function head(): Buffer {
  const times = longs(0, 0, 0, 0)
  const before = longs(0x10000, 0x10000, 0, 0x5f0f3cf5)
  return Buffer.concat([before, words(3, EM), times, words(0, 0, EM, 700, 0, 8, 2, 1, 0)])
}

function os2(): Buffer {
  const sizes = words(4, 560, 400, 5, 0, 650, 700, 0, 140, 650, 700, 0, 480, 50, 250, 0)
  const ranges = longs(1, 0, 0, 0)
  const rest = words(0x40, 0x20, 0xffef, ASCENT, DESCENT, 0, ASCENT, -DESCENT)
  return Buffer.concat([
    sizes,
    Buffer.alloc(10),
    ranges,
    Buffer.from('NONE'),
    rest,
    longs(1, 0),
    words(500, 700, 0, 0x20, 1),
  ])
}

function names(): Buffer {
  const texts = ['Greek', 'Regular', 'Greek', 'Greek', '1', 'Greek']
  const ids = [1, 2, 3, 4, 5, 6]
  const strings = texts.map((text) => Buffer.from(text, 'utf16le').swap16())
  let offset = 0
  const records = strings.flatMap((string, at) => {
    const record = [3, 1, 0x409, ids[at]!, string.length, offset]
    offset += string.length
    return record
  })
  return Buffer.concat([words(0, texts.length, 6 + records.length * 2, ...records), ...strings])
}

function file(tables: Record<string, Buffer>): Buffer {
  const list = Object.entries(tables)
  const power = 2 ** Math.floor(Math.log2(list.length))
  const search = [power * 16, Math.log2(power), (list.length - power) * 16]
  let offset = 12 + list.length * 16
  const entries = list.map(([tag, { length }], at) => {
    const entry = [Buffer.from(tag), longs(checksum(list[at]![1]), offset, length)]
    offset += padded(length)
    return Buffer.concat(entry)
  })
  const contents = list.map(([, bytes]) => Buffer.concat([bytes], padded(bytes.length)))
  return Buffer.concat([longs(0x10000), words(list.length, ...search), ...entries, ...contents])
}

const padded = (length: number): number => Math.ceil(length / 4) * 4

function checksum(bytes: Buffer): number {
  const whole = Buffer.concat([bytes], padded(bytes.length))
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}
