import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLedger, readLife } from '../../../server/engine/process/ledger.ts'
import { engineFolder } from '../../support/engine.ts'

describe('the ledger of a life', () => {
  test('is the latest of each key, and keeps to itself what it must', () => {
    const dir = engineFolder()
    const ledger = openLedger(dir, 'b')
    openLedger(dir, 'a').write([['1:1', 1, 2, 3]])
    ledger.write([])
    expect(readdirSync(dir)).toEqual(['a.counters'])
    ledger.write([
      ['1:1', 1, 1, 1],
      ['1:2', 2, 2, 2],
    ])
    ledger.write([['1:1', 5, 1, 1]])
    ledger.sync()
    expect(readLife(join(dir, 'b.counters'))).toEqual([
      ['1:1', 5, 1, 1],
      ['1:2', 2, 2, 2],
    ])
    expect(statSync(join(dir, 'b.counters')).mode & 0o777).toBe(0o600)
    const past = (running: string[] = []) => ledger.past((one) => running.includes(one))
    expect(past()).toEqual([{ epoch: 'a', counters: [['1:1', 1, 2, 3]] }])
    // A life that goes on is reported by its own process.
    expect(past(['a'])).toEqual([])
    ledger.settle(['b', '../b', 'c'])
    expect(readdirSync(dir).toSorted()).toEqual(['a.counters', 'b.counters'])
    ledger.settle(['a'])
    expect([readdirSync(dir), past()]).toEqual([['b.counters'], []])
  })

  test('loses no key to a line that was cut short, or is none', () => {
    const dir = engineFolder()
    const path = join(dir, 'a.counters')
    const wrong = [
      '["1:1",9,9]',
      '["1:1",9,9,9,9]',
      '[1,9,9,9]',
      '["1:1",9.5,9,9]',
      '["1:1","9",9,9]',
    ]
    writeFileSync(path, `\n["1:1",1,2,3]\n${wrong.join('\n')}\n{}\n["1:2",4`)
    openLedger(dir, 'a').write([['1:3', 1, 1, 1]])
    expect(readLife(path)).toEqual([
      ['1:1', 1, 2, 3],
      ['1:3', 1, 1, 1],
    ])
  })

  test('stays short, however often it is written, and loses nothing by it', () => {
    const dir = engineFolder()
    const path = join(dir, 'a.counters')
    const ledger = openLedger(dir, 'a')
    ledger.write([['1:2', 7, 7, 7]])
    const linesAfter = (at: number) => {
      ledger.write([['1:1', at, 0, 0]])
      ledger.sync()
      return readFileSync(path, 'utf8').trim().split('\n').length
    }
    const lengths = Array.from({ length: 200 }, (_, at) => linesAfter(at + 1))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(16 * 3 + 1)
    expect(Math.max(...lengths)).toBeGreaterThan(16 * 2)
    expect(readLife(path)).toEqual([
      ['1:2', 7, 7, 7],
      ['1:1', 200, 0, 0],
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toEqual(['a.counters'])
  })

  test('holds one file open, however often it was shortened, and none before it is written', () => {
    const dir = engineFolder()
    const ledger = openLedger(dir, 'a')
    const held = () =>
      readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(dir))
    ledger.sync()
    expect(held()).toEqual([])
    for (let at = 0; at < 100; at += 1) {
      ledger.write([['1:1', at, 0, 0]])
      ledger.sync()
      ledger.sync()
      expect(held()).toHaveLength(1)
    }
  })

  test('is shortened once each key stands there 16 times on average, and not before', () => {
    const dir = engineFolder()
    const ledger = openLedger(dir, 'a')
    const lines = () => readFileSync(join(dir, 'a.counters'), 'utf8').trim().split('\n').length
    // Each of the two keys counts, and the one that is about to be written a second time.
    ledger.write([['1:2', 0, 0, 0]])
    for (let at = 1; at < 49; at += 1) ledger.write([['1:1', at, 0, 0]])
    expect(lines()).toBe(49)
    ledger.write([['1:1', 49, 0, 0]])
    expect(lines()).toBe(3)
  })

  test('finds no life in other files of its folder', () => {
    const dir = engineFolder()
    for (const name of ['orders.json', 'a.counters.new', 'engine.log', '.counters'])
      writeFileSync(join(dir, name), '["1:1",1,2,3]')
    const ledger = openLedger(dir, 'b')
    expect(ledger.past(() => false)).toEqual([{ epoch: '', counters: [['1:1', 1, 2, 3]] }])
    ledger.settle(['orders', 'orders.json', 'a', 'engine.log'])
    expect(readdirSync(dir)).toHaveLength(4)
  })

  test('keeps what a full disk did not take, for the next time', () => {
    const dir = engineFolder()
    const ledger = openLedger(join(dir, 'later'), 'a')
    expect(() => ledger.write([['1:1', 1, 1, 1]])).toThrow('ENOENT')
    mkdirSync(join(dir, 'later'))
    ledger.write([['1:2', 2, 2, 2]])
    expect(readLife(join(dir, 'later', 'a.counters'))).toEqual([
      ['1:1', 1, 1, 1],
      ['1:2', 2, 2, 2],
    ])
  })
})

/** Where a file of this process leads; nothing for one that has been closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
