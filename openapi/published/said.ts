/**
 * Descriptions as they stand alone. The noun files also say how older servers and consoles do it,
 * for those who write ours; to others it says nothing.
 */
const OLDER = String.raw`(?:(?:some|an?|the|from|by|of|to) )*(?:older|deployed) (?:servers?|consoles?)\b`
const MENTION = new RegExp(String.raw`\b${OLDER}`, 'i')
/** What a sentence adds of them at its end, or in the middle of it. */
const ADDED = new RegExp(
  String.raw`(?:[;,:]| \(|,? (?:and|but|which|where|as|than))[^;,:(]*?\b${OLDER}[^;]*?(?=\)?[.]$|;)\)?`,
  'i',
)

/** Every description and summary of a document, without what is said of older servers. */
export function standingAlone<Part>(part: Part): Part {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([word, one]) => {
        const isText = typeof one === 'string' && (word === 'description' || word === 'summary')
        if (!isText) return [[word, walk(one)]]
        const said = withoutOlder(one)
        return said === '' ? [] : [[word, said]]
      }),
    )
  }
  // The walk changes texts only.
  return walk(part) as Part
}

/** A text without the sentences, and the ends of sentences, that are about older servers. */
export const withoutOlder = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => sentencesOf(paragraph).map(ours).filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n\n')

const sentencesOf = (paragraph: string) => paragraph.trim().split(/(?<=[.?!])\s+(?=[A-Z`*0-9])/)

function ours(sentence: string): string {
  const said = sentence.replace(/^Ours(?:\.|[:;,] ?)/, '')
  if (!MENTION.test(said)) return capital(said.trim())
  // "They do this; we do that."
  const other = /; (we .*)$/s.exec(said)
  // A few words are about what stands before them.
  if (other?.[1] && !MENTION.test(other[1]))
    return other[1].split(' ').length < 5 ? '' : capital(other[1])
  const rest = said.replace(ADDED, '').trim()
  return MENTION.test(rest) || rest === said ? '' : capital(rest)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
