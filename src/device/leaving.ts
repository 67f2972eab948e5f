/** A page that is still there after that is not being left: a download began, or the person stayed. */
const GONE_BY_MS = 30_000

/**
 * Notes when this page is about to give way to another document; returns whether it is.
 *
 * Firefox and WebKit then let the requests of the page that is left fail like those of files that are gone.
 */
export function watchLeaving(): () => boolean {
  let since = -Infinity
  const leave = () => (since = performance.now())
  addEventListener('pagehide', leave)
  addEventListener('beforeunload', leave)
  // It was kept, and is shown again.
  addEventListener('pageshow', () => (since = -Infinity))
  // Phones do not tell before a page goes: there only the link says it.
  addEventListener('click', (event) => leadsAway(event) && leave())
  return () => performance.now() - since < GONE_BY_MS
}

/** Whether a click follows a link to another document in this tab. */
function leadsAway(event: MouseEvent): boolean {
  const { target, defaultPrevented, button, metaKey, ctrlKey, shiftKey } = event
  // The router takes those that lead to one of its screens.
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey) return false
  const link = (target as Partial<Element> | null)?.closest?.<HTMLAnchorElement>('a[href]')
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return false
  // A place on this page.
  return link.href.split('#')[0] !== location.href.split('#')[0]
}
