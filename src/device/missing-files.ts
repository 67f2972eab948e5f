import { isTyping } from './typing.ts'
import { offerUpdate } from './update.ts'

const MENDED = 'sluice.mended'
const SPAN_MS = 300_000

/**
 * Mends a page whose files are gone, as after a deployment while it was open.
 *
 * Asks for the newest shell and loads the page anew; a second time within five minutes also drops
 * the kept shell, which then must be what is broken. Never a third time: a page that keeps on
 * loading helps nobody.
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
    // Not even that file: the page loaded anew has the newest names.
  }
  location.reload()
}

function tries(): { times: number; since: number } {
  const fresh = { times: 0, since: Date.now() }
  try {
    const kept = JSON.parse(sessionStorage.getItem(MENDED) ?? 'null') ?? fresh
    return Date.now() - kept.since > SPAN_MS ? fresh : kept
  } catch {
    // Without storage nobody can count, so nothing is tried.
    return { times: 2, since: 0 }
  }
}
