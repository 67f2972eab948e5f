/** The cache in which the page stores the rendered login for the next start: see src/device/login-page.ts. */
const LOGIN = 'login'
/** The addresses that lead a visitor there, and others to the home of their area. Spec 2. */
export const ROOT_PATHS = ['/', '/home/index', '/home/login']

/**
 * The login as the server rendered it last, for an address that leads a visitor there; undefined where
 * none is cached, or where it refers to files of another build than this worker's.
 */
export async function cachedLogin(
  path: string,
  files: ReadonlySet<string>,
): Promise<Response | undefined> {
  if (!ROOT_PATHS.includes(path)) return undefined
  const cached = await caches.match('/home/login', { cacheName: LOGIN, ignoreVary: true })
  if (!cached) return undefined
  const body = await cached.text()
  if (!filesOf(body).every((file) => files.has(file))) return undefined
  const headers = new Headers(cached.headers)
  // It is cached decompressed.
  headers.delete('content-encoding')
  return new Response(body, { headers })
}

/** Removes it, as every new build does. */
export async function dropLogin(): Promise<void> {
  await caches.delete(LOGIN)
}

/** The files of code that a page names. */
export const entriesOf = (body: string): string[] =>
  filesOf(body).filter((file) => file.endsWith('.js'))

/** The files of code and styles that a page names. */
const filesOf = (body: string): string[] =>
  [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
