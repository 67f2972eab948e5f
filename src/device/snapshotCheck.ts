import type { SnapshotFits } from './snapshotStore.ts'

/** What of a window the check uses. */
type Page = {
  document: {
    querySelector: (
      selector: string,
    ) => { dataset: Record<string, string | undefined>; remove: () => void } | null
  }
  localStorage: { getItem: (key: string) => string | null }
  innerWidth: number
  matchMedia: (query: string) => { matches: boolean }
  HTMLTemplateElement: { prototype: object }
}

/**
 * Runs inline in the page, right after a snapshot and before it is painted: removes it where this
 * device would draw something else by now.
 *
 * Sent as text (sw/snapshot.ts), so it uses nothing from outside of itself.
 */
export function checkSnapshot(page: Page, statusKey: string, choicesKey: string): void {
  const host = page.document.querySelector('.snapshot')
  if (!host) return
  const read = (key: string) => {
    try {
      return JSON.parse(page.localStorage.getItem(key) ?? '{}') ?? {}
    } catch {
      return {}
    }
  }
  const { status, id } = read(statusKey).status ?? {}
  const { appearance = 'system', language = '' } = read(choicesKey)
  const fits: SnapshotFits = JSON.parse(host.dataset.fits ?? '{}')
  const isSame =
    fits.person === `${status} ${id}` &&
    fits.width === page.innerWidth &&
    fits.dark === page.matchMedia('(prefers-color-scheme: dark)').matches &&
    fits.appearance === appearance &&
    fits.language === language
  // An older browser shows nothing of it, and would wait in front of an empty page.
  if (!isSame || !('shadowRootMode' in page.HTMLTemplateElement.prototype)) host.remove()
}
