/** How long the server may take to answer, ms: without an answer it is not known to be gone. */
const MAX_WAIT_MS = 10_000
const NAMED = /(?:https?:\/\/[^/\s]+)?(\/assets\/[\w.$-]+)/

/**
 * The path of the file that could not be loaded, as the browser's error names it.
 *
 * Safari names none: then the script that the page began with stands for its whole build.
 */
export const fileIn = (error: unknown, entry: string): string =>
  (error instanceof Error && NAMED.exec(error.message)?.[1]) || entry

/** Whether the server has a file; `unknown` where it does not answer, or has a fault of its own. */
export async function fileOnServer(path: string): Promise<'there' | 'gone' | 'unknown'> {
  const late = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), MAX_WAIT_MS),
  )
  const asked = fetch(path, { cache: 'no-store' }).catch(() => undefined)
  const answer = await Promise.race([asked, late])
  if (!answer) return 'unknown'
  if (answer.status === 404 || answer.status === 410) return 'gone'
  if (!answer.ok) return 'unknown'
  // What stands before a server may send a page for whatever it does not have.
  return answer.headers.get('content-type')?.startsWith('text/html') ? 'gone' : 'there'
}
