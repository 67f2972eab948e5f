/** The path of the script that a page starts with: no two builds have the same. */
export function entryOf(page: Document): string {
  const script = page.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : ''
}
