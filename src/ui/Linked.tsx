import { WEB_ADDRESS } from '#rules/webAddress.ts'

const ADDRESSES = new RegExp(`(${WEB_ADDRESS.source})`, 'u')

/** Plain text whose addresses of pages lead there; nothing else in it means anything. */
export function Linked({ text }: { text: string }) {
  return text.split(ADDRESSES).map((part, at) =>
    // What was captured stands at odd places.
    at % 2 === 1 && URL.canParse(part) ? (
      <a key={at} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
