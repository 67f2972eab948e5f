import { describe, expect, test } from 'vitest'

const files = import.meta.glob<string>(
  ['/server/**/*.{ts,md}', '/src/**/*.{ts,tsx}', '/sw/*.ts', '!/src/routeTree.gen.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

/** A provider's own folders and files: the server's, the rules', the screens'. */
const ownOf = (kind: string) => new RegExp(`/(providers|checkout)/${kind}(/|\\.ts$)`)

/** Steps of an upgrade are never edited, and say what databases were. */
const RELEASED = '/server/database/migrations/'

/** Where a provider is named outside of its folders, and why. */
const NAMED: Readonly<Record<string, string>> = {
  '/src/rules/providers/registry.ts': 'its line in the list of what both sides know',
  '/server/shop/providers/registry.ts': 'its line in the list of the server',
  '/src/features/providers/registry.ts': 'its line in the list of the screens',
  '/src/features/providers/settings.ts': 'its line in the list of how they are set up',
  '/src/features/checkout/ways.ts': 'its line in the list of what payers see',
  '/server/shop/orders/older.ts': 'operations and fields of the wire that carry its name',
  '/src/features/orders/provider/operations.ts': 'addresses of the wire that carry its name',
  '/src/api/older/orders.ts': 'addresses of the wire of older servers that carry its name',
  '/src/features/checkout/provider/operations.ts': 'addresses of the wire that carry its name',
}

describe.each(['alipay', 'paypal'])('%s', (kind) => {
  const naming = Object.entries(files)
    .filter(([path]) => !ownOf(kind).test(path) && !path.startsWith(RELEASED))
    .filter(([, text]) => text.includes(kind))
    .map(([path]) => path)

  test('has a folder on each side', () => {
    for (const side of ['/server/shop', '/src/features', '/src/rules'])
      expect(
        Object.keys(files).some((path) => path.startsWith(side) && ownOf(kind).test(path)),
      ).toBe(true)
  })

  test('is named nowhere else but where it is said why', () => {
    expect(naming.filter((path) => !(path in NAMED))).toEqual([])
  })

  test('is named by five files at most that are not the edge of the wire', () => {
    const edge = naming.filter((path) => NAMED[path]?.includes('of the wire'))
    expect(naming.length - edge.length).toBeLessThanOrEqual(5)
  })
})

test('every reason is still needed', () => {
  const isNamed = (path: string) => /alipay|paypal/.test(files[path] ?? '')
  expect(Object.keys(NAMED).filter((path) => !isNamed(path))).toEqual([])
})
