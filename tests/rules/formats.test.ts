import { afterEach, describe, expect, test } from 'vitest'
import { dateFormat, numberFormat, relativeFormat } from '#rules/formats.ts'

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

  test('tell the time of where the device is now', () => {
    const hours = () =>
      dateFormat('en-US', { hour: '2-digit', hourCycle: 'h23', minute: '2-digit' }).format(0)
    process.env.TZ = 'UTC'
    expect(hours()).toBe('00:00')
    process.env.TZ = 'Asia/Tokyo'
    expect(hours()).toBe('09:00')
    expect(dateFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(0)).toBe('12 AM')
  })
})
