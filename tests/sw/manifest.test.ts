import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Picture = { src: string; sizes: string; type: string }
type Manifest = Record<'icons' | 'screenshots', Picture[]> & {
  shortcuts: { url: string; icons: Picture[] }[]
}
const manifest: Manifest = JSON.parse(readFileSync('public/app.webmanifest', 'utf8'))
const pictures = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
].filter(({ type }) => type === 'image/png')

test.each(pictures)('$src is there, as large as the manifest says', ({ src, sizes }) => {
  const file = readFileSync(`public${src}`)
  expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
})

test.each(manifest.shortcuts)('the shortcut $url leads to a screen', ({ url }) => {
  const route = `src/routes${url}`
  expect([`${route}.tsx`, `${route}/index.tsx`].some((file) => existsSync(file))).toBe(true)
})

test('there are no unused pictures', () => {
  const named = manifest.screenshots.map(({ src }) => src)
  const there = readdirSync('public/pictures').map((name) => `/pictures/${name}`)
  expect(there.filter((src) => !named.includes(src))).toEqual([])
})
