import { describe, expect, test } from 'vitest'
import contract from '../../openapi/made/openapi.json'

const text = (files: Record<string, string>) => Object.values(files).join('\n')
const screens = text(
  import.meta.glob<string>('/src/features/**/operations.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const handlers = text(
  import.meta.glob<string>(['/server/*/*/handlers.ts', '/server/app/handlers.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const serverTests = text(
  import.meta.glob<string>('/tests/server/**/*.test.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)

/** Every name an expression finds; sets, so that a failure prints a name and not all sources. */
const namesIn = (sources: string, pattern: RegExp) =>
  new Set([...sources.matchAll(pattern)].map(([, name = '']) => name))
const offered = namesIn(screens, /export const (\w+)/g)
const handled = namesIn(handlers, /\b(\w+)(?=[:(,]| \})/g)
const tested = namesIn(serverTests, /(?:describe\(|^  \[)'(\w+)'/gm)

type Operation = { operationId?: string }
const operations = Object.values(contract.paths)
  .flatMap((path) => Object.values(path) as Operation[])
  .filter(({ operationId }) => operationId)

// Programs fetch these, no screen does.
const NOT_FOR_SCREENS = [
  // An image's address.
  'getBrandPicture',
  'getSubscription',
  'listAllAccounts',
  'getMyAccount',
  'listMacAccounts',
  'getMacConfig',
  'listMacNotices',
  'receiveAlipayNotice',
  'receivePaypalNotice',
  'receivePaymentNotice',
  'replacePaymentSetting',
  'replaceNotice',
]

describe.each(operations.map(({ operationId = '' }) => operationId))('%s', (id) => {
  test('is offered to screens under its own name', () => {
    expect(offered.has(id) || NOT_FOR_SCREENS.includes(id)).toBe(true)
  })
  test('is handled under its own name', () => expect(handled.has(id)).toBe(true))
  test('is tested under its own name', () => expect(tested.has(id)).toBe(true))
})

test('every call of the specification is in the contract', () => {
  expect(operations.length).toBeGreaterThanOrEqual(145)
})
