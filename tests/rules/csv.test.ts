import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRows, NoTable, plainCell } from '#rules/csv.ts'

const cellsOf = (text: string) => [...csvRows(text)].map(({ cells }) => cells)

describe('csvRows', () => {
  test('reads commas, semicolons and tabs, quotes, and any line end', () => {
    const rows = [
      ['a', 'b'],
      ['1', 'x, y; "z"'],
    ]
    expect(cellsOf('a,b\r\n1,"x, y; ""z"""\r\n')).toEqual(rows)
    expect(cellsOf('a;b\n1;"x, y; ""z"""')).toEqual(rows)
    expect(cellsOf('a\tb\r1\t"x, y; ""z"""\r')).toEqual(rows)
  })

  test('takes a mark off, keeps line ends within quotes, and leaves out rows without text', () => {
    expect(cellsOf('\uFEFFa,b\r\n"two\nlines",\n,\n\n  \nc,')).toEqual([
      ['a', 'b'],
      ['two\nlines', ''],
      ['c', ''],
    ])
    expect(cellsOf('')).toEqual([])
    expect(cellsOf('a,')).toEqual([['a', '']])
  })

  test('says where each row stands, so that some of them can be cut out', () => {
    const text = '\uFEFFa\r\n"x\n"\r\ny'
    expect([...csvRows(text)].map(({ from, to }) => text.slice(from, to))).toEqual([
      'a\r\n',
      '"x\n"\r\n',
      'y',
    ])
  })

  test('finds a quote that is never closed', () => {
    expect(() => cellsOf('a\n"b\nc')).toThrow(NoTable)
  })

  test('reads back whatever was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', '\n', '\r', '中', '=') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 })
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (body, delimiter) => {
        const all = [['first', 'second'], ...body.filter((row) => row.some((one) => one.trim()))]
        expect(
          cellsOf(
            stringify(all, { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n]/ }),
          ),
        ).toEqual(all)
      }),
    )
  })
})

describe('plainCell', () => {
  test('takes off the apostrophe before a formula, and no other', () => {
    expect(plainCell("'=1+1")).toBe('=1+1')
    expect(plainCell("'-5")).toBe('-5')
    expect(plainCell("'tis")).toBe("'tis")
    expect(plainCell("''=1")).toBe("''=1")
    expect(plainCell('  a ')).toBe('a')
  })

  test('undoes what our downloads do', () => {
    for (const text of ['=A1', '+86', '-1', '@x', 'plain', "'quoted"]) {
      const [[cell = '']] = cellsOf(stringify([[text, 'x']], { escape_formulas: true })) as [
        [string],
      ]
      expect(plainCell(cell)).toBe(text)
    }
  })
})
