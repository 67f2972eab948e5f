let base = ''

/**
 * Where the API is: this page's own server unless `config.json` beside the page names another.
 *
 * Read once at start, so that a console can be pointed elsewhere without a rebuild.
 */
export async function readApiBase(): Promise<void> {
  try {
    const reply = await fetch('/config.json', { cache: 'no-cache' })
    const { apiBase } = (await reply.json()) as { apiBase?: unknown }
    if (typeof apiBase === 'string') base = apiBase.replace(/\/+$/, '')
  } catch {
    // Without the file, or offline before it was ever read, the page's own server is meant.
  }
}

/** The API's address without a trailing slash. */
export function apiBase(): string {
  return base || location.origin
}

/** Whether another server than this page's own answers. */
export function isOtherBase(): boolean {
  return base !== '' && base !== location.origin
}
