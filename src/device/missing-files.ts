import { entryOf } from './entry.ts'
import { isTyping } from './unsavedInput.ts'
import { offerUpdate } from './update.ts'

const MENDED = 'sluice.mended'
const SPAN_MS = 300_000
/** How often one build is mended within that. */
const MAX_TIMES = 2
/** How long a mend waits for the newer shell, ms. */
const MAX_WAIT_MS = 3_000

/** A page that is still there after that was answered by a worker that hangs: the next mend drops it. */
const STUCK_MS = 30_000

/** How long a page may be on its way out, ms: the next one has to be answered first. */
const LEAVING_MS = 20_000

/** Since when this tab counts its mends, and how many each build has had; a build is named by its entry. */
type Mends = { since: number; builds: Record<string, number> }

/**
 * Repairs a page whose files are gone, as after a deployment while it was open.
 *
 * Fetches the newest shell and reloads the page; a second time within five minutes also drops
 * the cached shell, which then must be what is broken. Never a third time for the same build: a page
 * that reloads forever is of no use. Another build is broken by another deployment.
 */
export function mendMissingFiles(): void {
  let isMending = false
  let leftAt = -Infinity
  // What is being loaded fails in Safari and Firefox when somebody leaves: a page that loaded itself
  // anew then would take them back. A download begins like a leave, so that is over after a while.
  for (const name of ['beforeunload', 'pagehide'])
    addEventListener(name, () => (leftAt = Date.now()))
  addEventListener('pageshow', () => (leftAt = -Infinity))
  addEventListener('vite:preloadError', () => {
    // A screen misses several files at once: that is one mend, until the page is gone.
    if (isMending || !navigator.onLine || Date.now() - leftAt < LEAVING_MS) return
    const mends = recentMends()
    if (!mends) return
    const entry = entryOf(document)
    const times = mends.builds[entry] ?? 0
    if (times >= MAX_TIMES) return
    const mend = () => {
      const builds = { ...mends.builds, [entry]: times + 1 }
      isMending = store({ ...mends, builds })
      if (!isMending) return
      setTimeout(() => (isMending = false), STUCK_MS)
      void loadAnew(times)
    }
    if (isTyping()) offerUpdate(mend)
    else mend()
  })
}

async function loadAnew(times: number) {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  // Where not even the file for it comes: the reloaded page has the newest names.
  await Promise.race([takeNewest(times), late]).catch(() => undefined)
  location.reload()
}

async function takeNewest(times: number) {
  const { dropShell, takeWaitingShell } = await import('./service-worker.ts')
  return times === 0 ? takeWaitingShell() : dropShell()
}

/** Whether it could be counted: where it cannot, the page would reload forever. */
function store(mends: Mends): boolean {
  try {
    sessionStorage.setItem(MENDED, JSON.stringify(mends))
    return true
  } catch {
    return false
  }
}

/** What was mended lately; undefined where storage is refused. */
function recentMends(): Mends | undefined {
  const fresh = { since: Date.now(), builds: {} }
  try {
    const stored: Partial<Mends> = JSON.parse(sessionStorage.getItem(MENDED) ?? '{}')
    const { since = 0, builds } = stored
    return builds && Date.now() - since <= SPAN_MS ? { since, builds } : fresh
  } catch {
    return undefined
  }
}
