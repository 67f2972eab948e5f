import { browserColour, isThemeColour, PALETTE, themeColour } from '#rules/theme.ts'
import { expect, test } from 'vitest'

test('there are 19 different colours', () => {
  expect(new Set(Object.values(PALETTE)).size).toBe(19)
  for (const hex of Object.values(PALETTE)) expect(hex).toMatch(/^#[0-9A-F]{6}$/)
})

test.each([
  ['indigo', true],
  ['blue-grey', true],
  ['Blue', false],
  ['toString', false],
  ['', false],
  [undefined, false],
])('isThemeColour(%j) is %s', (name, expected) => {
  expect(isThemeColour(name)).toBe(expected)
})

test.each([
  ['teal', '#009688'],
  ['mauve', '#3F51B5'],
])('browserColour(%j) is %s', (name, hex) => {
  expect(browserColour(name)).toBe(hex)
})

test.each([
  ['teal', 'teal'],
  ['mauve', 'blue'],
  ['toString', 'blue'],
  [undefined, 'blue'],
])('a site that names the colour %j is drawn in %s', (name, drawn) => {
  expect(themeColour(name)).toBe(drawn)
})
