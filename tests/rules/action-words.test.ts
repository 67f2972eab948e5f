import { describe, expect, test } from 'vitest'
import { readAction, type Verb } from '../../src/features/palette/action.ts'

/** The catalogs' words for the verbs, as typed in that language. */
const IDS: Record<Verb, string> = {
  extend: 'extend|prolong|renew',
  ban: 'ban|block',
  unban: 'unban|unblock',
  reset: 'reset',
  message: 'message|write to|write',
}
const catalogs = import.meta.glob<string>('/src/locales/areas/*.po', {
  eager: true,
  query: '?raw',
  import: 'default',
})

function wordsOf(language: string): Record<Verb, string> {
  const catalog = catalogs[`/src/locales/areas/${language}.po`] ?? ''
  const found = Object.entries(IDS).map(([verb, id]) => {
    const at = catalog.indexOf(`\nmsgid "${id}"\n`)
    return [verb, /msgstr "(.*)"/.exec(catalog.slice(at))?.[1] ?? '']
  })
  return Object.fromEntries(found) as Record<Verb, string>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const port = 50_013
const extend = (time: number) => ({ verb: 'extend', port, time })
const ban = (time: number) => ({ verb: 'ban', port, time })
const unban = { verb: 'unban', port }
const reset = { verb: 'reset', port }
const message = (who = 'ann@example.com') => ({ verb: 'message', who })

const TYPED: Record<string, [typed: string, action: object][]> = {
  'en-US': [
    ['extend 50013 by 1 month', extend(MONTH)],
    ['extend 50013 1 month', extend(MONTH)],
    ['extend 50013 by a month', extend(MONTH)],
    ['extend 50013 for 2 weeks', extend(14 * DAY)],
    ['renew port 50013 for 30 days', extend(MONTH)],
    ['prolong 50013 by 1 year', extend(365 * DAY)],
    ['Extend 50013 by -3d', extend(-3 * DAY)],
    ['ban 50013 for 1 hour', ban(HOUR)],
    ['ban 50013 for an hour', ban(HOUR)],
    ['block 50013 30m', ban(30 * MINUTE)],
    ['unban 50013', unban],
    ['unblock port 50013', unban],
    ['reset 50013', reset],
    ['reset the traffic of 50013', reset],
    ['message ann@example.com', message()],
    ['write to ann@example.com', message()],
    ['write to ann', message('ann')],
  ],
  'zh-CN': [
    ['延长 50013 1 个月', extend(MONTH)],
    ['给 50013 延长 1 个月', extend(MONTH)],
    ['给50013延长1个月', extend(MONTH)],
    ['把50013延长一个月', extend(MONTH)],
    ['将 50013 延长两周', extend(14 * DAY)],
    ['延长50013一天', extend(DAY)],
    ['延长端口 50013 十五天', extend(15 * DAY)],
    ['50013续费3个月', extend(3 * MONTH)],
    ['续期 50013 半年', extend(182.5 * DAY)],
    ['延长50013一年', extend(365 * DAY)],
    ['封禁50013 30分钟', ban(30 * MINUTE)],
    ['封禁 50013 半小时', ban(30 * MINUTE)],
    ['封禁50013一小时', ban(HOUR)],
    ['把 50013 封禁 2 小时', ban(2 * HOUR)],
    ['禁用50013两个小时', ban(2 * HOUR)],
    ['解封50013', unban],
    ['解除封禁 50013', unban],
    ['解除 50013 的封禁', unban],
    ['取消 50013 的封禁', unban],
    ['重置50013', reset],
    ['重置 50013 的流量', reset],
    ['清零50013流量', reset],
    ['把50013的流量清零', reset],
    ['发消息给 ann@example.com', message()],
    ['发消息给ann@example.com', message()],
    ['给 ann@example.com 发消息', message()],
    ['给ann@example.com发消息', message()],
    ['联系ann', message('ann')],
  ],
  'ja-JP': [
    ['50013を1か月延長', extend(MONTH)],
    ['50013を1ヶ月延長する', extend(MONTH)],
    ['50013 を 1 か月 延長', extend(MONTH)],
    ['延長 50013 1か月', extend(MONTH)],
    ['ポート50013を2週間延長', extend(14 * DAY)],
    ['５００１３を３０日延長', extend(MONTH)],
    ['50013を一か月延長', extend(MONTH)],
    ['50013を半年延長', extend(182.5 * DAY)],
    ['50013を1年延長', extend(365 * DAY)],
    ['50013を1時間停止', ban(HOUR)],
    ['50013を30分間停止する', ban(30 * MINUTE)],
    ['50013をブロック', ban(30 * MINUTE)],
    ['50013の停止を解除', unban],
    ['50013を停止解除', unban],
    ['50013のブロックを解除', unban],
    ['解除 50013', unban],
    ['50013をリセット', reset],
    ['50013の通信量をリセット', reset],
    ['ann@example.comにメッセージ', message()],
    ['ann@example.com にメッセージを送る', message()],
    ['annに連絡', message('ann')],
    ['メッセージ ann@example.com', message()],
  ],
  'ru-RU': [
    ['продлить 50013 на 1 месяц', extend(MONTH)],
    ['продлить 50013 на месяц', extend(MONTH)],
    ['продли 50013 на 2 недели', extend(14 * DAY)],
    ['Продлить порт 50013 на 30 дней', extend(MONTH)],
    ['50013 продлить на неделю', extend(7 * DAY)],
    ['на месяц продлить 50013', extend(MONTH)],
    ['продлить 50013 на полгода', extend(182.5 * DAY)],
    ['продлить 50013 на год', extend(365 * DAY)],
    ['продлить 50013 на 3 мес.', extend(3 * MONTH)],
    ['сдвинуть 50013 на -3 дня', extend(-3 * DAY)],
    ['заблокировать 50013 на 1 час', ban(HOUR)],
    ['заблокировать 50013 на час', ban(HOUR)],
    ['заблокируй 50013 на полчаса', ban(30 * MINUTE)],
    ['бан 50013 на 2 часа', ban(2 * HOUR)],
    ['блокировать 50013 на сутки', ban(DAY)],
    ['разблокировать 50013', unban],
    ['разблокируй 50013', unban],
    ['снять блокировку с 50013', unban],
    ['снять бан с порта 50013', unban],
    ['разбанить 50013', unban],
    ['сбросить 50013', reset],
    ['сбрось трафик 50013', reset],
    ['сбросить трафик порта 50013', reset],
    ['обнулить 50013', reset],
    ['написать ann@example.com', message()],
    ['сообщение для ann@example.com', message()],
    ['написать пользователю ann', message('ann')],
  ],
}

describe.each(Object.entries(TYPED))('an order in %s', (language, typed) => {
  const words = wordsOf(language)
  test('has words for every action', () => {
    for (const text of Object.values(words)) expect(text).not.toBe('')
  })
  test.each(typed)('%s', (text, action) => {
    expect(readAction(text, words)).toEqual(action)
  })
})
