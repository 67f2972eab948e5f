import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf } from '../../scripts/screens.ts'

test.each([
  ['user/[index]', '/user/index'],
  ['user/account', '/user/account'],
  ['admin/account/$accountId/index', '/admin/account/$accountId'],
  ['admin/settings/giftcard/batch.$batchNumber', '/admin/settings/giftcard/batch/$batchNumber'],
  ['admin/settings/route', '/admin/settings'],
])('the file %s is the screen at %s', (file, address) => {
  expect(addressOf(file)).toBe(address)
})

test('every screen behind the login has an address that the router knows', () => {
  const known = readFileSync('src/routeTree.gen.ts', 'utf8')
  for (const area of ['user', 'admin', 'help'])
    for (const name of readdirSync(`src/routes/${area}`, { recursive: true, encoding: 'utf8' })) {
      const file = `${area}/${name}`.replace(/\.tsx$/, '')
      if (!name.endsWith('.tsx') || /(^|\/)-[^/]*$/.test(file)) continue
      expect(known).toMatch(new RegExp(`'${addressOf(file).replaceAll('$', '\\$')}/?'`))
    }
})
