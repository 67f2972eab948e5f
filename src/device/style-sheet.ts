/** How long the sheet is waited for once more, ms: a page without it can still be used. */
const MAX_WAIT_MS = 10_000

/**
 * Waits until the sheet of compiled styles is there. A page waits for it before it runs a script, so
 * that it is missing only where it could not be fetched: it is fetched once more then. Where that
 * fails as well, the page is mended as one that misses a script is.
 */
export async function styleSheetLoaded(): Promise<void> {
  // In development, components bring their styles themselves.
  const link = document.querySelector<HTMLLinkElement>('body > link[rel="stylesheet"]')
  if (!link || link.sheet) return
  const again = document.createElement('link')
  const loaded = new Promise<boolean>((resolve) => {
    again.addEventListener('load', () => resolve(true))
    again.addEventListener('error', () => resolve(false))
    setTimeout(() => resolve(false), MAX_WAIT_MS)
  })
  Object.assign(again, { rel: 'stylesheet', crossOrigin: '', href: link.href })
  link.replaceWith(again)
  if (await loaded) return
  const payload = new Error(`No styles came from ${link.href}`)
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
}
