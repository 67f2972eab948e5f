import { moneyText } from '#rules/money.ts'
import { expect, test } from 'vitest'

/** Without the spaces that keep a sign at its number. */
const plain = (text: string) => text.replaceAll(/\s/g, '')

test.each([
  ['CNY', 'zh-CN', '¥20.50'],
  // A sign alone would be 20 yen.
  ['CNY', 'ja-JP', '元20.50'],
  ['CNY', 'en-US', 'CN¥20.50'],
  ['CNY', 'ru-RU', '20,50CN¥'],
  ['USD', 'zh-CN', '$20.50'],
  ['USD', 'ja-JP', '$20.50'],
  ['USD', 'ru-RU', '20,50$'],
])('%s in %s is %s', (currency, locale, text) => {
  expect(plain(moneyText(2050, currency, locale))).toBe(text)
})

test.each([
  [2000, 'CN¥20'],
  [99_999, 'CN¥999.99'],
  [100_050, 'CN¥1,001'],
  [-100_050, '-CN¥1,001'],
])('%i cents are %s', (cents, text) => {
  expect(plain(moneyText(cents, 'CNY', 'en-US'))).toBe(text)
})
