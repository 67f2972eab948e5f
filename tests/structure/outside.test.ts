import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FROM_PACKED, serverTests } from '../../scripts/bothDatabases.mjs'
import { INSIDE, INSTALLED, OUTSIDE } from './outside.ts'

/** Modules of Node that reach out or start something, but for names that only read an address. */
const REACHING =
  /^(node:)?(child_process|cluster|dgram|dns|dns\/promises|http|http2|https|inspector|net|quic|tls|worker_threads)$/
const READING = /^(isIP|isIPv4|isIPv6|BlockList|type \w+( as \w+)?|ServerResponse|STATUS_CODES)$/
/** What Node has without an import. */
const GLOBAL =
  /(?<![\w.$])(?:fetch\((?![^()]*\)\s*[:{])|new (?:WebSocket|EventSource|Worker)\()|process\.getBuiltinModule\(|\brequire\(/

const IMPORT =
  /^(?:import\s+(?!type\b)(?:([^'";=]*?)\s+from\s+)?|export\s+([*{][^'";=]*?)\s+from\s+)'([^']+)'/gm
const LATE = /\b(?:import|require)\(\s*['"`]?([^'"`)]*)/g

/** Why the text of a file counts as reaching the outside; nothing when it does not. */
function reaching(text: string): string[] {
  const found = Array.from(text.matchAll(IMPORT), ([, names = '', , name = '']) => ({
    names,
    name,
  }))
  const late = Array.from(text.matchAll(LATE), ([, name = '']) => ({ names: '', name }))
  const modules = [...found, ...late].filter(({ name, names }) => {
    if (/^[.#]/.test(name)) return false
    const listed = names.replaceAll(/[{}]/g, '').split(',')
    const isRead = names !== '' && listed.every((one) => READING.test(one.trim()) || !one.trim())
    if (REACHING.test(name)) return !isRead
    if (name.startsWith('node:')) return false
    return !INSIDE.some((library) => name === library || name.startsWith(`${library}/`))
  })
  // Words of comments and of scripts in strings reach nothing.
  const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$|`[^`]*`|'[^'\n]*'/gm, '')
  const called = GLOBAL.exec(code)?.[0]
  return [...modules.map(({ name }) => name), ...(called ? [called] : [])]
}

const files = globSync('server/**/*.ts').map((path) => path.slice('server/'.length))
const textOf = (path: string) => readFileSync(`server/${path}`, 'utf8')
const named = Object.values(OUTSIDE).flatMap((way) => way.files)

test('whatever reaches the outside is on the list of what is tried from the packed program', () => {
  const missing = files
    .map((path) => ({ path, why: reaching(textOf(path)) }))
    .filter(({ path, why }) => why.length > 0 && !named.includes(path))
  expect(missing).toEqual([])
})

test.each([
  ["import { connect } from 'node:net'", ['node:net']],
  ["import { isIP, connect } from 'net'", ['net']],
  ["import {\n  isIP,\n  type Socket,\n} from 'node:net'", []],
  ["import type { Bot } from 'grammy'", []],
  ["const { Bot } = await import('grammy')", ['grammy']],
  ["export * from 'undici'", ['undici']],
  ["import 'undici/register'", ['undici/register']],
  ["import fetch from 'node-fetch'", ['node-fetch']],
  ['const reply = await fetch(url)', ['fetch(']],
  ['source.fetch(url)', []],
  ['const own = { fetch(wanted) { return wanted } }', []],
  ['/** Calls fetch(url). */', []],
  ["import { spawn } from 'node:child_process'", ['node:child_process']],
  ['const worker = new Worker(url)', ['new Worker(']],
  ["process.getBuiltinModule('node:net')", ['process.getBuiltinModule(']],
  ["import { sql } from 'kysely'", []],
  ["import { readFileSync } from 'node:fs'", []],
])('%s', (text, why) => {
  expect(reaching(text)).toEqual(why)
})

test.each(Object.entries(OUTSIDE))('%s is there, and is tried', (_name, way) => {
  // What reaches nothing any more is no longer named.
  expect(way.files.filter((one) => reaching(textOf(one)).length === 0)).toEqual([])
  expect(readFileSync(way.tried, 'utf8')).toContain(way.by)
  const packed = ['tests/server/app/packed.test.ts', INSTALLED, ...serverTests(FROM_PACKED)]
  expect(packed).toContain(way.tried)
})
