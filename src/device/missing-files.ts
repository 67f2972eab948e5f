import { isTyping } from './unsavedInput.ts'
import { offerUpdate } from './update.ts'

const MENDED = 'sluice.mended'
const SPAN_MS = 300_000

/**
 * Repairs a page whose files are gone, as after a deployment while it was open.
 *
 * Fetches the newest shell and reloads the page; a second time within five minutes also drops
 * the cached shell, which then must be what is broken. Never a third time: a page that reloads
 * forever is of no use.
 */
export function mendMissingFiles(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine) return
    const { times, since } = tries()
    if (times >= 2) return
    const mend = () => void loadAnew(times, since)
    if (isTyping()) offerUpdate(mend)
    else mend()
  })
}

async function loadAnew(times: number, since: number) {
  try {
    sessionStorage.setItem(MENDED, JSON.stringify({ times: times + 1, since }))
    const { dropShell, takeWaitingShell } = await import('./service-worker.ts')
    const mending = times === 0 ? takeWaitingShell() : dropShell()
    await Promise.race([mending, new Promise((resolve) => setTimeout(resolve, 3000))])
  } catch {
    // Not even that file: the reloaded page has the newest names.
  }
  location.reload()
}

function tries(): { times: number; since: number } {
  const fresh = { times: 0, since: Date.now() }
  try {
    const stored = JSON.parse(sessionStorage.getItem(MENDED) ?? 'null') ?? fresh
    return Date.now() - stored.since > SPAN_MS ? fresh : stored
  } catch {
    // Without storage attempts cannot be counted, so nothing is tried.
    return { times: 2, since: 0 }
  }
}
