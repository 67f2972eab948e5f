import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { makeWorld } from '../../support/world.ts'

const SHELL = '<html><head><link rel="modulepreload" href="/assets/a.js"></head></html>'
const PAGE = '<!doctype html><p>How to install</p>'

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['assets', 'guide', 'guide/en']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'index.html'), SHELL)
  writeFileSync(join(folder, 'guide/index.html'), '<p>中文 English</p>')
  writeFileSync(join(folder, 'guide/en/index.html'), '<p>English</p>')
  writeFileSync(join(folder, 'guide/en/install.html'), PAGE)
  writeFileSync(join(folder, 'guide/guide.css'), 'p { color: red }')
  const { world } = await makeWorld({ env: { DATA_DIR: join(folder, 'data') } })
  const app = await makeApp(world, { screens: folder })
  onTestFinished(() => app.close())
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('the manual is served as it is, under the policy of the console and without its files', async () => {
  const get = await serve()
  const page = await get('/guide/en/install.html')
  expect([page.statusCode, page.body]).toEqual([200, PAGE])
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'self'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.headers).not.toHaveProperty('link')
  expect((await get('/')).headers['link']).toContain('/assets/a.js')
  const style = await get('/guide/guide.css')
  expect([style.statusCode, style.headers['content-type']]).toEqual([
    200,
    'text/css; charset=utf-8',
  ])
})

test('a page of the manual that was read before is not sent again', async () => {
  const get = await serve()
  const { etag } = (await get('/guide/en/install.html')).headers
  expect(etag).toMatch(/^W\/"/)
  const again = await get('/guide/en/install.html', { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['/guide', '/guide/'])('%s leads to the choice of the language', async (url) => {
  const reply = await (await serve())(url)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/guide/index.html'])
})

test('the address of a folder is its first page', async () => {
  const reply = await (await serve())('/guide/en/')
  expect([reply.statusCode, reply.body]).toEqual([200, '<p>English</p>'])
})

test.each(['/guide/en/none.html', '/guide/none'])(
  '%s is no page, and no screen of the console either',
  async (url) => {
    const reply = await (await serve())(url)
    expect([reply.statusCode, reply.body]).toEqual([404, ''])
  },
)
