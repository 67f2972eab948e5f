import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesOf } from '../../scripts/words-by-area.ts'

const AREAS = ['help', 'user', 'admin', 'settings', 'restore', 'watch', 'wireguard']

describe('words by area', () => {
  test('every file with words is within reach of an area that loads them', () => {
    const catalog = readFileSync('src/locales/areas/en-US.po', 'utf8')
    const named = [...catalog.matchAll(/^#: (.+)$/gm)].flatMap(([, files = '']) => files.split(' '))
    const reached = new Set(AREAS.flatMap((area) => [...filesOf(area)]))
    expect(named.length).toBeGreaterThan(500)
    expect(named.filter((file) => !reached.has(file))).toEqual([])
  })

  test('the first list waits for no words of the settings', () => {
    const files = [...filesOf('admin')]
    expect(files).toContain('src/features/accounts/AccountList.tsx')
    expect(files.filter((file) => file.startsWith('src/routes/admin/settings/'))).toEqual([])
    expect([...filesOf('settings')]).toContain('src/features/mails/search.ts')
  })

  test('a sheet that brings its own words leaves them out of the areas it opens in', () => {
    for (const area of ['user', 'admin'])
      expect(
        filesOf(area)
          .values()
          .filter((file) => /features\/(watch\/|wireguard\/|servers\/Tunnel)/.test(file))
          .toArray(),
      ).toEqual([])
    expect([...filesOf('watch')]).toContain('src/features/watch/sentences.tsx')
    expect([...filesOf('wireguard')]).toContain('src/features/wireguard/DeviceRow.tsx')
  })

  test('no message belongs to an unknown area', () => {
    expect(() => filesOf('shop')).toThrow('no area: shop')
  })
})
