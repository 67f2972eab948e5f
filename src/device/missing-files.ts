import { entryOf } from './entry.ts'
import { fileIn, fileOnServer } from './fileOnServer.ts'
import { watchLeaving } from './leaving.ts'
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

/** Since when this tab counts its mends, and how many each build has had; a build is named by its entry. */
type Mends = { since: number; builds: Record<string, number> }

/**
 * Repairs a page whose files are gone, as after a deployment while it was open.
 *
 * Fetches the newest shell and reloads the page; a second time within five minutes also drops
 * the cached shell, which then must be what is broken. Never a third time for the same build: a page
 * that reloads forever is of no use. Another build is broken by another deployment.
 *
 * The server is asked for the file before. What failed because the page is being left, or because the
 * network is away, is not mended: a reload would override where the person goes. A shell whose
 * files are there is not what is broken, and is not dropped.
 */
export function mendMissingFiles(): void {
  let isMending = false
  let isAsking = false
  const isLeaving = watchLeaving()
  addEventListener('vite:preloadError', async (event) => {
    // A screen misses several files at once: that is one mend, until the page is gone.
    if (isMending || isAsking || !navigator.onLine || isLeaving()) return
    isAsking = true
    const { payload } = event as Partial<VitePreloadErrorEvent>
    const found = await fileOnServer(fileIn(payload, entryOf(document)))
    isAsking = false
    if (found === 'unknown' || isMending || isLeaving()) return
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
      void loadAnew(found === 'gone' && times > 0)
    }
    if (isTyping()) offerUpdate(mend)
    else mend()
  })
}

async function loadAnew(drops: boolean) {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  // Where not even the file for it comes: the reloaded page has the newest names.
  await Promise.race([takeNewest(drops), late]).catch(() => undefined)
  location.reload()
}

async function takeNewest(drops: boolean) {
  const { dropShell, takeWaitingShell } = await import('./service-worker.ts')
  return drops ? dropShell() : takeWaitingShell()
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
