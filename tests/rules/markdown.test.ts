import { describe, expect, test } from 'vitest'
import { cellsIn, headingIn, INLINE, isUnderHead } from '../../src/rules/markdown.ts'

test.each([
  ['# One', { level: 1, text: 'One' }],
  ['   ### Three ##', { level: 3, text: 'Three' }],
  ['## C#', { level: 2, text: 'C#' }],
  ['## C# #', { level: 2, text: 'C#' }],
  ['# ##', { level: 1, text: '' }],
  ['###### ', { level: 6, text: '' }],
  ['####### Seven', undefined],
  ['#no space', undefined],
  ['    # code', undefined],
])('the line "%s" is a heading: %o', (line, heading) => expect(headingIn(line)).toEqual(heading))

test.each([
  ['| a | b |', ['a', 'b']],
  ['  | a|b', ['a', 'b']],
  ['|a', ['a']],
  ['||', ['', '']],
  ['|', undefined],
  ['a | b', undefined],
])('the line "%s" has the cells %o', (line, cells) => expect(cellsIn(line)).toEqual(cells))

test.each([
  ['| --- | :-: |', true],
  ['|---|', true],
  ['| - | |', true],
  ['| a |', false],
  ['---', false],
])('the line "%s" is below a head: %s', (line, is) => expect(isUnderHead(line)).toBe(is))

const found = (text: string) => [...text.matchAll(INLINE)].map(([all]) => all)

test('within a line code, bold, italic, links and addresses are found', () => {
  expect(found('`a` **b** __c__ *d* _e_ [f](https://g.example "h") https://i.example.')).toEqual([
    '`a`',
    '**b**',
    '__c__',
    '*d*',
    '_e_',
    '[f](https://g.example "h")',
    'https://i.example',
  ])
  expect(found('[a [b](https://c.example/d_(e))')).toEqual(['[b](https://c.example/d_(e))'])
})

// Read anew from every sign, each of these would take minutes.
describe('a text of a stranger is read once', () => {
  const SIZE = 400_000
  const filled = (start: string, part: string, end = '') =>
    start + part.repeat(Math.ceil(SIZE / part.length)) + end
  test.each(['[', '![', '[a](', '[a]( ', '**a ', '*a ', '_a ', '`a', 'https://', '(https://.,'])(
    'of "%s" again and again',
    (part) => expect(found(filled('', part)).length).toBeLessThan(SIZE),
  )
  test('in headings and tables', () => {
    expect(headingIn(filled('# a', ' ', 'b'))?.text).toHaveLength(SIZE + 2)
    expect(headingIn(filled('# ', '#', 'b'))?.text).toHaveLength(SIZE + 1)
    expect(cellsIn(filled('|a', ' ', 'b'))).toHaveLength(1)
    expect(isUnderHead(filled('|', ' ', 'b'))).toBe(false)
    expect(isUnderHead(filled('|', ':', 'b'))).toBe(false)
  })
})
