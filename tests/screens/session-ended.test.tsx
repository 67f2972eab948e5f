import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeWaiting, waitingMessages } from '#device/unsentMessages.ts'
import { dropUnfinished, storeUnfinished, takeUpUnfinished } from '#device/unfinished.ts'
import { typedFields } from '#device/unsavedInput.ts'

const ann = { status: 'normal', id: 7 } as const

/** A screen with a few fields, as after a reload: empty, and nobody has typed into it. */
function screen() {
  document.body.innerHTML = `
    <label>Title<input></label><label>Title<input></label>
    <textarea aria-label="Message"></textarea>
    <input type="password" aria-label="Password"><input type="search" aria-label="Search">`
  return [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
}

function type(field: HTMLInputElement | undefined, value: string) {
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const values = (fields: HTMLInputElement[]) => fields.map(({ value }) => value)

// Files share the page.
afterAll(() => document.body.replaceChildren())

beforeEach(() => {
  dropUnfinished()
  changeWaiting(() => [])
  const fields = screen()
  fields.forEach((field, at) => type(field, `typed ${at}`))
})

test('what was typed comes back for its person, and no password', async () => {
  storeUnfinished(ann)
  const fields = screen()
  takeUpUnfinished(ann)
  expect(values(fields)).toEqual(['typed 0', 'typed 1', 'typed 2', '', ''])
  // Those who look whether something is unsaved know of it.
  expect(typedFields()).toHaveLength(3)
})

test('comes back once its field is on screen again', async () => {
  storeUnfinished(ann)
  document.body.innerHTML = ''
  takeUpUnfinished(ann)
  const fields = screen()
  await expect.poll(() => values(fields)[2]).toBe('typed 2')
})

test('what is typed before that stays', () => {
  storeUnfinished(ann)
  const fields = screen()
  type(fields[2], 'newer')
  takeUpUnfinished(ann)
  expect(values(fields).slice(0, 3)).toEqual(['typed 0', 'typed 1', 'newer'])
})

test.each([
  ['another person', { status: 'normal', id: 8 }],
  ['an admin', { status: 'admin', id: 7 }],
  ['an admin who sees what they see', { ...ann, seenBy: { id: 1, expiresIn: 1 } }],
] as const)('is nothing for %s, and gone from then on', (_who, person) => {
  storeUnfinished(ann)
  takeUpUnfinished({})
  const fields = screen()
  takeUpUnfinished(person)
  takeUpUnfinished(ann)
  expect(values(fields)).toEqual(['', '', '', '', ''])
})

test('messages that were sent as it ended wait again, once', () => {
  const message = { key: 'a', to: null, text: 'Hi', time: 1 }
  changeWaiting(() => [message])
  storeUnfinished(ann)
  changeWaiting(() => [])
  takeUpUnfinished(ann)
  expect(waitingMessages()).toEqual([message])
  storeUnfinished(ann)
  takeUpUnfinished(ann)
  expect(waitingMessages()).toEqual([message])
})

test('is forgotten after a log-out', () => {
  storeUnfinished(ann)
  dropUnfinished()
  const fields = screen()
  takeUpUnfinished(ann)
  expect(values(fields)[0]).toBe('')
})
