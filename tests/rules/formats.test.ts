import { afterEach, describe, expect, test } from 'vitest'
import { dateFormat, lengthText, listText, numberFormat, relativeFormat } from '#rules/formats.ts'

describe('formats', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  test('are made once for each language and style', () => {
    expect(numberFormat('ru-RU')).toBe(numberFormat('ru-RU'))
    expect(relativeFormat('ja-JP')).toBe(relativeFormat('ja-JP'))
    expect(numberFormat('ru-RU').format(1234.5)).toBe('1\u00A0234,5')
    expect(numberFormat('en-US', { style: 'percent' }).format(0.5)).toBe('50%')
    expect(relativeFormat('en-US').format(-1, 'day')).toBe('yesterday')
  })

  test('show the time of where the device is now', () => {
    const hours = () =>
      dateFormat('en-US', { hour: '2-digit', hourCycle: 'h23', minute: '2-digit' }).format(0)
    process.env.TZ = 'UTC'
    expect(hours()).toBe('00:00')
    process.env.TZ = 'Asia/Tokyo'
    expect(hours()).toBe('09:00')
    expect(dateFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(0)).toBe('12 AM')
  })
})

describe('listText', () => {
  test.each([
    ['zh-CN', '10001、10002、10003'],
    ['ja-JP', '10001、10002、10003'],
    ['en-US', '10001, 10002, 10003'],
    ['ru-RU', '10001, 10002, 10003'],
  ])('keeps names apart in %s', (language, text) => {
    expect(listText(['10001', '10002', '10003'], language)).toBe(text)
    expect(listText(['10001'], language)).toBe('10001')
    expect(listText([], language)).toBe('')
  })
})

describe('lengthText', () => {
  const DAY = 86_400_000
  test.each([
    ['zh-CN', 30 * DAY, '30天'],
    ['zh-CN', DAY + 43_200_000, '1天 12小时'],
    ['en-US', DAY, '1 day'],
    ['en-US', 30 * DAY, '30 days'],
    ['en-US', 90_000, '1 min 30 sec'],
    ['en-US', 0, '0 sec'],
    ['ja-JP', 30 * DAY, '30 日'],
    ['ru-RU', 5_400_000, '1 ч 30 мин'],
  ])('says a length in the units of %s', (language, ms, text) => {
    expect(lengthText(ms, language).replaceAll('\u00A0', ' ')).toBe(text)
  })
})
