const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What lengths of time are called in the four languages, whichever one is chosen; longest first. */
const UNITS: readonly (readonly [ms: number, words: string, glyphs: string])[] = [
  [MINUTE, 'minutes?|mins?|мин[а-я]*|m', '分钟|分鐘|分'],
  [HOUR, 'hours?|hrs?|час[а-я]*|h|ч', '小时|小時|時間'],
  [7 * DAY, 'weeks?|wks?|недел[а-я]*|нед|w', '周間|週間|周|週|星期'],
  [30 * DAY, 'months?|mos?|месяц[а-я]*|мес', '个月|個月|か月|カ月|ヶ月|ヵ月|月'],
  [DAY, 'days?|день|дня|дней|дн|d|д', '天|日間|日'],
]

const AMOUNT = String.raw`(?<![\p{L}\p{N}@.])(-?\d+(?:[.,]\d+)?)\s*`

/** A length of time somewhere in a text, in ms, and the text around it. A month is 30 days. Spec 3. */
export function takeDuration(text: string): { time: number; rest: string } | undefined {
  for (const [length, words, glyphs] of UNITS) {
    const pattern = new RegExp(`${AMOUNT}(?:(?:${words})(?![\\p{L}\\p{N}])|(?:${glyphs}))`, 'iu')
    const found = pattern.exec(text)
    if (!found) continue
    const time = Math.round(Number(found[1]?.replace(',', '.')) * length)
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    return { time, rest }
  }
  return undefined
}
