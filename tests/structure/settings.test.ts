import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settingsFiles } from '../../scripts/settings.ts'
import { readSettings } from '../../server/base/config.ts'
import {
  OF_SYSTEM,
  SETTING_GROUPS,
  SETTING_NAMES,
  SETTINGS,
} from '../../server/base/settings/names.ts'
import { unknownNames } from '../../server/base/settings/unknownNames.ts'

const sources = [
  ...readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `server/${name}`),
  'scripts/sluice.mjs',
  'scripts/become.mjs',
].map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Variables that a text reads from an environment. */
const readIn = (text: string) =>
  [...text.matchAll(/\benv(?:\?\.|\.|\[['"])([A-Z][A-Z0-9_]*)\b/g)].map(([, name = '']) => name)

describe('the one table of settings', () => {
  test('has every variable that a program reads', () => {
    const known = new Set<string>([...SETTING_NAMES, ...OF_SYSTEM])
    const lost = sources.flatMap(({ path, text }) =>
      readIn(text)
        .filter((name) => !known.has(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(lost).toEqual([])
    expect(readIn("process.env.A_B, env['C'], env?.D1, given.env.E, envelope.F")).toEqual([
      'A_B',
      'C',
      'D1',
      'E',
    ])
  })

  test('has none that no program reads', () => {
    const table = /\/settings\/(names|\w+Settings)\.ts$/
    const all = sources.filter(({ path }) => !table.test(path)).map(({ text }) => text)
    const isRead = (name: string) => all.some((text) => new RegExp(`['.]${name}\\b`).test(text))
    expect(SETTING_NAMES.filter((name) => !isRead(name))).toEqual([])
    expect(new Set(SETTING_NAMES).size).toBe(
      Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group)).length,
    )
  })

  test.each(SETTING_NAMES)(
    '%s takes its example, and is without one as its default says',
    (name) => {
      const { example, ...setting } = SETTINGS[name]
      const beside: Record<string, string> = {
        TLS: 'SITE',
        ACME_EAB_KID: 'ACME_EAB_KEY',
        ACME_EAB_KEY: 'ACME_EAB_KID',
      }
      const other = beside[name]
      const more = other ? { [other]: SETTINGS[other as keyof typeof SETTINGS].example } : {}
      // A list of networks has to be there.
      const value = name === 'ENGINE_CLOSED_NETWORKS' ? 'package.json' : example
      expect(() => readSettings({ ...more, [name]: value })).not.toThrow()
      if (setting.default !== undefined)
        expect(readSettings({ [name]: setting.default })).toEqual(readSettings({}))
    },
  )

  test('no example is taken for a slip of another', () => {
    expect(unknownNames(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual([])
  })
})

test.each(Object.entries(settingsFiles()))('%s is as npm run settings makes it', (path, text) => {
  expect(existsSync(path)).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('no file made of it shows the example of a secret', () => {
  const secrets = SETTING_NAMES.filter((name) => SETTINGS[name].secret)
  expect(secrets.length).toBeGreaterThan(8)
  for (const text of Object.values(settingsFiles()))
    for (const name of secrets) expect(text).not.toContain(SETTINGS[name].example)
})
