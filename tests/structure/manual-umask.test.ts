import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GUIDE_FOLDER, GUIDE_LANGUAGES, GUIDE_PAGES } from '../../scripts/guidePages.ts'

const PAGES = Object.keys(GUIDE_LANGUAGES).flatMap((language) =>
  GUIDE_PAGES.map((name) => [language, name] as const),
)

/** The blocks of commands of a page, each as its lines. */
function blocksOf(language: string, name: string): string[][] {
  const page = readFileSync(join(GUIDE_FOLDER, language, `${name}.md`), 'utf8')
  return Array.from(page.matchAll(/^```\n([^]*?)^```$/gm), ([, block = '']) => block.split('\n'))
}

test.each(PAGES)('what is pasted from %s/%s leaves programs that all may run', (language, name) => {
  const blocks = blocksOf(language, name)
  for (const lines of blocks.filter((block) => block.some((one) => one.startsWith('npm install'))))
    // Whatever the shell had: a service of a user of its own runs it.
    expect(
      lines.slice(
        0,
        lines.findIndex((one) => one.startsWith('npm')),
      ),
    ).toContain('umask 022')
  const others = blocks.flat().filter((line) => /^umask (?!022)/.test(line))
  // It would hold for all that is pasted after it.
  expect(others).toEqual([])
})

test.each(Object.keys(GUIDE_LANGUAGES))(
  'the settings that install in %s writes are nobody else’s, whatever the shell had',
  (language) => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const lines = blocksOf(language, 'install')
      .flat()
      .filter((line) => / >>? \/etc\/sluice\.env/.test(line))
      .map((line) => line.replaceAll('/etc/sluice.env', join(folder, 'env')))
    expect(lines.length).toBeGreaterThan(1)
    const script = ['umask 022', ...lines, 'umask'].join('\n')
    expect(execFileSync('sh', ['-ec', script], { encoding: 'utf8' }).trim()).toBe('0022')
    expect(statSync(join(folder, 'env')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'env'), 'utf8')).toContain('SITE=https://')
  },
)
