import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesOf, wordsByArea } from '../../scripts/words-by-area.ts'

const AREAS = [
  'help',
  'user',
  'admin',
  'settings',
  'servers',
  'users',
  'messages',
  'restore',
  'watch',
  'wireguard',
]

/** The first provider after the two loads what is here. */
const UNUSED = ['src/features/providers/other/', 'src/features/checkout/other/']

describe('words by area', () => {
  test('every file with words is within reach of an area that loads them', () => {
    const catalog = readFileSync('src/locales/areas/en-US.po', 'utf8')
    const named = [...catalog.matchAll(/^#: (.+)$/gm)].flatMap(([, files = '']) => files.split(' '))
    const reached = new Set(AREAS.flatMap((area) => [...filesOf(area)]))
    expect(named.length).toBeGreaterThan(500)
    expect(
      named.filter((file) => !reached.has(file) && !UNUSED.some((one) => file.startsWith(one))),
    ).toEqual([])
  })

  test('the first list waits for no words of the settings', () => {
    const files = [...filesOf('admin')]
    expect(files).toContain('src/features/accounts/AccountList.tsx')
    expect(files.filter((file) => file.startsWith('src/routes/admin/settings/'))).toEqual([])
    expect([...filesOf('settings')]).toContain('src/features/mails/search.ts')
  })

  test('every screen outside an area’s own folder asks for the words of its area', () => {
    for (const area of ['servers', 'users', 'messages']) {
      const screens = [...filesOf(area)].filter((file) => {
        const isScreen = file.startsWith('src/routes/admin/') && !/\/-/.test(file)
        return isScreen && !filesOf('admin').has(file)
      })
      expect(screens.length).toBeGreaterThan(2)
      for (const file of screens) {
        const folder = file.split('/').slice(0, 4).join('/')
        const asking = /\/(server|user|message)\//.test(file) ? `${folder}/route.tsx` : file
        expect(readFileSync(asking, 'utf8'), file).toContain(`activateArea('${area}')`)
      }
    }
  })

  test('what comes behind an area has none of the words that are there already', async () => {
    const words = async (area: string) => {
      const { transform } = wordsByArea({ failOnMissing: false })
      const { handler } = transform as {
        handler: (source: string, id: string) => Promise<{ code: string }>
      }
      const catalog = readFileSync('src/locales/areas/en-US.po', 'utf8')
      const { code } = await handler(catalog, `src/locales/areas/en-US.po?area=${area}`)
      return Object.keys(
        JSON.parse(JSON.parse(/parse\((".*")\)/.exec(code)?.[1] ?? '""') as string),
      )
    }
    const admin = new Set(await words('admin'))
    expect(admin.size).toBeGreaterThan(500)
    for (const area of ['settings', 'servers', 'users', 'messages']) {
      const own = await words(area)
      expect(own.length).toBeGreaterThan(50)
      expect(own.filter((id) => admin.has(id))).toEqual([])
    }
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
