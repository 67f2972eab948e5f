import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAction } from '../../src/features/palette/action.ts'
import { takeDuration } from '../../src/features/palette/units.ts'

const HOUR = 3_600_000
const MONTH = 2_592_000_000
const words = {
  extend: 'extend|prolong|продлить|延长|延長',
  ban: 'ban|block|封禁|забанить|禁止',
  unban: 'unban|解封|разбанить',
  reset: 'reset|重置|сбросить',
  message: 'message|write to|发消息|написать',
}

describe('readAction', () => {
  test.each([
    ['extend 50013 by 1 month', { verb: 'extend', port: 50_013, time: MONTH }],
    ['Extend 50013 by 1.5h', { verb: 'extend', port: 50_013, time: 1.5 * HOUR }],
    ['extend 50013', { verb: 'extend', port: 50_013, time: MONTH }],
    ['extend 50013 by −2 days', { verb: 'extend', port: 50_013, time: -48 * HOUR }],
    ['延长 50013 1 个月', { verb: 'extend', port: 50_013, time: MONTH }],
    ['50013を1か月延長', { verb: 'extend', port: 50_013, time: MONTH }],
    ['продлить 50013 на 2 недели', { verb: 'extend', port: 50_013, time: 14 * 24 * HOUR }],
    ['ban 50013 1 hour', { verb: 'ban', port: 50_013, time: HOUR }],
    ['封禁５００１３ 30分钟', { verb: 'ban', port: 50_013, time: HOUR / 2 }],
    ['ban 50013', { verb: 'ban', port: 50_013, time: HOUR / 2 }],
    ['解封50013', { verb: 'unban', port: 50_013 }],
    ['unban 50013', { verb: 'unban', port: 50_013 }],
    ['reset 50013', { verb: 'reset', port: 50_013 }],
    ['message ann@example.com', { verb: 'message', who: 'ann@example.com' }],
    ['write to ann@…', { verb: 'message', who: 'ann@' }],
    ['给 ann@a.com 发消息', { verb: 'message', who: 'ann@a.com' }],
  ])('reads %s', (typed, action) => {
    expect(readAction(typed, words)).toEqual(action)
  })

  test.each([
    ['50013'],
    ['banana 50013'],
    ['extend'],
    ['extend 70000'],
    ['extend 50013 by 0 days'],
    ['ban 50013 -1 hour'],
    ['ban 50013 90 months'],
    ['reset@example.com'],
    ['message'],
  ])('takes %s for no order', (typed) => {
    expect(readAction(typed, words)).toBeUndefined()
  })

  test('never takes more than was typed for a port, nor lets anything through that cannot be sent', () => {
    fc.assert(
      fc.property(fc.constantFrom('extend', 'ban', 'reset', 'unban'), fc.string(), (verb, rest) => {
        const action = readAction(`${verb} ${rest}`, words)
        if (!action || !('port' in action)) return
        expect(rest.normalize('NFKC')).toContain(String(action.port))
        if ('time' in action)
          expect(Number.isSafeInteger(action.time) && action.time !== 0).toBe(true)
      }),
    )
  })
})

test('a length of time is read in any of the four languages', () => {
  for (const text of ['2 hours', '2h', '2 часа', '2小时', '2時間', '2 hrs'])
    expect(takeDuration(`50013 ${text}`), text).toMatchObject({ time: 2 * HOUR })
  expect(takeDuration('50013')).toBeUndefined()
})
