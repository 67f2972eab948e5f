/** What sw/login.ts answers with. */
const LOGIN = 'login'
const PATH = '/home/login'

/**
 * Stores the login as the server renders it now, so that the next start shows it at once, with or
 * without a network. For visitors: with a session the server sends the bare shell, and nothing is stored.
 */
export async function cacheLoginPage(): Promise<void> {
  await navigator.serviceWorker.ready
  const page = await fetch(PATH, { headers: { accept: 'text/html' } })
  const isDrawn = page.ok && (await page.clone().text()).includes('class="prerendered"')
  if (isDrawn) await (await caches.open(LOGIN)).put(PATH, page)
  else await caches.delete(LOGIN)
}

/**
 * Sends for the files of the screen behind the login, which its page names, while somebody types: at
 * the lowest priority, and only where traffic is not to be saved.
 */
export function fetchNext(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const named = document.querySelector<HTMLMetaElement>('meta[name="next"]')?.content
  if (!named || connection?.saveData) return
  for (const file of named.split(' ')) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'prefetch', as: 'script', crossOrigin: '', href: `/${file}` })
    document.head.append(link)
  }
}
