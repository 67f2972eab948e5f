import {
  hasOwnPort,
  isNumber,
  isPort,
  isPortRange,
  isWireGuardPort,
  parseAccountPort,
  parsePort,
  parsePortRange,
  pickPort,
  withinShifts,
} from '#rules/ports.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

test.each([
  [65_535, true, false],
  [65_536, false, false],
  [99_999, false, false],
  [100_000, false, true],
  [999_999_999, false, true],
  [1_000_000_000, false, false],
  [100_000.5, false, false],
])('%d is a port: %s, the number of an account without one: %s', (port, own, number) => {
  expect([hasOwnPort({ port }), isNumber(port)]).toEqual([own, number])
  expect(parseAccountPort(` ${port} `)).toBe(own || number ? port : undefined)
})

test.each([
  [0, false],
  [1, true],
  [65_535, true],
  [65_536, false],
  [80.5, false],
  [Number.NaN, false],
])('isPort(%d) is %s', (port, expected) => {
  expect(isPort(port)).toBe(expected)
})

test.each([
  [65_023, true],
  [65_024, false],
])('isWireGuardPort(%d) is %s', (port, expected) => {
  expect(isWireGuardPort(port)).toBe(expected)
})

test.each([
  ['50000', 50_000],
  [' 80 ', 80],
  ['0', undefined],
  ['70000', undefined],
  ['8e3', undefined],
  ['', undefined],
])('parsePort(%j) is %j', (text, port) => {
  expect(parsePort(text)).toBe(port)
})

describe('parsePortRange', () => {
  test.each([
    ['0', []],
    ['', []],
    [
      '9000-9010, 9020',
      [
        [9000, 9010],
        [9020, 9020],
      ],
    ],
    ['9000-10000', [[9000, 10_000]]],
    [
      '9000 - 9010 9020',
      [
        [9000, 9010],
        [9020, 9020],
      ],
    ],
    [
      '9020，9000-9010',
      [
        [9000, 9010],
        [9020, 9020],
      ],
    ],
    ['9010-9000', [[9000, 9010]]],
    ['1-5,3-8,9', [[1, 9]]],
    ['9000-70000,x,-5,1.5,7', [[7, 7]]],
  ])('reads %j', (text, expected) => {
    expect(parsePortRange(text).map(({ start, end }) => [start, end])).toEqual(expected)
  })
})

describe('pickPort', () => {
  const ranges = parsePortRange('9000-9002, 9005')

  test.each([
    ['the lowest free port', [9000], undefined, 9001],
    ['a port of the next range', [9000, 9001, 9002], undefined, 9005],
    ['none when all are taken', [9000, 9001, 9002, 9005], undefined, undefined],
    ['the first by the lowest chance', [9000], () => 0, 9001],
    ['the last by the highest chance', [9000], () => 0.999, 9005],
    ['none by chance either', [9000, 9001, 9002, 9005], () => 0, undefined],
  ])('finds %s', (_what, taken, random, port) => {
    expect(pickPort(ranges, new Set(taken), random)).toBe(port)
  })

  test('finds a free port of the range as long as there is one', () => {
    const port = fc.integer({ min: 1, max: 60 })
    const chance = fc.option(fc.double({ min: 0, max: 0.999, noNaN: true }), { nil: undefined })
    fc.assert(
      fc.property(port, port, fc.uniqueArray(port), chance, (start, length, ports, drawn) => {
        const taken = new Set(ports)
        const end = start + length
        const picked = pickPort([{ start, end }], taken, drawn === undefined ? drawn : () => drawn)
        const isFull = Array.from({ length: length + 1 }, (_, n) => start + n).every((p) =>
          taken.has(p),
        )
        expect(picked === undefined).toBe(isFull)
        if (picked === undefined) return
        expect(taken.has(picked)).toBe(false)
        expect(picked >= start && picked <= end).toBe(true)
      }),
    )
  })
})

test.each([
  ['0', true],
  ['', true],
  ['21000', true],
  ['21000-21100, 22000', true],
  ['２１０００ - ２１１００', true],
  ['1-65535', true],
  ['0-10', false],
  ['65536', false],
  ['9010-9000', false],
  ['9000,', false],
  ['9000;9001', false],
  ['many', false],
])('isPortRange(%j) is %s', (text, expected) => expect(isPortRange(text)).toBe(expected))

test.each([
  ['all without a shift', [0], [50_000, 60_000]],
  ['those that the widest shift keeps within the ports', [0, 1000, 10_001], [50_000, 55_534]],
  ['those above what a shift takes off', [0, -59_000], [59_001, 60_000]],
  ['all without a server', [], [50_000, 60_000]],
])('withinShifts leaves %s', (_what, shifts, [start, end]) => {
  expect(withinShifts([{ start: 50_000, end: 60_000 }], shifts)).toEqual([{ start, end }])
})

test.each([
  ['9000  -  9002', [[9000, 9002]]],
  ['9000\t- 9002', [[9000, 9002]]],
  [
    '9000, ; 9010',
    [
      [9000, 9000],
      [9010, 9010],
    ],
  ],
  [
    '9000 ，  9010',
    [
      [9000, 9000],
      [9010, 9010],
    ],
  ],
  ['-', []],
  ['a9000-9002', []],
  ['9000-9002b', []],
])('parsePortRange(%j) is %j', (text, expected) => {
  expect(parsePortRange(text).map(({ start, end }) => [start, end])).toEqual(expected)
})

test.each([
  [' ', true],
  [' 0 ', true],
  ['０', true],
  ['9000, 0', false],
  ['9000 9001', false],
  ['x9000', false],
  ['9000x', false],
  ['9000 - 9000', true],
  ['123456', false],
])('isPortRange(%j) is %s, too', (text, expected) => expect(isPortRange(text)).toBe(expected))
