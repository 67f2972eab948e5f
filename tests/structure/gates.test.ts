import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import playwright from '../../playwright.config.ts'
import {
  BOTH_DATABASES,
  FROM_PACKED,
  OWN_DATABASE,
  serverTests,
  SOON_ON_BOTH,
} from '../../scripts/bothDatabases.mjs'
import { ENGINE_NAMES } from '../browsers/support/engines.ts'

describe('a renamed file does not fall out of a list', () => {
  test.each([...BOTH_DATABASES, ...OWN_DATABASE, ...SOON_ON_BOTH, ...FROM_PACKED])(
    '%s finds tests of the server',
    (name) => {
      expect(serverTests([name])).not.toEqual([])
    },
  )

  test('what runs soon on PostgreSQL is part of what runs there', () => {
    const both = new Set(serverTests(BOTH_DATABASES))
    expect(serverTests(SOON_ON_BOTH).filter((path) => !both.has(path))).toEqual([])
  })

  test('what runs from packed programs takes the program from where the run says', () => {
    for (const path of serverTests(FROM_PACKED))
      expect([path, readFileSync(path, 'utf8')]).toEqual([
        path,
        expect.stringMatching(/\b(programOf|serve|moveDb|aStage)\(/),
      ])
  })

  test('each test of Chromium is in one of the two runs', () => {
    const [soon, long] = playwright.projects ?? []
    const named = [soon?.testMatch ?? []].flat().map((glob) => String(glob).replace('**/', ''))
    const files = readdirSync('tests/e2e')
    expect(named.filter((name) => !files.includes(name))).toEqual([])
    expect(long?.testIgnore).toEqual(soon?.testMatch)
  })

  test('each engine has a file of tests, and each file an engine', () => {
    const folder = 'tests/browsers'
    const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))
    const tested = files.map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8')
      return /testsIn\('(.+)'\)/.exec(text)?.[1]
    })
    expect(tested.toSorted()).toEqual(ENGINE_NAMES.toSorted())
  })
})
