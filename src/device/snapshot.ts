import { storeSealed } from './answerStore.ts'
import { cacheOwner } from './cachePolicy.ts'
import { currentChoices } from './choices.ts'
import { entryOf } from './entry.ts'
import { isDrawn } from './first-screen.ts'
import { pictureOf, textOf } from './snapshotMarkup.ts'
import { SNAPSHOT_PATHS, type Snapshot, type SnapshotFits, snapshotName } from './snapshotStore.ts'
import { stylesOf } from './snapshotStyles.ts'

/** A screen is stored once nothing in it has changed for so long, ms. */
const STILL_MS = 1_500
/** The least time between two snapshots of a screen, ms: some show figures that change all the time. */
const INTERVAL_MS = 30_000

/** What must not be in a picture: something open over the screen, a secret in view. */
const UNFIT = '[role=dialog], [role=alertdialog], [role=menu], [data-revealed]'

/**
 * Stores a snapshot of the main screens whenever one has stood still: the worker answers the next
 * start with it (sw/snapshot.ts), so that it can be read before the console has loaded.
 */
export function storeSnapshots(root: Element): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = { address: '', at: -Infinity }
  const observer = new MutationObserver(changed)
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void take()
  })
  changed()

  function changed() {
    clearTimeout(timer)
    const isRecent = last.address === addressOf(location)
    const due = isRecent ? last.at + INTERVAL_MS - performance.now() : 0
    timer = setTimeout(() => void take(), Math.max(STILL_MS, due))
  }

  async function take() {
    clearTimeout(timer)
    const address = addressOf(location)
    const snapshot = await snapshotOf(root)
    // The person went on to another screen meanwhile.
    if (!snapshot || address !== addressOf(location)) return
    last = { address, at: performance.now() }
    await storeSealed(snapshotName(location.pathname), JSON.stringify(snapshot))
  }
}

/** A snapshot of the screen in view; undefined where it is not one to store. */
export async function snapshotOf(root: Element): Promise<Snapshot | undefined> {
  if (!SNAPSHOT_PATHS.includes(location.pathname)) return undefined
  if (!isDrawn(root) || document.querySelector(UNFIT)) return undefined
  const { picture, ownStyles } = pictureOf(root)
  const address = addressOf(location)
  const fits = fitsNow()
  return {
    address,
    markup: textOf(picture),
    sheet: (await stylesOf(picture)) + ownStyles,
    entry: entryOf(document),
    lang: document.documentElement.lang,
    fits,
  }
}

const addressOf = ({ pathname, search }: Location) => pathname + search

function fitsNow(): SnapshotFits {
  return {
    person: cacheOwner(),
    width: innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    appearance: currentChoices().appearance ?? 'system',
    language: currentChoices().language ?? '',
  }
}
