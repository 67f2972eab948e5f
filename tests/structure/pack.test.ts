import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lostNames } from '../../scripts/keptNames.ts'
import { packProgram } from '../../scripts/pack.ts'

/** What a program prints once it is packed, and its text; it may have other files. */
async function packed(source: string, others: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries({ ...others, 'main.js': source }))
    writeFileSync(join(folder, name), text)
  await packProgram(folder, 'packed', join(folder, 'main.js'))
  const file = join(folder, 'packed.mjs')
  const printed = () => execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim()
  return { printed, text: readFileSync(file, 'utf8') }
}

test('a packed program is ASCII, and says what its source said', async () => {
  const { printed, text } = await packed(`
    const raw = \`线\${'路'} 😀\`
    console.log(raw, 'Прайс–лист', /^[一-龥]+$/.test('中文'), /^[😀-😂]$/u.test('😁'), 'é'.length)
  `)
  expect(printed()).toBe('线路 😀 Прайс–лист true true 1')
  expect(text).toMatch(/^[\0-\x7f]*$/)
})

test('an escape that would mean something else once the letter is one fails', async () => {
  await expect(packed(String.raw`console.log(/\é/.test('é'))`)).rejects.toThrow('escape of its own')
})

test('a program that serves does not load what only fetch needs', async () => {
  const { printed } = await packed(`
    import http, { createServer } from 'node:http'
    const isLoaded = () => process.moduleLoadList.some((name) => name.endsWith('undici/undici'))
    console.log(typeof createServer, http.createServer === createServer, isLoaded(), typeof fetch)
  `)
  expect(printed()).toBe('function true false function')
})

test('a name of node:http that is not listed fails', async () => {
  const source = "import { maxHeaderSize } from 'node:http'; console.log(maxHeaderSize)"
  await expect(packed(source)).rejects.toThrow('"maxHeaderSize" is not exported')
})

test('a packed program calls classes and functions what their own files call them', async () => {
  const kinds = `
    class AbortSignal { static own = this.name }
    function Old() {}
    Old.prototype.one = 1
    async function later() {}
    function* each() {}
    const arrow = () => 1
    const Nameless = class extends Old {}
    const fn = function () {}
    const names = [AbortSignal, Old, later, each, arrow, Nameless, fn].map((one) => one.name)
    const made = [new AbortSignal(), new Old(), new Nameless()].map((one) => one.constructor.name)
    const all = [...names, ...made, AbortSignal.own].join(' ')`
  const { printed, text } = await packed(
    `import a from './a.js'; import b from './b.js'; import c from './c.cjs'; import d from './d.cjs'
     console.log(new Set([a, b, c, d]).size, a, typeof AbortSignal.any)`,
    {
      'a.js': `${kinds}; export default all`,
      'b.js': `${kinds}; export default all`,
      'c.cjs': `${kinds}; module.exports = all`,
      'd.cjs': `${kinds}; module.exports = all`,
    },
  )
  expect(printed()).toBe(
    '1 AbortSignal Old later each arrow Nameless fn AbortSignal Old Nameless AbortSignal function',
  )
  // They could not all be called so in one file.
  expect(text).toMatch(/AbortSignal\$\d/)
})

test('a build fails at a class or a constructor whose name is another', async () => {
  const lost = ['class A$1 { }', 'A$1=class{}', 'A$1=class extends B{static{}}', 'A$1 = class { }']
  for (const text of lost) expect([text, lostNames(text)]).toEqual([text, ['A$1']])
  const made = ['function A$1(){} A$1.prototype.b=1', 'A$1=function(){};new A$1']
  for (const text of made) expect([text, lostNames(text)]).toEqual([text, ['A$1']])
  const kept = [
    'A$1=class A{}',
    'A$1=class extends B{static{__name(this,`A`)}}',
    'class A$1 {\n\tstatic {\n\t\t__name(this, "A");\n}}',
    'function A$1(){} __name(A$1,`A`);new A$1',
    'A$1=function(_super){return A}(B);new A$1',
    'function a$1(){} a$1()',
  ]
  for (const text of kept) expect([text, lostNames(text)]).toEqual([text, []])
  // A file that has the name already, which nobody restores.
  await expect(packed('class A$1 {}; console.log(new A$1())')).rejects.toThrow('lost names: A$1')
})
