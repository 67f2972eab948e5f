import type { Schema } from '#contract'
import { keyOfPerson } from './status.ts'
import { changeWaiting, readWaiting, type Waiting } from './unsentMessages.ts'
import { typedFields } from './unsavedInput.ts'

/** What was typed into a field, and which one of the screen it was. */
type Typed = { field: string; value: string }
type Unfinished = {
  person: string
  at: number
  address: string
  typed: Typed[]
  waiting: readonly Waiting[]
}

const UNFINISHED = 'sluice.unfinished'
/** How long it waits for its person to log in again. */
const MAX_AGE_MS = 24 * 3_600_000

type Person = Pick<Schema<'Status'>, 'status' | 'id' | 'seenBy'>

/**
 * Stores in this tab what somebody has typed or sent, as their session has ended without their doing.
 * Passwords and codes are left out. It is theirs alone, and goes with the tab.
 */
export function storeUnfinished(person: Person): void {
  if (person.seenBy || !person.status) return
  // Several calls notice the end, and after the first of them nothing waits any more.
  const stored = read()
  const before = stored?.person === keyOfPerson(person) ? stored : undefined
  const fields = typedFields().filter(isText)
  const fresh = fields.map((field) => ({ field: nameOf(field), value: field.value }))
  const typed = fresh.length > 0 ? fresh : (before?.typed ?? [])
  const now = readWaiting()
  const older = before?.waiting.filter(({ key }) => now.every((one) => one.key !== key)) ?? []
  const waiting = [...older, ...now]
  if (typed.length === 0 && waiting.length === 0) return
  const { pathname: address } = location
  const all: Unfinished = { person: keyOfPerson(person), at: Date.now(), address, typed, waiting }
  try {
    sessionStorage.setItem(UNFINISHED, JSON.stringify(all))
  } catch {
    // Without storage it is lost with the page.
  }
}

/**
 * Takes up what this person had not finished: messages are sent, and what was typed stands in its
 * field as soon as that is on screen again. Of another person it is deleted.
 */
export function takeUpUnfinished(person: Person): void {
  if (!person.status) return
  const found = read()
  dropUnfinished()
  if (!found || found.person !== keyOfPerson(person) || Date.now() - found.at > MAX_AGE_MS) return
  if (found.waiting.length > 0)
    changeWaiting((now) => [
      ...found.waiting.filter(({ key }) => now.every((one) => one.key !== key)),
      ...now,
    ])
  if (found.typed.length > 0) typeAgain(found)
}

/** Deletes it: its person has logged out. */
export function dropUnfinished(): void {
  try {
    sessionStorage.removeItem(UNFINISHED)
  } catch {
    // What refuses storage has stored nothing.
  }
}

function read(): Unfinished | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(UNFINISHED) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Fills the fields as they appear; those of a dialog once it is opened again. */
function typeAgain({ address, typed, at }: Unfinished) {
  let left = typed
  const fill = () => {
    const isDone = left.length === 0 || Date.now() - at > MAX_AGE_MS
    if (isDone) watcher.disconnect()
    else if (location.pathname === address) left = left.filter((one) => !fillIn(one))
  }
  const watcher = new MutationObserver(fill)
  watcher.observe(document.body, { childList: true, subtree: true })
  fill()
}

function fillIn({ field, value }: Typed): boolean {
  const found = [...document.querySelectorAll<TextField>('input, textarea')].find(
    (one) => isText(one) && nameOf(one) === field,
  )
  if (!found) return false
  // What somebody types now is newer.
  if (typedFields().some((one) => one === found)) return true
  const kind = found instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  // As typing does it: React notices a value that is not set through its own property.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(found, value)
  found.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const TEXTS = ['text', 'textarea', 'email', 'url', 'tel', 'number', 'date', 'datetime-local']

const isText = ({ type, autocomplete }: TextField) =>
  TEXTS.includes(type) && !/password|one-time-code|cc-/.test(autocomplete)

/** Which field of its screen it is: by its label, and by its place among those with the same one. */
function nameOf(field: TextField): string {
  const label = labelOf(field)
  const alike = [...document.querySelectorAll<TextField>('input, textarea')].filter(
    (one) => isText(one) && labelOf(one) === label,
  )
  return `${label} ${alike.indexOf(field)}`
}

const labelOf = (field: TextField) =>
  field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name
