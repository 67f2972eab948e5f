/** Encodes text, as UTF-8, in standard base64. */
export function toBase64(text: string, { padding = true }: { padding?: boolean } = {}): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  const encoded = btoa(binary)
  return padding ? encoded : encoded.replace(/=+$/, '')
}

/** Encodes text, as UTF-8, in the base64 that needs no escaping in links: no `+`, `/` or `=`. */
export function toBase64Url(text: string): string {
  return toBase64(text, { padding: false }).replaceAll('+', '-').replaceAll('/', '_')
}

/** Decodes either base64, padded or not; undefined if it is none, or not UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  const standard = encoded.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const bytes = Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
