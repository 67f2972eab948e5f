import type { Schema } from '#contract'
import { useSyncExternalStore } from 'react'
import {
  knownServer,
  noteContract,
  noteMarked,
  notePermitted,
  noteRoles,
  noteSeen,
} from '#api/serverInfo.ts'
import { rolesOf } from '#api/callerRoles.ts'
import { STATUS } from './storageKeys.ts'

/** Who is logged in, the site's settings, and when the server sent them. */
export type KnownStatus = {
  status: Schema<'Status'>
  at: number
  /** The contract its server names; null for an older server. */
  contract?: string | null
  /** Whether its server marks its replies; missing for one that does not. */
  isMarked?: boolean
}

const listeners = new Set<() => void>()
let known: KnownStatus | undefined = read()
// An older release of the console did not store it.
if (known?.contract !== undefined) noteContract(known.contract)
if (known?.isMarked) noteMarked(true)
/** Who was logged in last while this page was open: what it shows may be theirs. */
let shown = known?.status.status ? known.status : undefined
if (known) noteRoles(rolesOf(known.status))
notePermitted(known?.status.permissions?.operations)
noteSeen(seenIn(known?.status))

/** The status the server last sent for this session, stored across starts. */
export function knownStatus(): KnownStatus | undefined {
  return known
}

/** Stores the status the server sent. */
export function storeStatus(status: Schema<'Status'>): void {
  const { contract = null } = status
  noteContract(contract)
  noteRoles(rolesOf(status))
  notePermitted(status.permissions?.operations)
  noteSeen(seenIn(status))
  known = { status, at: Date.now(), contract, ...marked() }
  if (status.status) shown = status
  write()
}

/** Forgets the person, not the site: its name and colours stay. */
export function forgetPerson(): void {
  noteSeen(undefined)
  if (!known) return
  const {
    title,
    shortTitle,
    themePrimary,
    themeAccent,
    browserColor,
    site,
    skin,
    language,
    browserLanguage,
    brand,
    version,
    serviceWorker,
    serviceWorkerTime,
  } = known.status
  known = {
    status: {
      title,
      shortTitle,
      themePrimary,
      themeAccent,
      browserColor,
      site,
      skin,
      language,
      ...(browserLanguage && { browserLanguage }),
      ...(brand && { brand }),
      version,
      serviceWorker,
      serviceWorkerTime,
    },
    at: 0,
    contract: known.contract,
    ...marked(),
  }
  write()
}

const marked = () => (knownServer().isMarked ? { isMarked: true } : {})

type Person = Pick<Schema<'Status'>, 'status' | 'id' | 'seenBy'>

/** The customer whose area an admin only sees, if that is who is logged in. */
export function seenIn(status: Person | undefined): number | undefined {
  return status?.seenBy && status.id
}

/** Whether the same person is logged in; a customer is another one than an admin who sees what the customer sees. */
export function isSamePerson(one: Person | undefined, other: Person | undefined): boolean {
  return keyOfPerson(one) === keyOfPerson(other)
}

/** Names a person, to compare who is logged in. */
export const keyOfPerson = (person: Person | undefined): string =>
  `${person?.status} ${person?.id} ${person?.seenBy?.id}`

/** The status, as a hook that re-renders on change. */
export function useStatus(): Schema<'Status'> | undefined {
  return useSyncExternalStore(onStatus, knownStatus, knownStatus)?.status
}

// Another tab logged in as someone else, or out: what is on screen here is not theirs.
addEventListener('storage', ({ key }) => {
  if (key !== STATUS) return
  const before = known?.status
  known = read()
  if (!isSamePerson(known?.status, before)) location.reload()
})

// A browser keeps a page that is left, as it is, and shows it again on Back: after a logout it hides
// what is on it, and is loaded again.
addEventListener('pagehide', hideTheirs)
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  known = read()
  if (hideTheirs()) location.reload()
})

/** Hides the page where it may show what is somebody else's now; returns whether it did. */
function hideTheirs(): boolean {
  const isTheirs = shown !== undefined && !isSamePerson(known?.status, shown)
  if (isTheirs) document.documentElement.hidden = true
  return isTheirs
}

/** Calls back when the server has sent a new status. Returns how to unsubscribe. */
export function onStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function write() {
  try {
    localStorage.setItem(STATUS, JSON.stringify(known))
  } catch {
    // Without storage the next start asks the server first.
  }
  for (const listener of listeners) listener()
}

function read(): KnownStatus | undefined {
  try {
    const stored = localStorage.getItem(STATUS)
    return stored ? JSON.parse(stored) : sent()
  } catch {
    return undefined
  }
}

/** The status embedded in the prerendered login: the site as visitors see it. */
function sent(): KnownStatus | undefined {
  const status = document.querySelector<HTMLElement>('.prerendered')?.dataset.status
  if (!status) return undefined
  const { contract = null, ...site } = JSON.parse(status)
  return { status: site, at: 0, contract }
}
