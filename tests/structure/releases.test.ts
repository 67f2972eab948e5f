import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_README, asInRelease } from '../../scripts/archiveReadme.ts'
import { cutChangelog, isNewer, partOf, unreleasedIn } from '../../scripts/changelog.ts'

const CHANGES =
  '# Changes\n\n## Unreleased\n\n### Added\n- Something.\n\n## 0.1.0 (2026-01-01)\n\nAll.\n'
const day = '2026-11-29'
/** The version from before anything was released. */
const FIRST = '0.1.0'
test('what package.json has as version is what CHANGELOG has cut last', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const cut = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)]
  expect(version).toBe(cut[0]?.[1] ?? FIRST)
  expect(cut.every(([, one = ''], at) => at === 0 || isNewer(cut[at - 1]![1]!, one))).toBe(true)
})

describe('cutting a release', () => {
  test('gives the unreleased part a version and a day, and leaves an empty one', () => {
    const after = cutChangelog(CHANGES, { version: '0.2.0', before: '0.1.0', day })
    expect(partOf(after, '0.2.0')).toBe('### Added\n- Something.')
    expect(unreleasedIn(after)).toBe('')
    expect(partOf(after, '0.1.0')).toBe('All.')
    expect(after).toContain(`## 0.2.0 (${day})`)
  })

  test.each([
    ['0.1.0', CHANGES, '0.1.0 is not newer than 0.1.0'],
    ['0.0.9', CHANGES, '0.0.9 is not newer than 0.1.0'],
    ['0.2', CHANGES, '"0.2" is no version'],
    ['', CHANGES, '"" is no version'],
    ['v0.2.0', CHANGES, '"v0.2.0" is no version'],
    ['0.2.0', CHANGES.replace('### Added\n- Something.\n', ''), 'there is nothing to cut'],
    ['0.2.0', CHANGES.replace('## Unreleased', '## Later'), 'there is nothing to cut'],
    ['0.2.0', CHANGES.replace('## 0.1.0', '## 0.2.0'), 'has a part for 0.2.0 already'],
  ])('as "%s" is refused where it cannot be: %#', (version, text, sentence) => {
    expect(() => cutChangelog(text, { version, before: '0.1.0', day })).toThrow(sentence)
  })

  test('compares numbers, not letters', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true)
    expect(isNewer('1.0.0', '0.99.99')).toBe(true)
    expect(isNewer('0.2.0', '0.2.0')).toBe(false)
  })
})

describe('the README of a release', () => {
  const text = ARCHIVE_README

  test('leads to the settings, and names nothing that only the source tree has', () => {
    expect(text).toContain('docs/manual/en/settings.md')
    expect(text).not.toMatch(/npm run|npm start|config\.ts|CONTRIBUTING|ARCHITECTURE/)
  })

  test('links to what a release has', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to = '']) => to)
    const made = ['server/LICENSES.md', 'dist/licenses.txt']
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((to) => !made.includes(to) && !existsSync(to))).toEqual([])
  })

  test('and moving a shop name commands as they are there', () => {
    const moving = asInRelease(readFileSync('docs/move-database.md', 'utf8'))
    expect(moving).not.toMatch(/npm /)
    expect(moving).toContain('sluice move-db --undo --to postgres://…')
  })
})
