import { readUrl } from '#rules/readUrl.ts'
/** A notification, read from what a push service delivered. */
export type Note = {
  title: string
  options: NotificationOptions & { data: { path: string } }
  /** What the app's icon shows; undefined leaves it. */
  badge: number | undefined
}

type Parts = Partial<Record<'title' | 'body' | 'lang' | 'tag' | 'dir' | 'navigate', unknown>>

/**
 * Reads a push message: declarative ones (`notification`), and what older servers send (`title`,
 * `options`). Anything else still becomes a notification, as browsers require one for every message.
 */
export function readNote(text: string, site: { name: string; origin: string }): Note {
  const sent = parsed(text)
  const { notification, options, app_badge: badge } = sent
  const parts: Parts = isObject(notification)
    ? notification
    : { ...(isObject(options) ? options : {}), title: sent.title }
  const { title, body, lang, tag, dir, navigate } = parts
  return {
    title: isText(title) ? title : site.name,
    options: {
      ...(isText(body) ? { body } : {}),
      ...(isText(lang) ? { lang } : {}),
      // One notification per subject: the newest replaces the older one silently.
      ...(isText(tag) ? { tag, renotify: false } : {}),
      dir: dir === 'rtl' ? 'rtl' : dir === 'ltr' ? 'ltr' : 'auto',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { path: pathIn(navigate, site.origin) },
    },
    badge: typeof badge === 'number' && badge >= 0 ? badge : undefined,
  }
}

/** The screen an address means on this console, regardless of the origin the server put in it. */
function pathIn(address: unknown, origin: string): string {
  const named = typeof address === 'string' ? readUrl(address, origin) : undefined
  if (!named) return '/'
  const path = named.pathname + named.search
  // Addresses of other schemes have paths such as `javascript:…`, which would be addresses again.
  return path.startsWith('/') && readUrl(path, origin)?.origin === origin ? path : '/'
}

/** The open window that shows a screen, else the one that was used last. */
export function windowFor<Window extends { url: string }>(
  windows: readonly Window[],
  path: string,
): { window: Window; isThere: boolean } | undefined {
  const there = windows.find(({ url }) => {
    const { pathname, search } = new URL(url)
    return pathname + search === path
  })
  const window = there ?? windows[0]
  return window && { window, isThere: there !== undefined }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return { title: text }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
