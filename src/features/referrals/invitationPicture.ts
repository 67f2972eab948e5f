import { drawn, fileOf } from '#device/picture.ts'
import { qrSquares } from '#ui/qrSquares.ts'
import { PAPER } from '#ui/theme.ts'

type Invitation = { title: string; words: string; link: string; locale: string }
/** What stands one below the other. */
type Block = { high: number; draw: (context: CanvasRenderingContext2D, top: number) => void }

/** Pixels. */
const WIDE = 1080
const MARGIN = 96
const GAP = 48
/** The least edge of the code; its white border is the margin. */
const CODE = 720

/**
 * An invitation as a picture (PNG): the site, the words, the link as a code and as text. Chats that
 * open no links show it, and who sees it scans it. Throws where this browser draws none.
 */
export async function invitationPicture(invitation: Invitation): Promise<Blob> {
  const { title, words, link, locale } = invitation
  // The screens' type is set below the body.
  const family = getComputedStyle(document.getElementById('main') ?? document.body).fontFamily
  const blocks = [
    textBlock(title, locale, { font: `600 72px ${family}`, high: 88, ink: PAPER.ink }),
    textBlock(words, locale, { font: `400 40px ${family}`, high: 56, ink: PAPER.word }),
    codeBlock(await qrSquares(link)),
    textBlock(link, locale, { font: '400 34px monospace', high: 46, ink: PAPER.word }, 'grapheme'),
  ]
  const high = blocks.reduce((sum, block) => sum + block.high + GAP, 2 * MARGIN - GAP)
  const canvas = drawn(WIDE, high, (context) => {
    context.fillStyle = PAPER.ground
    context.fillRect(0, 0, WIDE, high)
    let top = MARGIN
    for (const block of blocks) {
      block.draw(context, top)
      top += block.high + GAP
    }
  })
  return fileOf(canvas, 'image/png')
}

function codeBlock(squares: boolean[][]): Block {
  // Whole pixels: scanners read no blurred edges.
  const square = Math.ceil(CODE / squares.length)
  const edge = square * squares.length
  const left = Math.floor((WIDE - edge) / 2)
  return {
    high: edge,
    draw: (context, top) => {
      context.fillStyle = PAPER.ink
      squares.forEach((row, y) =>
        row.forEach((isDark, x) => {
          if (isDark) context.fillRect(left + x * square, top + y * square, square, square)
        }),
      )
    },
  }
}

type Look = { font: string; high: number; ink: string }
type Granularity = 'word' | 'grapheme'

/** A centred text of as many lines as it needs. */
function textBlock(
  text: string,
  locale: string,
  { font, high, ink }: Look,
  granularity: Granularity = 'word',
): Block {
  let lines: string[] = []
  drawn(1, 1, (context) => {
    context.font = font
    const fits = (line: string) => context.measureText(line.trim()).width <= WIDE - 2 * MARGIN
    lines = linesOf(piecesOf(text, locale, granularity, fits), fits)
  })
  return {
    high: lines.length * high,
    draw: (context, top) => {
      Object.assign(context, { font, fillStyle: ink, textAlign: 'center', textBaseline: 'top' })
      lines.forEach((line, at) => context.fillText(line.trim(), WIDE / 2, top + at * high))
    },
  }
}

type Fits = (line: string) => boolean

/** What a line may end after: words, and the letters of one that is too long for a line. */
function piecesOf(text: string, locale: string, granularity: Granularity, fits: Fits): string[] {
  const split = (part: string, by: Granularity) =>
    // Firefox has it from 125 on; before, lines end after any sign.
    !('Segmenter' in Intl)
      ? [...part]
      : Array.from(
          new Intl.Segmenter(locale, { granularity: by }).segment(part),
          (one) => one.segment,
        )
  return split(text, granularity).flatMap((word) => (fits(word) ? word : split(word, 'grapheme')))
}

/** A sign belongs to what is before it, unless the line is too long already. */
function linesOf(pieces: string[], fits: Fits): string[] {
  const lines = ['']
  for (const piece of pieces) {
    const last = lines.at(-1) ?? ''
    const stays = fits(last + piece) || last === '' || (SIGN.test(piece) && fits(last))
    if (stays) lines[lines.length - 1] = last + piece
    else lines.push(piece.trimStart())
  }
  return lines
}

const SIGN = /^[\p{P}\s]/u
