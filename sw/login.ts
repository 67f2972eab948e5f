/** Where the page keeps the drawn login for the next start: see src/device/login-page.ts. */
const LOGIN = 'login'
/** The screens that lead a visitor there. */
const PATHS = ['/', '/home/index', '/home/login']

/**
 * The login as the server drew it last, for an address that leads a visitor there; undefined where
 * none is kept, or where it asks for files of another build than this worker's.
 */
export async function keptLogin(
  path: string,
  files: ReadonlySet<string>,
): Promise<Response | undefined> {
  if (!PATHS.includes(path)) return undefined
  const kept = await caches.match('/home/login', { cacheName: LOGIN, ignoreVary: true })
  if (!kept) return undefined
  const body = await kept.text()
  if (!entriesOf(body).every((file) => files.has(file))) return undefined
  const headers = new Headers(kept.headers)
  // It is kept unpacked.
  headers.delete('content-encoding')
  return new Response(body, { headers })
}

/** Forgets it, as every new build does. */
export async function dropLogin(): Promise<void> {
  await caches.delete(LOGIN)
}

/** The files of code that a page names. */
export function entriesOf(body: string): string[] {
  return [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
}
