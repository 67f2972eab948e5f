import { describe, expect, test } from 'vitest'
import { parseSupportLink } from '../../src/rules/supportLink.ts'

describe('parseSupportLink', () => {
  test.each([
    ['https://help.example.com/chat?a=1', 'https://help.example.com/chat?a=1'],
    [' help.example.com ', 'https://help.example.com/'],
    ['http://example.com/a', 'http://example.com/a'],
    ['help@example.com', 'mailto:help@example.com'],
    ['mailto:help@example.com', 'mailto:help@example.com'],
    ['@north_star', 'https://t.me/north_star'],
    ['＠north_star', 'https://t.me/north_star'],
    ['tg://resolve?domain=north', 'tg://resolve?domain=north'],
  ])('reads %s', (typed, link) => {
    expect(parseSupportLink(typed)).toBe(link)
  })

  test.each([
    '',
    'help',
    '@abcd',
    `@${'a'.repeat(33)}`,
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.com',
    'https://localhost/',
    'a@b',
    'two words.example',
  ])('knows no link in "%s"', (typed) => {
    expect(parseSupportLink(typed)).toBeUndefined()
  })
})
