import { expect, test } from 'vitest'
import { directionOf } from '../../src/rules/direction.ts'

test.each([
  ['zh-CN', 'ltr'],
  ['ru-RU', 'ltr'],
  ['fa-IR', 'rtl'],
  ['ar', 'rtl'],
  ['arn-CL', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction)
})

test.each([
  ['zh-ar', 'ltr'],
  ['en-fa', 'ltr'],
  ['ckb-IQ', 'rtl'],
  ['ur', 'rtl'],
])('%s, with another part of the name, is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction)
})
