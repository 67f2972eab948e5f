import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packProgram } from '../../scripts/pack.ts'

/** What a program prints once it is packed, and its text. */
async function packed(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'main.js'), source)
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

test('what libraries ask for by name keeps it where two have the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const library = (say: string) => `
    class AbortSignal {} ; function checks() {} ; const arrow = () => {}
    exports.${say} = [new AbortSignal().constructor.name, checks.name, arrow.name, class Own {}.name]`
  writeFileSync(join(folder, 'one.cjs'), library('one'))
  writeFileSync(join(folder, 'other.cjs'), library('other'))
  writeFileSync(
    join(folder, 'main.js'),
    `import { one } from './one.cjs'; import { other } from './other.cjs'
     class AbortSignal {} ; console.log(...one, ...other, AbortSignal.name, globalThis.AbortSignal.name)`,
  )
  await packProgram(folder, 'packed', join(folder, 'main.js'))
  const printed = execFileSync(process.execPath, [join(folder, 'packed.mjs')], { encoding: 'utf8' })
  const names = 'AbortSignal checks arrow Own'
  expect(printed.trim()).toBe(`${names} ${names} AbortSignal AbortSignal`)
})
