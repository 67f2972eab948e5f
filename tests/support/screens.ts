import { noteServerDate } from '#api/serverNow.ts'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type Answer, CONTRACT, type OperationId } from '#contract'
import { forgetMissing, noteMarked, notePermitted, noteRoles, noteSeen } from '#api/serverInfo.ts'
import { beginReads } from '#api/send.ts'
import { answersOf, dropAnswers } from '#device/cache.ts'
import { choose, currentChoices } from '#device/choices.ts'
import { forgetPerson, storeStatus } from '#device/status.ts'
import { checkVisit, fetchStatus } from '#features/session/visit.ts'
import { activate, i18n, type Language } from '#locales/activate.ts'
import '../../src/reset.css'
import { operationsOf, type Rights } from '../../server/http/permissions.ts'
import { makeRouter } from '../../src/router.tsx'
import contract from '../../openapi/made/openapi.json'

/** What the server of a test answers, by operation: a body, or a status and word it refuses with. */
export type Answers = {
  [Id in OperationId]?:
    | Answer<Id>
    | Refused
    | ((body: unknown, url: URL) => Answer<Id> | Refused | Promise<Answer<Id>>)
}
type Refused = { refused: number; word?: string }

const SITE = {
  version: '1',
  contract: CONTRACT,
  themePrimary: 'blue',
  themeAccent: 'pink',
  browserColor: '#2196F3',
  site: 'http://test',
  skin: 'default',
  language: 'en-US',
}

/** An admin other than the main one, with a set of permissions. */
export function adminOf(kind: Rights) {
  const permissions = { kind, operations: operationsOf(kind) }
  return { ...SITE, status: 'admin' as const, id: 2, email: 'other@example.com', permissions }
}

/** People as the server describes them. */
export const statuses = {
  visitor: SITE,
  user: { ...SITE, status: 'normal' as const, id: 7, email: 'ann@example.com', subscribe: true },
  admin: adminOf('group'),
  mainAdmin: { ...SITE, status: 'admin' as const, id: 1, email: 'boss@example.com' },
}

/** The same person, as a server older than the contract describes them. */
export const older = <Status extends { contract: string; permissions?: object }>({
  contract: _,
  permissions: _none,
  ...status
}: Status) => status

const calls: { id: OperationId; body: unknown; url: URL; key: string | null }[] = []
/** What is on its way to the server of the test, and how that server goes away. */
const underWay = new Set<Promise<Response>>()
let goAway = () => {}

/** Opens a screen over a server that answers as given. Calls are noted for the test to read. */
export async function openScreen(path: string, answers: Answers, language: Language = 'en-US') {
  const gone = new Promise<never>((_, reject) => {
    goAway = () => {
      isHere = false
      reject(new TypeError('the test has ended'))
    }
  })
  gone.catch(() => undefined)
  let isHere = true
  const respond = async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.pathname === '/config.json') return Response.json({ apiBase: '' })
    const id = operationOf(request.method, url.pathname)
    // As text, because not every browser has `Request.body`, and a test may take it away.
    const sent = await request.text()
    const body: unknown = sent === '' ? undefined : JSON.parse(sent)
    const key = request.headers.get('idempotency-key')
    if (!isHere) await gone
    calls.push({ id, body, url, key })
    const given = answers[id]
    const answer: unknown =
      typeof given === 'function' ? await Promise.race([given(body, url), gone]) : given
    if (given === undefined) return new Response('', { status: 501 })
    // From a function, undefined is the answer of an operation without a body.
    if (answer === undefined) return new Response('')
    if (isRefused(answer)) return new Response(answer.word ?? '', { status: answer.refused })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const response = respond(input, init)
    underWay.add(response)
    return response.finally(() => underWay.delete(response))
  })
  if (answers.getStatus && typeof answers.getStatus === 'object' && !isRefused(answers.getStatus))
    storeStatus(answers.getStatus)
  await activate(language)
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  const screen = await render(
    createElement(I18nProvider, { i18n }, createElement(RouterProvider, { router })),
  )
  return { screen, router, calls }
}

/** Leaves nothing of the test before: what it called, what its device stored, what its server lacked. */
export async function forgetScreens() {
  await endCalls()
  calls.length = 0
  // The page keeps what was chosen, a list's filter for one, also when its storage is emptied.
  choose(Object.fromEntries(Object.keys(currentChoices()).map((name) => [name, undefined])))
  localStorage.clear()
  sessionStorage.clear()
  forgetPerson()
  forgetMissing()
  noteMarked(undefined)
  noteServerDate(undefined)
  noteRoles(undefined)
  notePermitted(undefined)
  noteSeen(undefined)
  await dropAnswers()
}

/** Waits until nothing of the test before is on its way: a late answer would be about its person. */
async function endCalls() {
  goAway()
  // A test that logged out has ended the reads of the page that all share.
  beginReads()
  await Promise.allSettled(underWay)
  // What a write does with its answer, such as noting what was saved, comes after it.
  await vi.waitFor(() => expect(answersOf(checkVisit).isMutating()).toBe(0))
  await new Promise((resolve) => setTimeout(resolve))
  // Joins the one that is read and stored just now; there is no server for another.
  await fetchStatus().catch(() => undefined)
}

const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' &&
  answer !== null &&
  'refused' in answer &&
  typeof answer.refused === 'number'

/** The contract's addresses, the most particular first. */
const ADDRESSES = Object.entries(contract.paths)
  .sort(([a], [b]) => a.split('{').length - b.split('{').length)
  .map(([template, item]) => {
    const pattern = new RegExp(`^${template.replaceAll(/{\w+}/g, '[^/]+')}$`, 'i')
    return { pattern, methods: item as Partial<Record<string, { operationId?: OperationId }>> }
  })

function operationOf(method: string, path: string): OperationId {
  const name = method.toLowerCase()
  const found = ADDRESSES.find(({ pattern, methods }) => name in methods && pattern.test(path))
  const id = found?.methods[name]?.operationId
  if (!id) throw new Error(`no operation answers ${method} ${path}`)
  return id
}
