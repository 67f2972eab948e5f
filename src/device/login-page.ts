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
