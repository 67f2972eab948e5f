import { describe, expect, test } from 'vitest'
import contract from '../../openapi/openapi.json'

const text = (files: Record<string, string>) => Object.values(files).join('\n')
const screens = text(
  import.meta.glob<string>('/src/features/*/operations.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const handlers = text(
  import.meta.glob<string>('/server/*/handlers.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const serverTests = text(
  import.meta.glob<string>('/tests/server/*.test.ts', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)

type Operation = { operationId?: string }
const operations = Object.values(contract.paths)
  .flatMap((path) => Object.values(path) as Operation[])
  .filter(({ operationId }) => operationId)

// Programs fetch these, no screen does.
const NOT_FOR_SCREENS = [
  'getSubscription',
  'listAllAccounts',
  'listMacAccounts',
  'getMacConfig',
  'listMacNotices',
  'receiveAlipayNotice',
  'receivePaypalNotice',
  'replacePaymentSetting',
  'replaceNotice',
]

describe.each(operations.map(({ operationId = '' }) => operationId))('%s', (id) => {
  test('is offered to screens under its own name', () => {
    if (!NOT_FOR_SCREENS.includes(id)) expect(screens).toMatch(new RegExp(`export const ${id}\\b`))
  })
  test('is handled under its own name', () =>
    expect(handlers).toMatch(new RegExp(`\\b${id}\\b[:(,]`)))
  test('is tested under its own name', () =>
    expect(serverTests).toMatch(new RegExp(`describe\\('${id}'|^  \\['${id}',`, 'm')))
})

test('every call of the specification is in the contract', () => {
  expect(operations.length).toBeGreaterThanOrEqual(145)
})
